import type { ChatLimitsOfPerson } from "#app/domain/chat/decide-chat.ts";
import { toMention } from "#app/domain/chat/mention-mark.ts";
import { UNREAD_MAX } from "#app/domain/chat/unread.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { ChatMention, ChatServerMessage } from "#app/protocol/chat-messages.ts";
import type { ServerMessage, Snapshot } from "#app/protocol/room-messages.ts";

/** The chat of a room as far as the page knows it without its messages. */
export type ChatSummary = {
  /** Null for a guest, and before the first snapshot. */
  readonly userId: UserId | null;
  readonly latestSeq: number;
  /** The number of the latest change. */
  readonly change: number;
  /** The last message that was seen. Without a mark of the room, messages count as seen that were there before the visit. */
  readonly readSeq: number | null;
  /** The number of messages of other people since then, at most `UNREAD_MAX`. */
  readonly unread: number;
  /** The latest unread message that mentions the user. */
  readonly mention: ChatMention | null;
  readonly limits: ChatLimitsOfPerson;
};

export const INITIAL_CHAT_SUMMARY: ChatSummary = {
  userId: null,
  latestSeq: 0,
  change: 0,
  readSeq: null,
  unread: 0,
  mention: null,
  limits: { slowModeMs: 0, mute: null, lastSentAtMs: null },
};

/** The summary after a message of the room. */
export function applyToChatSummary(summary: ChatSummary, message: ServerMessage): ChatSummary {
  switch (message.type) {
    case "snapshot":
      return applySnapshot(summary, message);
    case "chat":
      return applyChanges(summary, message);
    case "chat-read":
      return markChatRead(summary, message.seq);
    case "chat-limits":
      return { ...summary, limits: message.limits };
    default:
      return summary;
  }
}

/** The summary after the user has seen all messages up to one. */
export function markChatRead(summary: ChatSummary, seq: number): ChatSummary {
  const { readSeq, latestSeq, mention } = summary;
  if (readSeq !== null && seq <= readSeq) return summary;
  const unread = Math.min(summary.unread, Math.max(0, latestSeq - seq));
  return { ...summary, readSeq: seq, unread, mention: mention && mention.seq > seq ? mention : null };
}

function applySnapshot(summary: ChatSummary, { self: { userId }, chat }: Snapshot): ChatSummary {
  const isSameUser = summary.userId === userId;
  // a mention in a chat that the user has never opened is unread
  const firstMark = chat.mention ? chat.mention.seq - 1 : chat.latestSeq;
  const ownMark = (isSameUser ? summary.readSeq : null) ?? firstMark;
  const readSeq = chat.readSeq ?? ownMark;
  const unread = chat.readSeq === null ? Math.min(UNREAD_MAX, Math.max(0, chat.latestSeq - ownMark)) : chat.unread;
  const mention = chat.mention && chat.mention.seq > readSeq ? chat.mention : null;
  return { ...chat, userId, readSeq, unread, mention };
}

function applyChanges(
  summary: ChatSummary,
  { change, messages, people }: Extract<ChatServerMessage, { type: "chat" }>,
): ChatSummary {
  let { latestSeq, unread, mention } = summary;
  for (const message of messages) {
    const isNew = message.seq > latestSeq;
    // another device of the person may have shown it before
    const isUnread = message.seq > (summary.readSeq ?? 0);
    if (message.kind === "removed") {
      if (!isNew && isUnread) unread -= 1;
      if (mention?.seq === message.seq) mention = null;
    } else if (isNew && isUnread && message.authorId !== summary.userId) {
      unread += 1;
      const author = people.find(({ id }) => id === message.authorId);
      if (author && summary.userId && message.text.includes(toMention(summary.userId))) mention = { seq: message.seq, author };
    }
    latestSeq = Math.max(latestSeq, message.seq);
  }
  const bounded = Math.min(UNREAD_MAX, Math.max(0, unread));
  return { ...summary, latestSeq, change: Math.max(summary.change, change), unread: bounded, mention };
}
