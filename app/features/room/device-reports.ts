import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import type { DeviceReport } from "#app/domain/sync/room-sync-summary.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";

/** A change of the error by more than this is reported early. */
const SIGNIFICANT_CHANGE_MS = 5;
const EARLY_INTERVAL_MS = 1000;

/**
 * Sends the deviation of this device to the room: periodically while it plays, and early after a significant change, a
 * start or a stop. The room answers with its time, so that a report is also a clock probe.
 */
export function createReportSender(connection: Pick<RoomConnection, "send">, localNowMs: () => number) {
  let sent: { readonly report: DeviceReport | null; readonly atMs: number } = { report: null, atMs: 0 };
  return (report: DeviceReport | null): void => {
    const nowMs = localNowMs();
    const isChange = isSignificantChange(sent.report, report);
    const dueMs = sent.atMs + (isChange ? EARLY_INTERVAL_MS : connectionLimits.syncSummaryMs);
    if (nowMs < dueMs || (report === null && !isChange)) return;
    if (connection.send({ type: "report", report, sentLocalMs: localNowMs() })) sent = { report, atMs: nowMs };
  };
}

function isSignificantChange(from: DeviceReport | null, to: DeviceReport | null): boolean {
  if (from === null || to === null) return from !== to;
  return Math.abs(to.errorMs - from.errorMs) > SIGNIFICANT_CHANGE_MS;
}
