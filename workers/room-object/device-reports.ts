import type { DeviceHealth } from "#app/domain/devices/device.ts";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";

type Stored = { readonly report: DeviceHealth; readonly atMs: number; readonly everyMs: number };

/** The latest report of each device. One that is too old says nothing about its device any more. */
export class DeviceReports {
  readonly #reports = new Map<WebSocket, Stored>();

  /** @param stored with server time, and how often the device reports, ms */
  set(socket: WebSocket, stored: Stored): void {
    this.#reports.set(socket, stored);
  }

  /** Null without a report, and if several that should have followed are missing. */
  find(socket: WebSocket, nowMs: number): DeviceHealth | null {
    const stored = this.#reports.get(socket);
    if (!stored) return null;
    const { reportAgeMs, reportAgeIntervals } = deviceLimits;
    const ageMs = Math.max(reportAgeMs, reportAgeIntervals * stored.everyMs);
    return nowMs - stored.atMs > ageMs ? null : stored.report;
  }

  forget(socket: WebSocket): void {
    this.#reports.delete(socket);
  }

  forgetAll(): void {
    this.#reports.clear();
  }
}
