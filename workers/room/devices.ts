import { z } from "zod";
import type { UserId } from "#app/domain/ids.ts";
import { limits } from "#app/domain/limits.ts";
import { ROLES, type Role } from "#app/domain/permissions.ts";
import type { Person } from "#app/domain/person.ts";
import type { DeviceReport } from "#app/domain/unison.ts";
import type { Present } from "#app/protocol/room-socket.ts";

/** Who is on a socket, kept with it so that it outlives hibernation. The Worker has checked all of it. */
export type Device = {
  /** Null: a guest. */
  readonly person: Person | null;
  readonly role: Role | null;
  readonly joinedAtMs: number;
  /** What the device last measured; sets how far ahead starts lie. */
  readonly roundTripMs: number | null;
  /** Until when it may fetch sound; 0: nothing has been granted yet. */
  readonly mediaUntilMs: number;
};

export const personSchema: z.ZodType<Person> = z.object({
  id: z.string().transform((id) => id as UserId),
  name: z.string(),
  avatar: z.string(),
});

export const deviceSchema: z.ZodType<Device> = z.object({
  person: personSchema.nullable(),
  role: z.enum(ROLES).nullable(),
  joinedAtMs: z.number(),
  roundTripMs: z.number().nullable(),
  mediaUntilMs: z.number(),
});

/** What is only known while the object is awake: losing it costs a moment's precision. */
type Memory = { heardAtMs: number; report: DeviceReport | null; frames: FrameBudget };
type FrameBudget = { left: number; countedAtMs: number };

/** The sockets of a room and what is known of the devices behind them. */
export type Devices = {
  sockets(): readonly WebSocket[];
  deviceOf(socket: WebSocket): Device | null;
  add(socket: WebSocket, device: Device): void;
  setRoundTrip(socket: WebSocket, roundTripMs: number): void;
  setMediaUntil(socket: WebSocket, mediaUntilMs: number): void;
  /** Notes that something came; false where more came than a device may send. */
  hear(socket: WebSocket, nowMs: number): boolean;
  report(socket: WebSocket, report: DeviceReport | null): void;
  reports(): readonly DeviceReport[];
  /** Who has said nothing, and answered no ping, for longer than this. */
  silentFor(ms: number, nowMs: number): readonly WebSocket[];
  forget(socket: WebSocket): void;
};

export function openDevices(ctx: DurableObjectState): Devices {
  const gone = new WeakSet<WebSocket>();
  const memories = new WeakMap<WebSocket, Memory>();
  const sockets = () => ctx.getWebSockets().filter((socket) => !gone.has(socket));

  function deviceOf(socket: WebSocket): Device | null {
    const parsed = deviceSchema.safeParse(socket.deserializeAttachment());
    return parsed.success ? parsed.data : null;
  }

  /** Written only when it says something new: an attachment is stored. */
  function change(socket: WebSocket, device: Device, changes: Partial<Device>): void {
    socket.serializeAttachment({ ...device, ...changes } satisfies Device);
  }

  function memoryOf(socket: WebSocket, nowMs: number): Memory {
    const known = memories.get(socket);
    if (known) return known;
    const fresh = { heardAtMs: 0, report: null, frames: { left: limits.socketFrameBurst, countedAtMs: nowMs } };
    memories.set(socket, fresh);
    return fresh;
  }

  return {
    sockets,
    deviceOf,
    add(socket, device) {
      socket.serializeAttachment(device);
      ctx.acceptWebSocket(socket);
    },
    setRoundTrip(socket, roundTripMs) {
      const device = deviceOf(socket);
      if (device && !isClose(device.roundTripMs, roundTripMs)) {
        change(socket, device, { roundTripMs: Math.round(roundTripMs) });
      }
    },
    setMediaUntil(socket, mediaUntilMs) {
      const device = deviceOf(socket);
      if (device && device.mediaUntilMs !== mediaUntilMs) change(socket, device, { mediaUntilMs });
    },
    hear(socket, nowMs) {
      const memory = memoryOf(socket, nowMs);
      memory.heardAtMs = nowMs;
      const earned = ((nowMs - memory.frames.countedAtMs) / 1000) * limits.socketFramesPerSecond;
      const left = Math.min(limits.socketFrameBurst, memory.frames.left + earned) - 1;
      memory.frames = { left: Math.max(0, left), countedAtMs: nowMs };
      return left >= 0;
    },
    report(socket, report) {
      memoryOf(socket, 0).report = report;
    },
    reports: () => sockets().flatMap((socket) => memories.get(socket)?.report ?? []),
    silentFor: (ms, nowMs) =>
      sockets().filter((socket) => {
        const pingedAtMs = ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0;
        const heardAtMs = Math.max(pingedAtMs, memories.get(socket)?.heardAtMs ?? 0, deviceOf(socket)?.joinedAtMs ?? 0);
        return nowMs - heardAtMs > ms;
      }),
    forget: (socket) => void gone.add(socket),
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
