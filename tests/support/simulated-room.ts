import { type Role, toEffectiveRole } from "#app/domain/access/permissions.ts";
import type { DeviceId, TrackId, UserId } from "#app/domain/ids.ts";
import type { Actor } from "#app/domain/room/decision.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import { packEntries } from "#app/protocol/packed-entries.ts";
import { CLOSE_CODES, PING, PONG, type ServerMessage } from "#app/protocol/room-messages.ts";
import { decodeClientMessage, encodeServerMessage } from "#app/protocol/room-server-codec.ts";
import { RoomConnection } from "#app/server-client/room/room-connection.ts";
import type { NewLogRow } from "#workers/room-object/room-log.ts";
import { createRoomStore, type RoomStore } from "#workers/room-object/room-store.ts";
import { INFO, SERVER } from "./builders.ts";
import { createMemoryRoomStorage } from "./memory-room-storage.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** The quality of the network between a device and the room. Chances are between 0 and 1. */
export type Link = {
  readonly delayMs: number;
  readonly jitterMs: number;
  /** That a message breaks its connection. */
  readonly breakChance: number;
  /** That the device does not notice a break. */
  readonly silentBreakChance: number;
  /** That events of the room are lost although the connection lives on. */
  readonly lossChance: number;
};

const NO_CHAT_LIMITS = { slowModeMs: 0, mute: null, lastSentAtMs: null } as const;

export type SimulatedRoom = {
  state(): RoomState;
  store(): RoomStore;
  /** The log. The places of its rows count from 1. */
  log(): readonly NewLogRow[];
  /** Removes deleted tracks for good, as the room object does when an account is removed. */
  removeTracks(trackIds: readonly TrackId[]): void;
  /** Removes the object from memory. The next message creates a new one from what is stored. */
  evict(): void;
  join(person: { readonly userId: UserId | null; readonly role: Role | null }, link: Link): RoomConnection;
  /** From now on no connection breaks and no event is lost. */
  repairLinks(): void;
  /** The number of messages and pings that devices have sent. */
  receivedCount(): number;
  /** When messages of devices have arrived, ms. The platform answers pings without waking the room. */
  messageTimesMs(): readonly number[];
};

type Wire = {
  readonly socket: SimulatedSocket;
  readonly actor: Actor & { kind: "person" };
  isUp: boolean;
  /** When the latest message arrives; later ones cannot overtake it. */
  busyUntilMs: number;
};

/** Runs the state of a room object in virtual time, with devices on links of any quality. */
export function simulateRoom(time: VirtualTime, random: () => number): SimulatedRoom {
  const storage = createMemoryRoomStorage();
  const wires = new Set<Wire>();
  let store: RoomStore | null = null;
  let areLinksRepaired = false;
  let received = 0;
  const messageTimesMs: number[] = [];
  let clockEpoch = 1;

  function openStore(): RoomStore {
    store ??= createRoomStore(
      {
        storage,
        log: storage.log,
        moment: () => ({ serverNowMs: Math.floor(time.nowMs()), leadMs: 200 }),
        publish: (events, revision) => {
          for (const wire of wires) {
            const isLost = !areLinksRepaired && random() < wire.socket.link.lossChance;
            if (!isLost) sendToDevice(wire, { type: "events", revision, events });
          }
        },
      },
      INFO,
    );
    if (!store) throw new Error("no room");
    return store;
  }

  /** Delivers a message after those before it, or breaks the connection. */
  function transmit(wire: Wire, link: Link, deliver: () => void): void {
    if (!wire.isUp) return;
    if (!areLinksRepaired && random() < link.breakChance) {
      breakWire(wire, random() < link.silentBreakChance);
      return;
    }
    wire.busyUntilMs = Math.max(wire.busyUntilMs, time.nowMs() + link.delayMs + random() * link.jitterMs);
    time.after(wire.busyUntilMs - time.nowMs(), () => wire.isUp && deliver());
  }

  function breakWire(wire: Wire, isSilent: boolean): void {
    wire.isUp = false;
    wires.delete(wire);
    if (!isSilent) time.after(50, () => wire.socket.end(1006));
  }

  function sendToDevice(wire: Wire, message: ServerMessage | typeof PONG): void {
    const text = typeof message === "string" ? message : encodeServerMessage(message);
    transmit(wire, wire.socket.link, () => wire.socket.onmessage?.({ data: text }));
  }

  function receiveFromDevice(wire: Wire, raw: string): void {
    received += 1;
    if (raw === PING) return sendToDevice(wire, PONG);
    messageTimesMs.push(time.nowMs());
    const message = decodeClientMessage(raw);
    if (!message.ok) throw new Error(`invalid message from a device: ${raw}`);
    if (message.value.type === "request-snapshot") return sendToDevice(wire, buildSnapshot(wire));
    if (message.value.type === "set-name") return;
    if (message.value.type === "clock" || message.value.type === "report") return sendTime(wire, message.value.sentLocalMs);
    if (message.value.type !== "command") return;
    const { id, command } = message.value;
    const result = openStore().run(command, wire.actor, id);
    sendToDevice(wire, { type: "reply", id, error: result.ok ? null : result.error });
  }

  function sendTime(wire: Wire, sentLocalMs: number): void {
    const serverMs = Math.floor(time.nowMs());
    sendToDevice(wire, { type: "clock", sentLocalMs, serverMs, clockEpoch: String(clockEpoch) });
  }

  function buildSnapshot({ actor }: Wire): ServerMessage {
    const room = openStore();
    room.run({ type: "tick" }, SERVER);
    const { playlist, ...state } = room.state();
    return {
      type: "snapshot",
      deviceId: "a".repeat(16) as DeviceId,
      revision: room.revision(),
      state,
      entries: packEntries(playlist),
      entryCount: playlist.length,
      self: { userId: actor.userId, effectiveRole: actor.effectiveRole },
      present: [],
      guests: 0,
      guestNames: [],
      media: { query: "", expiresAtMs: 0 },
      syncSummary: { devices: 0, errorsMs: [], withinMs: 0 },
      clockEpoch: String(clockEpoch),
      chat: { latestSeq: 0, change: 0, readSeq: null, unread: 0, mention: null, limits: NO_CHAT_LIMITS },
    };
  }

  function connect(actor: Wire["actor"], link: Link): SimulatedSocket {
    const socket = new SimulatedSocket(link);
    const wire: Wire = { socket, actor, isUp: true, busyUntilMs: 0 };
    socket.onSend = (raw) => transmit(wire, link, () => receiveFromDevice(wire, raw));
    socket.onClose = () => {
      wire.isUp = false;
      wires.delete(wire);
    };
    time.after(link.delayMs, () => {
      if (!wire.isUp) return;
      wires.add(wire);
      socket.begin();
      sendToDevice(wire, buildSnapshot(wire));
    });
    return socket;
  }

  return {
    state: () => openStore().state(),
    store: openStore,
    log: () => storage.log.list(),
    removeTracks(trackIds) {
      openStore().run({ type: "remove-tracks", trackIds }, SERVER);
      storage.log.removeTracks(trackIds);
    },
    evict() {
      clockEpoch += 1;
      store = null;
    },
    repairLinks() {
      areLinksRepaired = true;
    },
    receivedCount: () => received,
    messageTimesMs: () => messageTimesMs,
    join({ userId, role }, link) {
      const actor = { kind: "person", userId, effectiveRole: toEffectiveRole(role, userId !== null) } as const;
      return new RoomConnection({
        after: time.after,
        random,
        // the part of a WebSocket that a room connection uses
        connect: () => connect(actor, link) as unknown as WebSocket,
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
