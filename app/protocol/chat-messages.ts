import type { Person } from "#app/domain/accounts/person.ts";
import type { ChatDraft, ChatMessage, NewChatMessage } from "#app/domain/chat/chat-message.ts";
import type { ChatLimitsOfPerson, ChatMute } from "#app/domain/chat/decide-chat.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { UserId } from "#app/domain/ids.ts";

// The messages of a room's chat. A reply names the `id` of what it answers.

export type ChatClientMessage =
  /** Sent again after a lost connection: the room knows the id and stores the message once. */
  | ({ readonly type: "chat-send" } & NewChatMessage)
  | ({ readonly type: "chat-edit"; readonly id: string; readonly seq: number } & ChatDraft)
  | { readonly type: "chat-remove"; readonly id: string; readonly seq: number }
  /** Repeated while the person types. */
  | { readonly type: "chat-typing"; readonly isTyping: boolean }
  /** The person has seen all messages up to this one. */
  | { readonly type: "chat-read"; readonly seq: number };

/** Messages with what is needed to show them. */
export type ChatBatch = {
  /** In the order of their places. */
  readonly messages: readonly ChatMessage[];
  /** The messages that these answer. */
  readonly quotes: readonly ChatMessage[];
  /** The authors and the mentioned people. People without an account any more are missing. */
  readonly people: readonly Person[];
};

export type ChatServerMessage =
  /** The changes after `fromChange`, up to `change`. A browser that lacks earlier ones asks for them. */
  | ({
      readonly type: "chat";
      readonly fromChange: number;
      readonly change: number;
      /** People whose accounts were deleted. All their messages are removed. */
      readonly removedPeople: readonly UserId[];
    } & ChatBatch)
  /** The outcome of a message, an edit or a removal, and the place of the message. */
  | { readonly type: "chat-reply"; readonly id: string; readonly error: ErrorCode | null; readonly seq: number | null }
  /** People who have begun to type or go on, and people who have stopped. */
  | { readonly type: "chat-typing"; readonly typing: readonly UserId[]; readonly stopped: readonly UserId[] }
  /** The limits of the recipient have changed. */
  | { readonly type: "chat-limits"; readonly limits: ChatLimitsOfPerson }
  /** The recipient has read the chat on another device. */
  | { readonly type: "chat-read"; readonly seq: number };

/** The chat in a snapshot. */
export type ChatStatus = {
  readonly latestSeq: number;
  /** The number of the latest change. */
  readonly change: number;
  /** Null for a guest, and for a person who has not opened the chat yet. */
  readonly readSeq: number | null;
  /** The number of messages of other people after the read mark, at most `UNREAD_MAX`. 0 without a read mark. */
  readonly unread: number;
  /** The latest message after the read mark that mentions the recipient. */
  readonly mention: ChatMention | null;
  readonly limits: ChatLimitsOfPerson;
};

export type ChatMention = { readonly seq: number; readonly author: Person };

/** A page of messages, or the changes since an earlier one. */
export type ChatPage = ChatBatch & {
  readonly latestSeq: number;
  readonly change: number;
  /** The first message that the room still has; 0 for an empty chat. */
  readonly firstSeq: number;
  /** False if there are too many changes to list them: the latest page has to be loaded again. */
  readonly isComplete: boolean;
  readonly slowModeMs: number;
  /** Who is muted; null for callers who may not moderate the chat. */
  readonly mutes: readonly PersonMute[] | null;
};

export type PersonMute = { readonly person: Person; readonly mute: ChatMute };
