import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import { summarizeReports } from "#app/domain/sync/room-sync-summary.ts";
import type { Broadcaster } from "./broadcaster.ts";
import type { ConnectionStore } from "./connection-store.ts";

/** Returns a function that broadcasts the room's sync summary, at most every `syncSummaryMs`. */
export function createSyncSummaryPublisher(connections: ConnectionStore, broadcaster: Broadcaster): () => void {
  let publishedAtMs = 0;
  return () => {
    const nowMs = Date.now();
    if (nowMs - publishedAtMs < connectionLimits.syncSummaryMs) return;
    publishedAtMs = nowMs;
    broadcaster.broadcast({ type: "sync-summary", syncSummary: summarizeReports(connections.reports()) });
  };
}
