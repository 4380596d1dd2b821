import { connectionLimits } from "#app/domain/room/connection-limits.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import { createDb } from "#db/client.ts";
import { savePresence } from "#db/queries/rooms.ts";
import { logError } from "#workers/http/log-error.ts";
import { lobbyObject } from "#workers/lobby-client/lobby-stub.ts";

/** Tells the directory and the lobby how many are in a room: when it changes, and now and then so that it stays believed. */
export type PresencePublisher = {
  tell(info: RoomInfo, activeUsers: number): void;
  /** There is nothing to tell of any more. */
  stop(): void;
};

type Said = { readonly activeUsers: number; readonly updatedAtMs: number };

/** Outlives a sleep of the object, which would otherwise say it all again at each alarm. */
const SAID = "presence-said";

export function createPresencePublisher(env: Env, ctx: DurableObjectState): PresencePublisher {
  let latest: Said = ctx.storage.kv.get<Said>(SAID) ?? { activeUsers: 0, updatedAtMs: 0 };
  let said = latest;
  let isSaying = false;
  let isOver = false;

  /** One write at a time; what changes meanwhile is said when it is through. */
  async function say({ id: roomId, visibility }: RoomInfo): Promise<void> {
    isSaying = true;
    try {
      while (said !== latest && !isOver) {
        const saying = latest;
        await savePresence(createDb(env.DB), { roomId, ...saying });
        const { activeUsers } = saying;
        if (activeUsers !== said.activeUsers) {
          await lobbyObject(env).updateCount(roomId, { activeUsers, isListed: visibility === "public" });
        }
        said = saying;
        if (!isOver) ctx.storage.kv.put(SAID, said);
      }
    } catch (error) {
      // the list of rooms shows an old number until the next look
      logError("presence", error, { roomId });
    } finally {
      isSaying = false;
    }
  }

  return {
    stop() {
      isOver = true;
    },
    tell(info, activeUsers) {
      if (isOver) return;
      const nowMs = Date.now();
      const isNews = said.activeUsers !== activeUsers || latest.activeUsers !== activeUsers;
      const isStale = activeUsers > 0 && nowMs - said.updatedAtMs >= connectionLimits.presenceRefreshMs;
      if (!isNews && !isStale) return;
      latest = { activeUsers, updatedAtMs: nowMs };
      if (!isSaying) ctx.waitUntil(say(info));
    },
  };
}
