import { canByRole, type EffectiveRole } from "#app/domain/access/permissions.ts";
import type { ChatMessage } from "#app/domain/chat/chat-message.ts";
import type { UserId } from "#app/domain/ids.ts";
import { MINUTE_MS } from "#app/domain/units.ts";
import { formatDayName } from "#app/i18n/format-day-name.ts";

export type ChatItem =
  | { readonly kind: "day"; readonly key: string; readonly text: string }
  /** Before the first message that was unread when the chat was opened. */
  | { readonly kind: "unread"; readonly key: string }
  | {
      readonly kind: "message";
      readonly key: string;
      readonly message: ChatMessage;
      /** Whether it shows its author, whom a message shortly before does not have. */
      readonly isGroupStart: boolean;
    };

type Options = { readonly readSeq: number | null; readonly nowMs: number; readonly language: string };

type Reader = { readonly userId: UserId | null; readonly effectiveRole: EffectiveRole };

/** Messages of one author within this time are shown together. */
const GROUP_MS = 5 * MINUTE_MS;

/** Messages with the separators between them. */
export function toChatItems(messages: readonly ChatMessage[], { readSeq, nowMs, language }: Options): readonly ChatItem[] {
  const items: ChatItem[] = [];
  let previous: ChatMessage | null = null;
  let day = "";
  for (const message of messages) {
    const messageDay = new Date(message.sentAtMs).toDateString();
    if (messageDay !== day) {
      const text = formatDayName(message.sentAtMs, nowMs, language);
      items.push({ kind: "day", key: `day ${message.seq}`, text });
    }
    const isFirstUnread = readSeq !== null && message.seq > readSeq && (previous?.seq ?? 0) <= readSeq;
    if (isFirstUnread) items.push({ kind: "unread", key: "unread" });
    const isGroupStart = messageDay !== day || isFirstUnread || !isSameGroup(previous, message);
    items.push({ kind: "message", key: String(message.seq), message, isGroupStart });
    day = messageDay;
    previous = message;
  }
  return items;
}

/** Whether a person may perform an action on a message, so that it has a menu. */
export function hasActions(message: ChatMessage, { userId, effectiveRole }: Reader): boolean {
  return message.kind === "written" && (message.authorId === userId || canByRole(effectiveRole, "write-chat"));
}

/** The message whose menu Tab reaches: the last one that has a menu. Null without one. */
export function findTabStop(messages: readonly ChatMessage[], reader: Reader): number | null {
  return messages.findLast((message) => hasActions(message, reader))?.seq ?? null;
}

function isSameGroup(previous: ChatMessage | null, message: ChatMessage): boolean {
  if (previous?.kind !== "written" || message.kind !== "written") return false;
  return previous.authorId === message.authorId && message.sentAtMs - previous.sentAtMs < GROUP_MS;
}
