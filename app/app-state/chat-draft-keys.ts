import type { RoomId, UserId } from "#app/domain/ids.ts";
import { CHAT_PREFIX, listKeys } from "./chat-storage.ts";

// The keys of chat drafts and unsent messages in the storage of this browser.

export function draftKey(userId: UserId, roomId: RoomId): string {
  return `${CHAT_PREFIX}${userId}:draft:${roomId}`;
}

export function unsentPrefix(userId: UserId, roomId: RoomId): string {
  return `${CHAT_PREFIX}${userId}:unsent:${roomId}:`;
}

/** Whether this browser has messages for a room that were not sent. */
export function hasUnsentChat(userId: UserId, roomId: RoomId): boolean {
  return listKeys(unsentPrefix(userId, roomId)).length > 0;
}
