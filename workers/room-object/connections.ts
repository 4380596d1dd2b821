import { z } from "zod";
import { isMember, ROLES, type Role } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { UserId } from "#app/domain/ids.ts";
import { connectionLimits } from "#app/domain/room/connection-limits.ts";
import type { DeviceReport } from "#app/domain/sync/room-sync-summary.ts";
import type { PresentPerson } from "#app/protocol/room-messages.ts";

/** Who is on a socket, kept with it so that it outlives hibernation. The Worker has checked all of it. */
export type Connection = {
  /** Null: a guest. */
  readonly person: Person | null;
  /** Of the session that it came in by; null: a guest. */
  readonly sessionId: string | null;
  readonly role: Role | null;
  readonly joinedAtMs: number;
  /** What the device last measured; sets how far ahead starts lie. */
  readonly roundTripMs: number | null;
  /** Until when it may fetch sound; 0: nothing has been granted yet. */
  readonly mediaUntilMs: number;
  /** Of the room when the device was last looked at: what it is granted counts from then. */
  readonly mediaEpoch: number;
  /** When the password's token that it came in by is over; null: it is here by right. */
  readonly accessUntilMs: number | null;
};

export const personSchema: z.ZodType<Person> = z.object({
  id: z.string().transform((id) => id as UserId),
  name: z.string(),
  avatar: z.string(),
});

export const connectionSchema: z.ZodType<Connection> = z.object({
  person: personSchema.nullable(),
  sessionId: z.string().nullable(),
  role: z.enum(ROLES).nullable(),
  joinedAtMs: z.number(),
  roundTripMs: z.number().nullable(),
  mediaUntilMs: z.number(),
  mediaEpoch: z.number(),
  accessUntilMs: z.number().nullable(),
});

/**
 * What is known while the object is awake. The device stands in the socket's attachment too; it is null once the socket
 * was let go, whether or not the other side has noticed. Losing the rest costs a moment's precision.
 */
type Memory = { connection: Connection | null; lastMessageAtMs: number; report: DeviceReport | null; messages: MessageBudget };
type MessageBudget = { left: number; countedAtMs: number };

/** The sockets of a room and what is known of the devices behind them. */
export type ConnectionStore = {
  sockets(): readonly WebSocket[];
  /** Null where the room has let go of the socket. */
  connectionOf(socket: WebSocket): Connection | null;
  add(socket: WebSocket, connection: Connection): void;
  setRoundTrip(socket: WebSocket, roundTripMs: number): void;
  setMedia(socket: WebSocket, media: Pick<Connection, "mediaUntilMs" | "mediaEpoch">): void;
  setPerson(socket: WebSocket, person: Person): void;
  /** A member is here by right, however they came in. */
  setRole(socket: WebSocket, role: Role | null): void;
  /** Nobody needs a password's token any more. */
  forgetAccessEnds(): void;
  /** Notes that something came, which weighs as much as so many frames; false where that is more than a device may send. */
  hear(socket: WebSocket, nowMs: number, messages?: number): boolean;
  report(socket: WebSocket, report: DeviceReport | null): void;
  reports(): readonly DeviceReport[];
  /** Who has said nothing, and answered no ping, for longer than this. */
  silentFor(ms: number, nowMs: number): readonly WebSocket[];
  forget(socket: WebSocket): void;
};

export function createConnectionStore(ctx: DurableObjectState): ConnectionStore {
  const memories = new WeakMap<WebSocket, Memory>();

  function memoryOf(socket: WebSocket): Memory {
    const known = memories.get(socket);
    if (known) return known;
    const stored = connectionSchema.safeParse(socket.deserializeAttachment());
    const connection = stored.success ? stored.data : null;
    const fresh = {
      connection,
      lastMessageAtMs: 0,
      report: null,
      messages: { left: connectionLimits.socketMessageBurst, countedAtMs: 0 },
    };
    memories.set(socket, fresh);
    return fresh;
  }

  const connectionOf = (socket: WebSocket) => memoryOf(socket).connection;
  // one that was closed may be listed until its other side answers
  const sockets = () => ctx.getWebSockets().filter((socket) => connectionOf(socket) !== null);

  function setConnection(socket: WebSocket, connection: Connection | null): void {
    memoryOf(socket).connection = connection;
    socket.serializeAttachment(connection);
  }

  return {
    sockets,
    connectionOf,
    add(socket, connection) {
      setConnection(socket, connection);
      ctx.acceptWebSocket(socket);
    },
    setRoundTrip(socket, roundTripMs) {
      const connection = connectionOf(socket);
      // written only when it says something new: an attachment is stored
      if (!connection || isClose(connection.roundTripMs, roundTripMs)) return;
      setConnection(socket, { ...connection, roundTripMs: Math.round(roundTripMs) });
    },
    setMedia(socket, media) {
      const connection = connectionOf(socket);
      if (connection) setConnection(socket, { ...connection, ...media });
    },
    setPerson(socket, person) {
      const connection = connectionOf(socket);
      if (connection) setConnection(socket, { ...connection, person });
    },
    setRole(socket, role) {
      const connection = connectionOf(socket);
      if (connection) setConnection(socket, { ...connection, role, ...(isMember(role) && { accessUntilMs: null }) });
    },
    forgetAccessEnds() {
      for (const socket of sockets()) {
        const connection = connectionOf(socket);
        if (connection?.accessUntilMs) setConnection(socket, { ...connection, accessUntilMs: null });
      }
    },
    hear(socket, nowMs, messages = 1) {
      const memory = memoryOf(socket);
      memory.lastMessageAtMs = nowMs;
      const earned = ((nowMs - memory.messages.countedAtMs) / 1000) * connectionLimits.socketMessagesPerSecond;
      const left = Math.min(connectionLimits.socketMessageBurst, memory.messages.left + earned) - messages;
      memory.messages = { left: Math.max(0, left), countedAtMs: nowMs };
      return left >= 0;
    },
    report(socket, report) {
      memoryOf(socket).report = report;
    },
    reports: () => sockets().flatMap((socket) => memoryOf(socket).report ?? []),
    silentFor: (ms, nowMs) =>
      sockets().filter((socket) => {
        const pingedAtMs = ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0;
        const { connection, lastMessageAtMs } = memoryOf(socket);
        return nowMs - Math.max(pingedAtMs, lastMessageAtMs, connection?.joinedAtMs ?? 0) > ms;
      }),
    forget: (socket) => setConnection(socket, null),
  };
}

/** Who is here, by person, with the devices of each; guests are counted only. */
export function listPresence(connections: readonly Connection[]): {
  readonly present: readonly PresentPerson[];
  readonly anonymous: number;
} {
  const present = new Map<UserId, PresentPerson>();
  let anonymous = 0;
  for (const { person, role } of connections) {
    if (person) present.set(person.id, { person, role, devices: (present.get(person.id)?.devices ?? 0) + 1 });
    else anonymous += 1;
  }
  return { present: [...present.values()], anonymous };
}

function isClose(known: number | null, now: number): boolean {
  return known !== null && Math.abs(known - now) <= Math.max(5, known * 0.2);
}
