import type { NewChatMessage } from "#app/domain/chat/chat-message.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { isErrorCode } from "#app/domain/errors.ts";
import { isId, type RoomId, type UserId } from "#app/domain/ids.ts";
import { readJson, storeJson } from "#app/lib/local-storage.ts";
import { draftKey, unsentPrefix } from "./chat-draft-keys.ts";
import { listKeys, removeKey } from "./chat-storage.ts";

/** A message that the room has not confirmed yet. */
export type UnsentMessage = NewChatMessage & {
  readonly writtenAtMs: number;
  /** Why the room has refused it. Null while it is being sent. */
  readonly error: ErrorCode | null;
};

/** The drafts and unsent messages of one person in one room, in the storage of this browser. Each message has its own key, so
 * that two tabs do not overwrite each other's. */
export type ChatDrafts = {
  readonly readDraft: () => string;
  readonly storeDraft: (text: string) => void;
  /** In the order in which they were written. */
  readonly listUnsent: () => readonly UnsentMessage[];
  readonly storeUnsent: (message: UnsentMessage) => void;
  readonly removeUnsent: (id: string) => void;
};

export function createChatDrafts(userId: UserId, roomId: RoomId): ChatDrafts {
  const prefix = unsentPrefix(userId, roomId);
  const key = draftKey(userId, roomId);
  return {
    readDraft() {
      const draft = readJson(key);
      return typeof draft === "string" ? draft : "";
    },
    storeDraft: (text) => (text === "" ? removeKey(key) : storeJson(key, text)),
    listUnsent() {
      const stored = listKeys(prefix).map(readJson).filter(isUnsentMessage);
      return stored.sort((a, b) => a.writtenAtMs - b.writtenAtMs);
    },
    storeUnsent: (message) => storeJson(`${prefix}${message.id}`, message),
    removeUnsent: (id) => removeKey(`${prefix}${id}`),
  };
}

function isUnsentMessage(value: unknown): value is UnsentMessage {
  if (typeof value !== "object" || value === null) return false;
  const { id, text, mentions, replyTo, writtenAtMs, error }: Partial<Record<keyof UnsentMessage, unknown>> = value;
  const isWritten = typeof id === "string" && isId(id) && typeof text === "string" && typeof writtenAtMs === "number";
  const isLinked = Array.isArray(mentions) && mentions.every(isUserId) && (replyTo === null || typeof replyTo === "number");
  return isWritten && isLinked && (error === null || isErrorCode(error));
}

function isUserId(value: unknown): boolean {
  return typeof value === "string" && isId(value);
}
