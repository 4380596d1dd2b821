import { fullBudget, type Rate, spend } from "#app/domain/access/budget.ts";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import type { Broadcaster } from "./broadcaster.ts";
import type { ConnectionStore } from "./connection-store.ts";
import type { DeviceReports } from "./device-reports.ts";
import { EncodedDevices } from "./encoded-devices.ts";

type Deps = {
  readonly connections: ConnectionStore;
  readonly broadcaster: Broadcaster;
  readonly reports: Pick<DeviceReports, "find">;
  /** Those who watch. */
  readonly watchers: () => readonly WebSocket[];
};
/** A version of the list, and when it was made or sent, server time. */
type Dated = { readonly atMs: number; readonly version: number };

/** Lists are 40 kB long in a large room. */
const LIST_RATE: Rate = { burst: deviceLimits.listsPerSecond, perSecond: deviceLimits.listsPerSecond };
const NO_VERSION = -1;
/** Collects the changes that follow the first one, ms. */
const COLLECTION_MS = 100;

/** Decides when those who watch receive the devices of a room: after a change, but neither too often nor too many at once. */
export class DeviceListPublisher {
  readonly #deps: Deps;
  /** Increases with each change of the list. */
  #version = 0;
  /** The list that each watcher has received last. Kept when a watch ends, so that beginning it again is no way to get more. */
  readonly #sent = new WeakMap<WebSocket, Dated>();
  #encoded: (Dated & { readonly devices: EncodedDevices }) | null = null;
  #budget = fullBudget(LIST_RATE);
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** To be called after devices, or what they have reported, have changed. */
  publish(): void {
    this.#version += 1;
    this.#schedule();
  }

  /** Sends the list to a recipient whose watch begins: at once, unless their previous watch has just ended. */
  begin(socket: WebSocket): void {
    this.#sent.set(socket, { ...this.#sentTo(socket), version: NO_VERSION });
    this.#send();
  }

  /** Sends the list to those who do not have the latest one: those who have waited longest first. */
  #send(): void {
    const nowMs = Date.now();
    for (const socket of this.#listOutdated()) {
      if (nowMs < this.#sentTo(socket).atMs + deviceLimits.listMs || !this.#spend(nowMs)) break;
      this.#sendTo(socket, nowMs);
    }
    this.#schedule();
  }

  #sendTo(socket: WebSocket, nowMs: number): void {
    const { connections, broadcaster } = this.#deps;
    const viewer = connections.get(socket);
    if (!viewer) return;
    this.#sent.set(socket, { atMs: nowMs, version: this.#version });
    broadcaster.sendText(socket, this.#encode(nowMs).listFor(viewer));
  }

  #schedule(): void {
    if (this.#timer !== null) return;
    const [next] = this.#listOutdated();
    if (!next) return;
    const waitMs = this.#sentTo(next).atMs + deviceLimits.listMs - Date.now();
    this.#timer = setTimeout(() => this.#sendScheduled(), Math.max(waitMs, COLLECTION_MS));
  }

  #sendScheduled(): void {
    this.#timer = null;
    this.#send();
  }

  #listOutdated(): readonly WebSocket[] {
    const outdated = this.#deps.watchers().filter((socket) => this.#sentTo(socket).version !== this.#version);
    return outdated.sort((a, b) => this.#sentTo(a).atMs - this.#sentTo(b).atMs);
  }

  #sentTo(socket: WebSocket): Dated {
    return this.#sent.get(socket) ?? { atMs: 0, version: NO_VERSION };
  }

  #spend(nowMs: number): boolean {
    const { budget, isExceeded } = spend(this.#budget, { rate: LIST_RATE, cost: 1, nowMs });
    this.#budget = budget;
    return !isExceeded;
  }

  #encode(nowMs: number): EncodedDevices {
    const version = this.#version;
    // reports become outdated without a change
    if (this.#encoded?.version === version && nowMs < this.#encoded.atMs + deviceLimits.listMs) return this.#encoded.devices;
    const { connections, reports } = this.#deps;
    const devices = connections.entries().map(({ key, connection }) => ({ connection, report: reports.find(key, nowMs) }));
    this.#encoded = { version, atMs: nowMs, devices: new EncodedDevices(devices) };
    return this.#encoded.devices;
  }
}
