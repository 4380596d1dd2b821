import type { RoomId } from "#app/domain/ids.ts";
import { limits } from "#app/domain/limits.ts";
import { openDb } from "#db/client.ts";
import { savePresence } from "#db/queries/rooms.ts";
import { logFault } from "../http/log.ts";

/** Tells the directory how many are in a room: when it changes, and now and then so that it stays believed. */
export type PresenceTeller = { tell(roomId: RoomId, activeUsers: number): void };

export function openPresenceTeller(env: Env, waitUntil: (promise: Promise<unknown>) => void): PresenceTeller {
  let said: { readonly activeUsers: number; readonly saidAtMs: number } | null = null;
  let isSaying = false;
  let latest = { activeUsers: 0, saidAtMs: 0 };

  /** One write at a time; what changes meanwhile is said when it is through. */
  async function say(roomId: RoomId): Promise<void> {
    isSaying = true;
    try {
      while (said !== latest) {
        const saying = latest;
        await savePresence(openDb(env.DB), { roomId, ...saying });
        said = saying;
      }
    } catch (error) {
      // the list of rooms shows an old number until the next change
      logFault("presence", error, { roomId });
    } finally {
      isSaying = false;
    }
  }

  return {
    tell(roomId, activeUsers) {
      const nowMs = Date.now();
      const isNews = latest.activeUsers !== activeUsers || said === null;
      const isStale = activeUsers > 0 && nowMs - latest.saidAtMs >= limits.presenceSaidMs;
      if (!isNews && !isStale) return;
      latest = { activeUsers, saidAtMs: nowMs };
      if (!isSaying) waitUntil(say(roomId));
    },
  };
}
