import { type Role, toEffectiveRole } from "#app/domain/access/permissions.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { Actor } from "#app/domain/room/decision.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import { packEntries } from "#app/protocol/packed-entries.ts";
import { CLOSE_CODES, PING, PONG, PROTOCOL_VERSION, type ServerMessage } from "#app/protocol/room-messages.ts";
import { decodeClientMessage, encodeServerMessage } from "#app/protocol/room-server-codec.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { connectRoom } from "#app/server-client/room/room-connection.ts";
import { createRoomState, type RoomCore } from "#workers/room-object/room-state.ts";
import { INFO, SERVER } from "./builders.ts";
import { memoryRoomStorage } from "./memory-room-storage.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** How bad the way between a device and the room is. Delays in ms; the rest are chances. */
export type Link = {
  readonly delayMs: number;
  readonly jitterMs: number;
  /** Of a message, to be the last that gets through on its connection. */
  readonly breaks: number;
  /** Of a break, that the device is not told of it. */
  readonly isSilent: number;
  /** Of news from the room, to vanish although the connection lives on. */
  readonly loses: number;
};

export type SimulatedRoom = {
  state(): RoomState;
  core(): RoomCore;
  /** The object is thrown out of memory; the next message finds another one. */
  evict(): void;
  join(who: { readonly userId: UserId | null; readonly role: Role | null }, link: Link): RoomConnection;
  /** From now on nothing breaks any more. */
  heal(): void;
};

type Wire = { readonly socket: SimulatedSocket; readonly actor: Actor & { kind: "person" }; isUp: boolean; freeAtMs: number };

/** A room as its object runs it, with devices behind links of any quality, in virtual time. */
export function simulateRoom(time: VirtualTime, random: () => number): SimulatedRoom {
  const storage = memoryRoomStorage();
  const wires = new Set<Wire>();
  let core: RoomCore | null = null;
  let isHealed = false;

  function awake(): RoomCore {
    core ??= createRoomState(
      {
        storage,
        moment: () => ({ serverNowMs: Math.floor(time.nowMs()), leadMs: 200 }),
        publish: (events, revision) => {
          for (const wire of wires) {
            const isLost = !isHealed && random() < wire.socket.link.loses;
            if (!isLost) toDevice(wire, { type: "events", revision, events });
          }
        },
      },
      INFO,
    );
    if (!core) throw new Error("no room");
    return core;
  }

  /** Carries a message, in order; now and then the connection breaks under it. */
  function carry(wire: Wire, link: Link, deliver: () => void): void {
    if (!wire.isUp) return;
    if (!isHealed && random() < link.breaks) {
      breakWire(wire, random() < link.isSilent);
      return;
    }
    wire.freeAtMs = Math.max(wire.freeAtMs, time.nowMs() + link.delayMs + random() * link.jitterMs);
    time.after(wire.freeAtMs - time.nowMs(), () => wire.isUp && deliver());
  }

  function breakWire(wire: Wire, isSilent: boolean): void {
    wire.isUp = false;
    wires.delete(wire);
    if (!isSilent) time.after(50, () => wire.socket.end(1006));
  }

  function toDevice(wire: Wire, frame: ServerMessage | typeof PONG): void {
    const text = typeof frame === "string" ? frame : encodeServerMessage(frame);
    carry(wire, wire.socket.link, () => wire.socket.onmessage?.({ data: text }));
  }

  function fromDevice(wire: Wire, raw: string): void {
    if (raw === PING) return toDevice(wire, PONG);
    const frame = decodeClientMessage(raw);
    if (!frame.ok) throw new Error(`a page said something that makes no sense: ${raw}`);
    if (frame.value.type === "request-snapshot") return toDevice(wire, snapshot(wire));
    if (frame.value.type !== "command") return;
    const { id, command } = frame.value;
    const result = awake().run(command, wire.actor);
    toDevice(wire, { type: "reply", id, error: result.ok ? null : result.error });
  }

  function snapshot({ actor }: Wire): ServerMessage {
    const room = awake();
    room.run({ type: "tick" }, SERVER);
    const { playlist, ...state } = room.state();
    return {
      type: "snapshot",
      version: PROTOCOL_VERSION,
      revision: room.revision(),
      state,
      entries: packEntries(playlist),
      entryCount: playlist.length,
      self: { userId: actor.userId, effectiveRole: actor.effectiveRole },
      present: [],
      anonymous: 0,
      media: { query: "", expiresAtMs: 0 },
      syncSummary: { devices: 0, errorsMs: [], withinMs: 0 },
      serverNowMs: time.nowMs(),
      clockEpoch: "one",
    };
  }

  return {
    state: () => awake().state(),
    core: awake,
    evict() {
      core = null;
    },
    heal() {
      isHealed = true;
    },
    join({ userId, role }, link) {
      const actor = { kind: "person", userId, effectiveRole: toEffectiveRole(role, userId !== null) } as const;
      return connectRoom({
        after: time.after,
        random,
        connect() {
          const socket = new SimulatedSocket(link);
          const wire: Wire = { socket, actor, isUp: true, freeAtMs: 0 };
          socket.onSend = (raw) => carry(wire, link, () => fromDevice(wire, raw));
          socket.onClose = () => {
            wire.isUp = false;
            wires.delete(wire);
          };
          time.after(link.delayMs, () => {
            if (!wire.isUp) return;
            wires.add(wire);
            socket.begin();
            toDevice(wire, snapshot(wire));
          });
          // as much of a WebSocket as a room's connection asks for
          return socket as unknown as WebSocket;
        },
      });
    },
  };
}

/** The device's end of a connection. */
class SimulatedSocket {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onSend: (raw: string) => void = () => undefined;
  onClose: () => void = () => undefined;

  constructor(readonly link: Link) {}

  begin(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  send(raw: string): void {
    if (this.readyState === 1) this.onSend(raw);
  }

  end(code: number): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onClose();
    this.onclose?.({ code });
  }

  close(code = CLOSE_CODES.silent): void {
    this.end(code);
  }
}
