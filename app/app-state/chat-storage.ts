import type { UserId } from "#app/domain/ids.ts";

// All pages load this file, and only a room what is stored under the keys.

/** The start of the keys of chat drafts and unsent messages in the storage of this browser. */
export const CHAT_PREFIX = "chat:";

/** Removes what other people have written in this browser. */
export function keepChatDraftsOf(userId: UserId | null): void {
  for (const key of listKeys(CHAT_PREFIX)) if (userId === null || !key.startsWith(`${CHAT_PREFIX}${userId}:`)) removeKey(key);
}

export function listKeys(prefix: string): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    // storage is forbidden
    return [];
  }
}

export function removeKey(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // storage is forbidden, so nothing is stored
  }
}
