import type { ChatMessageId, UserId } from "#app/domain/ids.ts";

/** The place of a message and the latest change of it. */
type Place = {
  /** Counts the messages of the room, from 1 and without gaps. */
  readonly seq: number;
  /** The number of the change that wrote, edited or removed the message last. Counts all changes of the chat. */
  readonly change: number;
  /** Server time. */
  readonly sentAtMs: number;
};

export type WrittenMessage = Place & {
  readonly kind: "written";
  /** Made by the author's browser, and unique for the author. */
  readonly id: ChatMessageId;
  readonly authorId: UserId;
  /** With marks for mentioned people, see `mentions.ts`. */
  readonly text: string;
  /** The message that this one answers, which may be removed by now. */
  readonly replyTo: number | null;
  /** Server time; null for a message that was not edited. */
  readonly editedAtMs: number | null;
};

/** The author or a manager removed it, or the author's account was deleted. */
export type RemovedMessage = Place & { readonly kind: "removed" };

export type ChatMessage = WrittenMessage | RemovedMessage;

/** A message as its author's browser sends it. */
export type ChatDraft = {
  /** With the names of mentioned people, as they were typed. */
  readonly text: string;
  /** The mentioned people, in the order of their names in the text. */
  readonly mentions: readonly UserId[];
};

export type NewChatMessage = ChatDraft & { readonly id: ChatMessageId; readonly replyTo: number | null };
