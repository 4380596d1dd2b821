import { chatLimits } from "#app/domain/chat/chat-limits.ts";
import type { ChatMessage, WrittenMessage } from "#app/domain/chat/chat-message.ts";
import { listMentions, unmarkMentions } from "#app/domain/chat/mentions.ts";
import { UNREAD_MAX } from "#app/domain/chat/unread.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { ChatBatch, ChatPage, ChatStatus } from "#app/protocol/chat-messages.ts";
import type { Chat } from "./chat.ts";
import type { ChatPeople } from "./chat-people.ts";
import type { ChatStorage } from "./chat-storage.ts";

type Stored = { readonly storage: ChatStorage; readonly people: ChatPeople };

/** The part of the chat that is asked for: the messages before one, or what has changed since a change. */
export type ChatRequest =
  | { readonly kind: "before"; readonly seq: number; readonly limit: number }
  | { readonly kind: "since"; readonly change: number };

/** Adds what is needed to show messages. */
export function toBatch({ storage, people }: Stored, messages: readonly ChatMessage[]): ChatBatch {
  const shown = new Set(messages.map(({ seq }) => seq));
  const quoted = new Set(messages.filter(isWritten).flatMap(({ replyTo }) => replyTo ?? []));
  const quotes = [...quoted].filter((seq) => !shown.has(seq)).flatMap((seq) => storage.find(seq) ?? []);
  const ids = [...messages, ...quotes].filter(isWritten).flatMap(({ authorId, text }) => [authorId, ...listMentions(text)]);
  return { messages, quotes, people: people.list([...new Set(ids)]) };
}

export type ChatReading = { readonly canModerate: boolean };

export function readPage(stored: Stored, request: ChatRequest, { canModerate }: ChatReading): ChatPage {
  const { storage, people } = stored;
  const mutes = canModerate ? people.listMutes(Date.now()) : null;
  const slowModeMs = storage.slowModeMs();
  const place = { latestSeq: storage.latestSeq(), change: storage.change(), firstSeq: storage.firstSeq(), slowModeMs, mutes };
  if (request.kind === "before") {
    return { ...toBatch(stored, storage.listBefore(request.seq, request.limit)), ...place, isComplete: true };
  }
  const changed = storage.listChanged(request.change, chatLimits.syncedChanges + 1);
  const isComplete = changed.length <= chatLimits.syncedChanges;
  return { ...toBatch(stored, isComplete ? changed : []), ...place, isComplete };
}

/** The chat as the snapshot of a person's connection describes it. */
export function readStatus({ storage, people }: Stored, chat: Chat, userId: UserId | null): ChatStatus {
  const place = { latestSeq: storage.latestSeq(), change: storage.change(), limits: chat.limitsOf(userId) };
  const readSeq = userId && people.readSeq(userId);
  if (userId === null) return { ...place, readSeq: null, unread: 0, mention: null };
  const message = storage.findMention(userId, readSeq ?? 0);
  const author = message && message.authorId !== userId ? people.find(message.authorId) : null;
  return {
    ...place,
    readSeq,
    unread: readSeq === null ? 0 : storage.countUnread(userId, readSeq, UNREAD_MAX),
    mention: message && author ? { seq: message.seq, author } : null,
  };
}

function isWritten(message: ChatMessage): message is WrittenMessage {
  return message.kind === "written";
}

/** A message as the export of its author's account contains it. */
export type OwnChatMessage = Pick<WrittenMessage, "seq" | "sentAtMs" | "editedAtMs" | "text">;

/** The messages of a person after a place, with the current names of mentioned people. */
export function listOwnMessages(
  { storage, people }: Stored,
  userId: UserId,
  { afterSeq, limit }: { readonly afterSeq: number; readonly limit: number },
): readonly OwnChatMessage[] {
  return storage.listWritten(userId, afterSeq, limit).map(({ seq, sentAtMs, editedAtMs, text }) => {
    const names = new Map(people.list(listMentions(text)).map(({ id, name }) => [id, name]));
    return { seq, sentAtMs, editedAtMs, text: unmarkMentions(text, (id) => names.get(id) ?? "…") };
  });
}
