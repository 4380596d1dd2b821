import { INITIAL_STATUS } from "#app/audio/engine-status.ts";
import type { DeviceHealth, ListedDevice } from "#app/domain/devices/device.ts";
import type { DeviceRequest, SoundCheck } from "#app/domain/devices/sound-check.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { DeviceId, EditId } from "#app/domain/ids.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { createStore } from "#app/lib/store.ts";
import type { ClientMessage, ServerMessage } from "#app/protocol/room-messages.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import type { DeviceList } from "#app/server-client/room/room-devices.ts";
import { INITIAL_ROOM_VIEW, type RoomView } from "#app/server-client/room/room-view.ts";

/** A connection to a room of which a test is the server. */
export function createFakeConnection() {
  const view = createStore<RoomView>({ ...INITIAL_ROOM_VIEW, connection: "open" });
  const sent: ClientMessage[] = [];
  const listeners = new Set<(message: ServerMessage) => void>();
  return {
    view,
    sent,
    /** Drops messages while the connection is not open, as the real one does. */
    send(message: ClientMessage) {
      const isOpen = view.get().connection === "open";
      if (isOpen) sent.push(message);
      return isOpen;
    },
    onMessage(listener: (message: ServerMessage) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    receive(message: ServerMessage) {
      for (const listener of [...listeners]) listener(message);
    },
    setConnection: (connection: RoomView["connection"]) => view.update((current) => ({ ...current, connection })),
    listenerCount: () => listeners.size,
  };
}

/** A room that receives commands. Each gets the next reply, null once there are no more. */
export function createCommandRoom(view: Partial<RoomView> = {}) {
  const commands: RoomCommand[] = [];
  const editIds: (EditId | undefined)[] = [];
  const replies: (ErrorCode | null)[] = [];
  const connection: Pick<RoomConnection, "view" | "command"> = {
    view: createStore<RoomView>({ ...INITIAL_ROOM_VIEW, connection: "open", ...view }),
    async command(command, id) {
      commands.push(command);
      editIds.push(id);
      return replies.shift() ?? null;
    },
  };
  return { connection, commands, editIds, replies };
}

/** An engine that records the calls. Its server time is `server.nowMs`. */
export function createFakeEngine() {
  const calls: (readonly [string, ...unknown[]])[] = [];
  const record =
    (name: string) =>
    (...values: unknown[]) =>
      void calls.push([name, ...values]);
  const status = createStore({ ...INITIAL_STATUS, sound: "on" as "on" | "locked" | "stopped" });
  const entries = createStore<readonly { readonly atMs: number; readonly kind: string }[]>([]);
  const sinkId = createStore("");
  const server = { nowMs: 1_000_000 as number | null };
  return {
    calls,
    server,
    status,
    sinkId,
    canSetSink: true,
    // no part of it is used
    context: {} as AudioContext,
    log: {
      get: entries.get,
      subscribe: entries.subscribe,
      add: (kind: string) => entries.update((all) => [...all, { atMs: Date.now(), kind }]),
    },
    serverNowMs: () => server.nowMs,
    toContextSec: (serverMs: number) => serverMs / 1000,
    setRoomGain: record("setRoomGain"),
    setSpeakerRole: record("setSpeakerRole"),
    setKeepAlive: record("setKeepAlive"),
    async setSink(id: string) {
      sinkId.set(id);
    },
    startSoundCheck: record("startSoundCheck") as (check: SoundCheck) => void,
    endSoundCheck: record("endSoundCheck") as (id: string) => void,
    /** The values of the calls of one method. */
    values: (name: string) => calls.filter(([called]) => called === name).map(([, ...values]) => values[0]),
  };
}

/** The devices of a room. Each request gets the next reply, null once there are no more. */
export function createFakeDevices(devices: readonly ListedDevice[], replies: (ErrorCode | null)[] = []) {
  const requests: DeviceRequest[] = [];
  const ids: (string | undefined)[] = [];
  let watchers = 0;
  return {
    requests,
    ids,
    list: createStore<DeviceList | null>({ devices, others: 0 }),
    watch() {
      watchers += 1;
      return () => {
        watchers -= 1;
      };
    },
    watchers: () => watchers,
    async request(request: DeviceRequest, id?: string) {
      requests.push(request);
      ids.push(id);
      return replies.shift() ?? null;
    },
  };
}

export function buildDevice(id: string, report: Partial<DeviceHealth> | null = {}): ListedDevice {
  const health: DeviceHealth = {
    ...{ name: `device ${id}`, kind: "phone", role: "all", volume: 1, isMuted: false, delayMs: 0, sound: "on" },
    ...{ isInSync: true, errorMs: 1, boundMs: 2, roundTripMs: 30, bufferMs: 20_000, outputName: null, outputLatencyMs: 10 },
    ...{ isSettling: false, trouble: null },
  };
  return { id: id as DeviceId, person: null, guestName: null, report: report && { ...health, ...report } };
}
