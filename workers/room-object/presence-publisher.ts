import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import { savePresence } from "#db/queries/rooms.ts";
import { logError } from "#workers/http/log-error.ts";
import { openDb } from "#workers/http/open-db.ts";
import { lobbyObject } from "#workers/lobby-client/lobby-stub.ts";

type Presence = { readonly activeUsers: number; readonly updatedAtMs: number };

/** The storage key of the published count. Without it, an object that hibernated would publish the count at each alarm. */
const PUBLISHED = "published-presence";

/**
 * Writes the number of active users of a room to D1 and sends it to the lobby, whenever it changes. Writes it again from
 * time to time, so that it does not expire. Only one write runs at a time; a change during a write is published after it.
 */
export class PresencePublisher {
  readonly #env: Env;
  readonly #ctx: DurableObjectState;
  #latest: Presence;
  #published: Presence;
  #isListed = false;
  #isPublishing = false;
  #isStopped = false;

  constructor(env: Env, ctx: DurableObjectState) {
    this.#env = env;
    this.#ctx = ctx;
    this.#latest = ctx.storage.kv.get<Presence>(PUBLISHED) ?? { activeUsers: 0, updatedAtMs: 0 };
    this.#published = this.#latest;
  }

  publish(info: RoomInfo, activeUsers: number): void {
    if (this.#isStopped) return;
    // also during a write: the lobby must not show the count of a room that is not public any more
    this.#isListed = info.visibility === "public";
    const nowMs = Date.now();
    const published = this.#published;
    const hasChanged = published.activeUsers !== activeUsers || this.#latest.activeUsers !== activeUsers;
    const isExpiring = activeUsers > 0 && nowMs - published.updatedAtMs >= connectionLimits.presenceRefreshMs;
    if (!hasChanged && !isExpiring) return;
    this.#latest = { activeUsers, updatedAtMs: nowMs };
    if (!this.#isPublishing) this.#ctx.waitUntil(this.#write(info.id));
  }

  /** Stops publishing, because the room was removed. */
  stop(): void {
    this.#isStopped = true;
  }

  async #write(roomId: RoomId): Promise<void> {
    this.#isPublishing = true;
    try {
      while (this.#published !== this.#latest && !this.#isStopped) {
        const presence = this.#latest;
        const { activeUsers } = presence;
        await savePresence(openDb(this.#env), { roomId, ...presence });
        if (activeUsers !== this.#published.activeUsers) {
          await lobbyObject(this.#env).updateActivity(roomId, { activeUsers, isListed: this.#isListed });
        }
        this.#published = presence;
        if (!this.#isStopped) this.#ctx.storage.kv.put(PUBLISHED, presence);
      }
    } catch (error) {
      // the room list shows an old count until the next change or check
      logError("presence", error, { roomId });
    } finally {
      this.#isPublishing = false;
    }
  }
}
