import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import { type RoomSyncSummary, summarizeReports } from "#app/domain/sync/room-sync-summary.ts";
import type { Broadcaster } from "./broadcaster.ts";
import type { ConnectionStore } from "./connection-store.ts";

/** A summary for those who join is at most this old, ms. */
const FRESH_MS = 1000;

/** Summarizes the reports of the devices, and broadcasts a summary that has changed, at most every `syncSummaryMs`. */
export class SyncSummaryPublisher {
  readonly #connections: ConnectionStore;
  readonly #broadcaster: Broadcaster;
  #summary: RoomSyncSummary | null = null;
  #summarizedAtMs = 0;
  #published = "";
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(connections: ConnectionStore, broadcaster: Broadcaster) {
    this.#connections = connections;
    this.#broadcaster = broadcaster;
  }

  current(): RoomSyncSummary {
    const nowMs = Date.now();
    if (this.#summary && nowMs - this.#summarizedAtMs < FRESH_MS) return this.#summary;
    this.#summarizedAtMs = nowMs;
    this.#summary = summarizeReports(this.#connections.reports());
    return this.#summary;
  }

  /** Collects the reports that follow the first one, because all devices report in the same seconds. */
  publish(): void {
    this.#timer ??= setTimeout(() => this.#broadcast(), connectionLimits.syncSummaryMs);
  }

  #broadcast(): void {
    this.#timer = null;
    this.#summary = null;
    const syncSummary = this.current();
    const text = JSON.stringify(syncSummary);
    if (text === this.#published) return;
    this.#published = text;
    this.#broadcaster.broadcast({ type: "sync-summary", syncSummary });
  }
}
