import { z } from "zod";
import { isMember, ROLES, type Role } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { UserId } from "#app/domain/ids.ts";
import { limits } from "#app/domain/limits.ts";
import type { DeviceReport } from "#app/domain/sync/room-sync-summary.ts";
import type { Present } from "#app/protocol/room-messages.ts";

/** Who is on a socket, kept with it so that it outlives hibernation. The Worker has checked all of it. */
export type Device = {
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

export const deviceSchema: z.ZodType<Device> = z.object({
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
type Memory = { device: Device | null; heardAtMs: number; report: DeviceReport | null; frames: FrameBudget };
type FrameBudget = { left: number; countedAtMs: number };

/** The sockets of a room and what is known of the devices behind them. */
export type Devices = {
  sockets(): readonly WebSocket[];
  /** Null where the room has let go of the socket. */
  deviceOf(socket: WebSocket): Device | null;
  add(socket: WebSocket, device: Device): void;
  setRoundTrip(socket: WebSocket, roundTripMs: number): void;
  setMedia(socket: WebSocket, media: Pick<Device, "mediaUntilMs" | "mediaEpoch">): void;
  setPerson(socket: WebSocket, person: Person): void;
  /** A member is here by right, however they came in. */
  setRole(socket: WebSocket, role: Role | null): void;
  /** Nobody needs a password's token any more. */
  forgetAccessEnds(): void;
  /** Notes that something came, which weighs as much as so many frames; false where that is more than a device may send. */
  hear(socket: WebSocket, nowMs: number, frames?: number): boolean;
  report(socket: WebSocket, report: DeviceReport | null): void;
  reports(): readonly DeviceReport[];
  /** Who has said nothing, and answered no ping, for longer than this. */
  silentFor(ms: number, nowMs: number): readonly WebSocket[];
  forget(socket: WebSocket): void;
};

export function openDevices(ctx: DurableObjectState): Devices {
  const memories = new WeakMap<WebSocket, Memory>();

  function memoryOf(socket: WebSocket): Memory {
    const known = memories.get(socket);
    if (known) return known;
    const stored = deviceSchema.safeParse(socket.deserializeAttachment());
    const device = stored.success ? stored.data : null;
    const fresh = { device, heardAtMs: 0, report: null, frames: { left: limits.socketFrameBurst, countedAtMs: 0 } };
    memories.set(socket, fresh);
    return fresh;
  }

  const deviceOf = (socket: WebSocket) => memoryOf(socket).device;
  // one that was closed may be listed until its other side answers
  const sockets = () => ctx.getWebSockets().filter((socket) => deviceOf(socket) !== null);

  function setDevice(socket: WebSocket, device: Device | null): void {
    memoryOf(socket).device = device;
    socket.serializeAttachment(device);
  }

  return {
    sockets,
    deviceOf,
    add(socket, device) {
      setDevice(socket, device);
      ctx.acceptWebSocket(socket);
    },
    setRoundTrip(socket, roundTripMs) {
      const device = deviceOf(socket);
      // written only when it says something new: an attachment is stored
      if (!device || isClose(device.roundTripMs, roundTripMs)) return;
      setDevice(socket, { ...device, roundTripMs: Math.round(roundTripMs) });
    },
    setMedia(socket, media) {
      const device = deviceOf(socket);
      if (device) setDevice(socket, { ...device, ...media });
    },
    setPerson(socket, person) {
      const device = deviceOf(socket);
      if (device) setDevice(socket, { ...device, person });
    },
    setRole(socket, role) {
      const device = deviceOf(socket);
      if (device) setDevice(socket, { ...device, role, ...(isMember(role) && { accessUntilMs: null }) });
    },
    forgetAccessEnds() {
      for (const socket of sockets()) {
        const device = deviceOf(socket);
        if (device?.accessUntilMs) setDevice(socket, { ...device, accessUntilMs: null });
      }
    },
    hear(socket, nowMs, frames = 1) {
      const memory = memoryOf(socket);
      memory.heardAtMs = nowMs;
      const earned = ((nowMs - memory.frames.countedAtMs) / 1000) * limits.socketFramesPerSecond;
      const left = Math.min(limits.socketFrameBurst, memory.frames.left + earned) - frames;
      memory.frames = { left: Math.max(0, left), countedAtMs: nowMs };
      return left >= 0;
    },
    report(socket, report) {
      memoryOf(socket).report = report;
    },
    reports: () => sockets().flatMap((socket) => memoryOf(socket).report ?? []),
    silentFor: (ms, nowMs) =>
      sockets().filter((socket) => {
        const pingedAtMs = ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0;
        const { device, heardAtMs } = memoryOf(socket);
        return nowMs - Math.max(pingedAtMs, heardAtMs, device?.joinedAtMs ?? 0) > ms;
      }),
    forget: (socket) => setDevice(socket, null),
  };
}

/** Who is here, by person, with the devices of each; guests are counted only. */
export function whoIsHere(devices: readonly Device[]): { readonly present: readonly Present[]; readonly anonymous: number } {
  const present = new Map<UserId, Present>();
  let anonymous = 0;
  for (const { person, role } of devices) {
    if (person) present.set(person.id, { person, role, devices: (present.get(person.id)?.devices ?? 0) + 1 });
    else anonymous += 1;
  }
  return { present: [...present.values()], anonymous };
}

function isClose(known: number | null, now: number): boolean {
  return known !== null && Math.abs(known - now) <= Math.max(5, known * 0.2);
}
