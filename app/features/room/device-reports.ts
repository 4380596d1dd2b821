import type { DeviceReport } from "#app/domain/sync/room-sync-summary.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";

/** A change of the error by more than this is reported early. */
const SIGNIFICANT_CHANGE_MS = 5;
const EARLY_INTERVAL_MS = 1000;

type ReportDeps = {
  readonly connection: Pick<RoomConnection, "send">;
  readonly localNowMs: () => number;
  /** When the device sends what can wait, device time, ms. */
  readonly nextSlotMs: () => number;
};

/**
 * Sends the deviation of this device to the room: in each wake window while it plays, and early after a significant change, a
 * start or a stop. The room answers with its time, so that a report is also a clock probe.
 */
export function createReportSender({ connection, localNowMs, nextSlotMs }: ReportDeps) {
  let sent: { readonly report: DeviceReport | null; readonly atMs: number; readonly nextMs: number } = {
    report: null,
    atMs: 0,
    nextMs: 0,
  };
  return (report: DeviceReport | null): void => {
    const nowMs = localNowMs();
    const isChange = isSignificantChange(sent.report, report);
    const dueMs = isChange ? sent.atMs + EARLY_INTERVAL_MS : sent.nextMs;
    if (nowMs < dueMs || (report === null && !isChange)) return;
    const isSent = connection.send({ type: "report", report, sentLocalMs: localNowMs() });
    if (isSent) sent = { report, atMs: nowMs, nextMs: nextSlotMs() };
  };
}

function isSignificantChange(from: DeviceReport | null, to: DeviceReport | null): boolean {
  if (from === null || to === null) return from !== to;
  return Math.abs(to.errorMs - from.errorMs) > SIGNIFICANT_CHANGE_MS;
}
