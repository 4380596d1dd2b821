import { connectionLimits } from "#app/domain/room/connection-limits.ts";
import { summarizeReports } from "#app/domain/sync/room-sync-summary.ts";
import type { Broadcaster } from "./broadcaster.ts";
import type { ConnectionStore } from "./connections.ts";

/** Tells everyone how well the room sounds together, now and then. */
export function createSyncSummaryPublisher(connections: ConnectionStore, broadcaster: Broadcaster): () => void {
  let saidAtMs = 0;
  return () => {
    const nowMs = Date.now();
    if (nowMs - saidAtMs < connectionLimits.syncSummaryMs) return;
    saidAtMs = nowMs;
    broadcaster.broadcast({ type: "sync-summary", syncSummary: summarizeReports(connections.reports()) });
  };
}
