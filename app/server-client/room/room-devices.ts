import type { ListedDevice } from "#app/domain/devices/device.ts";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import type { DeviceRequest } from "#app/domain/devices/sound-check.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { EditId } from "#app/domain/ids.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";
import type { ServerMessage } from "#app/protocol/room-messages.ts";
import { addToHistory, type DeviceHistory, NO_HISTORY } from "./device-history.ts";
import { newEditId, type RoomConnection } from "./room-connection.ts";

/** The devices of a room. `others` are present but not listed. */
export type DeviceList = { readonly devices: readonly ListedDevice[]; readonly others: number };

export type RoomDevicesDeps = {
  readonly connection: Pick<RoomConnection, "send" | "onMessage" | "view">;
  readonly nowMs: () => number;
  /** Runs a callback after a delay. Returns the function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
};

const REQUEST_TIMEOUT_MS = 6000;

/** The devices of a room, for a page that watches them, and the requests about them. */
export class RoomDevices {
  readonly #deps: RoomDevicesDeps;
  readonly #list = createStore<DeviceList | null>(null);
  readonly #history = createStore<DeviceHistory>(NO_HISTORY.history);
  #recorded = NO_HISTORY;
  readonly #pending = new Map<string, (error: ErrorCode | null) => void>();
  readonly #stops: readonly (() => void)[];
  #watchers = 0;
  #cancelRenewal: () => void = () => undefined;

  constructor(deps: RoomDevicesDeps) {
    this.#deps = deps;
    const { connection } = deps;
    this.#stops = [
      connection.onMessage((message) => this.#receive(message)),
      connection.view.subscribe(() => this.#handleView()),
    ];
  }

  /** Null until the room has sent the list to a page that watches. */
  get list(): ReadableStore<DeviceList | null> {
    return this.#list;
  }

  /** The errors of the last minutes, while they were watched. */
  get history(): ReadableStore<DeviceHistory> {
    return this.#history;
  }

  /** Keeps the list up to date until the returned function is called. */
  watch(): () => void {
    this.#watchers += 1;
    if (this.#watchers === 1) this.#renew();
    let isWatching = true;
    return () => {
      if (!isWatching) return;
      isWatching = false;
      this.#watchers -= 1;
      if (this.#watchers === 0) this.#end();
    };
  }

  /** Sends a request and resolves to the room's reply: null, or why it was refused. */
  request(request: DeviceRequest, id: EditId = newEditId()): Promise<ErrorCode | null> {
    const { connection, after } = this.#deps;
    return new Promise((resolve) => {
      const cancelTimeout = after(REQUEST_TIMEOUT_MS, () => this.#settle(id, "network"));
      this.#pending.set(id, (error) => {
        cancelTimeout();
        resolve(error);
      });
      if (!connection.send({ type: "device-request", id, request })) this.#settle(id, "network");
    });
  }

  close(): void {
    if (this.#watchers > 0) this.#end();
    this.#watchers = 0;
    for (const stop of this.#stops) stop();
    this.#settleAll();
  }

  #renew(): void {
    const { connection, after } = this.#deps;
    connection.send({ type: "watch-devices", isOn: true });
    this.#cancelRenewal();
    this.#cancelRenewal = after(deviceLimits.watchRenewMs, () => this.#renew());
  }

  #end(): void {
    this.#cancelRenewal();
    this.#deps.connection.send({ type: "watch-devices", isOn: false });
  }

  #receive(message: ServerMessage): void {
    // a new connection does not know of the watch
    if (message.type === "snapshot" && this.#watchers > 0) this.#renew();
    if (message.type === "reply") this.#settle(message.id, message.error);
    if (message.type !== "devices") return;
    const { devices, others } = message;
    this.#list.set({ devices, others });
    this.#recorded = addToHistory(this.#recorded, devices, this.#deps.nowMs());
    this.#history.set(this.#recorded.history);
  }

  /** The reply to a request is lost with the connection. */
  #handleView(): void {
    const { connection } = this.#deps.connection.view.get();
    if (connection !== "open") this.#settleAll();
    if (connection === "closed") this.#list.set(null);
  }

  #settle(id: string, error: ErrorCode | null): void {
    const settle = this.#pending.get(id);
    this.#pending.delete(id);
    settle?.(error);
  }

  #settleAll(): void {
    for (const id of [...this.#pending.keys()]) this.#settle(id, "network");
  }
}
