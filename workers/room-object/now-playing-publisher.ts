import type { NowPlaying } from "#app/domain/room/now-playing.ts";
import {
  NOTHING_PUBLISHED,
  type NowPlayingProgress,
  nowPlayingLimits,
  planPublication,
  recordPause,
} from "#app/domain/room/now-playing-publication.ts";
import { hasPublicContent } from "#app/domain/room/public-content.ts";
import type { RoomInfo, RoomState } from "#app/domain/room/room.ts";
import { saveNowPlaying } from "#db/queries/now-playing.ts";
import { logError } from "#workers/http/log-error.ts";
import { openDb } from "#workers/http/open-db.ts";
import { lobbyObject } from "#workers/lobby-client/lobby-stub.ts";
import type { RoomStore } from "./room-store.ts";

type Deps = { readonly env: Env; readonly kv: SyncKvStorage; readonly isRemoved: () => boolean };

/** The storage key of what is published. Without it, an object that hibernated would publish its track again. */
export const NOW_PLAYING_PROGRESS = "now-playing";

/**
 * Writes the track that a room plays to D1, for lists of rooms, and sends it to the lobby if everyone may see it. The alarm runs
 * it, so that quick skips take one write, and a write that failed is repeated.
 */
export class NowPlayingPublisher {
  readonly #deps: Deps;
  #progress: NowPlayingProgress;
  #isPublishing = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#progress = deps.kv.get<NowPlayingProgress>(NOW_PLAYING_PROGRESS) ?? NOTHING_PUBLISHED;
  }

  /** When the next publication is due, server time. Null if none is, or while one is on its way. */
  dueMs(state: RoomState, nowMs: number): number | null {
    this.#setProgress(recordPause(this.#progress, state, nowMs));
    return this.#isPublishing ? null : (planPublication(this.#progress, state)?.dueMs ?? null);
  }

  /** Publishes the track if that is due. Never rejects. */
  async publishIfDue(room: RoomStore, nowMs: number): Promise<void> {
    const dueMs = this.dueMs(room.state(), nowMs);
    const next = planPublication(this.#progress, room.state());
    if (!next || dueMs === null || nowMs < dueMs) return;
    this.#isPublishing = true;
    const { id } = room.state().info;
    try {
      await saveNowPlaying(openDb(this.#deps.env), { roomId: id, track: next.track, updatedAtMs: nowMs });
      await this.#notifyLobby(room.state().info, next.track);
      this.#setPublished({ published: next.track, nextAtMs: nowMs + nowPlayingLimits.intervalMs });
    } catch (error) {
      logError("now-playing", error, { room: id });
      this.#setPublished({ nextAtMs: nowMs + nowPlayingLimits.retryMs });
    } finally {
      this.#isPublishing = false;
    }
  }

  /** Pages refresh the tracks of other rooms with their live queries, which check the access of each person. */
  async #notifyLobby(info: RoomInfo, nowPlaying: NowPlaying | null): Promise<void> {
    if (this.#deps.isRemoved() || !hasPublicContent(info)) return;
    await lobbyObject(this.#deps.env).updateActivity(info.id, { nowPlaying, isListed: true });
  }

  #setPublished(change: Partial<NowPlayingProgress>): void {
    // a removed room must not store anything again
    if (!this.#deps.isRemoved()) this.#setProgress({ ...this.#progress, ...change });
  }

  #setProgress(next: NowPlayingProgress): void {
    if (next === this.#progress) return;
    this.#progress = next;
    this.#deps.kv.put(NOW_PLAYING_PROGRESS, next);
  }
}
