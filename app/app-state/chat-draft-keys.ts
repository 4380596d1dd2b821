import type { RoomId, UserId } from "#app/domain/ids.ts";

// The keys of chat drafts and unsent messages in the storage of this browser. All pages load this file, and only the chat what is
// stored under the keys.

const PREFIX = "chat:";

export function draftKey(userId: UserId, roomId: RoomId): string {
  return `${PREFIX}${userId}:draft:${roomId}`;
}

export function unsentPrefix(userId: UserId, roomId: RoomId): string {
  return `${PREFIX}${userId}:unsent:${roomId}:`;
}

/** Whether this browser has messages for a room that were not sent. */
export function hasUnsentChat(userId: UserId, roomId: RoomId): boolean {
  return listKeys(unsentPrefix(userId, roomId)).length > 0;
}

/** Removes what other people have written in this browser. */
export function keepChatDraftsOf(userId: UserId | null): void {
  for (const key of listKeys(PREFIX)) if (userId === null || !key.startsWith(`${PREFIX}${userId}:`)) removeKey(key);
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
