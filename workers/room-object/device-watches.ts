import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import type { Broadcaster } from "./broadcaster.ts";
import type { ConnectedDevice } from "./connected-device.ts";
import type { ConnectionStore } from "./connection-store.ts";
import { findReportIntervals } from "./report-intervals.ts";

type Deps = {
  readonly connections: Pick<ConnectionStore, "entries" | "presence">;
  readonly broadcaster: Pick<Broadcaster, "send">;
  /** Called before devices begin to report: what they have reported before is outdated. */
  readonly onBegun: () => void;
};

/** A lease is sent again only if that extends it by this, ms: in a large room, many pages may watch. */
const EXTENSION_MS = deviceLimits.watchRenewMs / 2;

/**
 * The pages that watch the devices of a room. The devices report for the length of a lease, which each renewal of a watch extends.
 * The lease is not ended early: pages that begin and end a watch again and again would reach everyone with that.
 */
export class DeviceWatches {
  readonly #deps: Deps;
  /** When each watch ends, server time. */
  readonly #watches = new Map<WebSocket, number>();
  /** Until when the devices report, server time; 0 before the first watch. */
  #leaseEndsMs = 0;
  /** How often each device has been asked to report, ms. */
  readonly #everyMs = new WeakMap<WebSocket, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Begins a watch, or renews it. Returns whether it begins. */
  watch(socket: WebSocket): boolean {
    const nowMs = Date.now();
    const isNew = !this.list().includes(socket);
    if (!this.isLeased(nowMs)) this.#deps.onBegun();
    this.#watches.set(socket, nowMs + deviceLimits.watchMs);
    this.#extendLease(nowMs);
    return isNew;
  }

  end(socket: WebSocket): void {
    this.#watches.delete(socket);
  }

  /** Asks a device that has joined to report, if it should. */
  join(device: ConnectedDevice): void {
    const nowMs = Date.now();
    if (this.isLeased(nowMs)) this.#requestReports([device], nowMs);
  }

  /** Whether the devices report. */
  isLeased(nowMs: number): boolean {
    return nowMs < this.#leaseEndsMs;
  }

  /** How often a device reports, ms. */
  everyMs(socket: WebSocket): number {
    return this.#everyMs.get(socket) ?? deviceLimits.reportMs;
  }

  /** The sockets of those who watch. */
  list(): readonly WebSocket[] {
    const nowMs = Date.now();
    for (const [socket, endsMs] of this.#watches) if (nowMs >= endsMs) this.#watches.delete(socket);
    return [...this.#watches.keys()];
  }

  #extendLease(nowMs: number): void {
    if (this.#leaseEndsMs - nowMs > deviceLimits.watchMs - EXTENSION_MS) return;
    this.#leaseEndsMs = nowMs + deviceLimits.watchMs;
    const devices = this.#deps.connections.entries();
    this.#requestReports(
      devices.map(({ key: socket, connection }) => ({ socket, connection })),
      nowMs,
    );
  }

  #requestReports(devices: readonly ConnectedDevice[], nowMs: number): void {
    const { connections, broadcaster } = this.#deps;
    const findIntervalMs = findReportIntervals(connections);
    const leaseMs = this.#leaseEndsMs - nowMs;
    for (const { socket, connection } of devices) {
      const everyMs = findIntervalMs(connection);
      this.#everyMs.set(socket, everyMs);
      broadcaster.send(socket, { type: "device-reports-wanted", wanted: { everyMs, leaseMs } });
    }
  }
}
