import { isSamePerson, type Person } from "#app/domain/accounts/person.ts";
import type { ChatMessage } from "#app/domain/chat/chat-message.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { ChatBatch, ChatPage, ChatServerMessage } from "#app/protocol/chat-messages.ts";

/** The latest messages of a chat that a page has, without gaps. */
export type ChatWindow = {
  /** By their places. */
  readonly messages: readonly ChatMessage[];
  /** Older messages that some of these answer, by their places. */
  readonly quotes: ReadonlyMap<number, ChatMessage>;
  readonly people: ReadonlyMap<UserId, Person>;
  /** All changes up to this one are included. */
  readonly change: number;
  /** The first message that the room has; 0 for an empty chat. */
  readonly firstSeq: number;
};

type Changes = Extract<ChatServerMessage, { type: "chat" }>;

/** The window with the latest page only. */
export function openWindow(page: ChatPage): ChatWindow {
  const { messages, quotes, change, firstSeq } = page;
  return { messages, quotes: bySeq(quotes), people: byId(page.people), change, firstSeq };
}

/** Adds a page of older messages. A page that does not end at the window is ignored. */
export function addOlder(window: ChatWindow, page: ChatPage): ChatWindow {
  const first = window.messages[0];
  const last = page.messages.at(-1);
  if (!first) return window;
  if (!last || last.seq !== first.seq - 1) return { ...window, firstSeq: last ? page.firstSeq : first.seq };
  const merged = withBatch(window, { ...page, messages: [] });
  return { ...merged, messages: [...page.messages, ...window.messages], firstSeq: page.firstSeq };
}

/** Applies changes of the room. Null if changes before them are missing. */
export function applyChanges(window: ChatWindow, changes: Changes): ChatWindow | null {
  if (changes.fromChange > window.change) return null;
  const next = changes.removedPeople.reduce(withoutPerson, withBatch(window, changes));
  return hasGap(next) ? null : { ...next, change: Math.max(window.change, changes.change) };
}

/** Applies the answer to a request for missed changes. Null if they have to be replaced by the latest page. */
export function applyMissed(window: ChatWindow, page: ChatPage): ChatWindow | null {
  if (!page.isComplete) return null;
  const next = withBatch(window, page);
  return hasGap(next) ? null : { ...next, change: Math.max(window.change, page.change), firstSeq: page.firstSeq };
}

/** Keeps only the last messages, and the older ones that they answer. */
export function trimWindow(window: ChatWindow, max: number): ChatWindow {
  if (window.messages.length <= max) return window;
  const messages = window.messages.slice(-max);
  const answered = new Set(messages.map((message) => (message.kind === "written" ? message.replyTo : null)));
  const older = [...window.quotes.values(), ...window.messages.slice(0, -max)];
  return { ...window, messages, quotes: bySeq(older.filter(({ seq }) => answered.has(seq))) };
}

export function hasOlder({ messages, firstSeq }: ChatWindow): boolean {
  const first = messages[0];
  return first !== undefined && first.seq > firstSeq;
}

export function findMessage({ messages, quotes }: ChatWindow, seq: number): ChatMessage | null {
  const first = messages[0]?.seq ?? 0;
  return messages[seq - first] ?? quotes.get(seq) ?? null;
}

/** Replaces known messages by newer states, and appends new ones. Changes of older messages than these are dropped. */
function withBatch(window: ChatWindow, { messages, quotes, people }: ChatBatch): ChatWindow {
  const first = window.messages[0]?.seq ?? messages[0]?.seq ?? 0;
  const known = new Map(window.messages.map((message) => [message.seq, message]));
  for (const message of messages) {
    if (message.seq >= first && message.change >= (known.get(message.seq)?.change ?? 0)) known.set(message.seq, message);
  }
  const allQuotes = new Map([...window.quotes, ...bySeq(quotes)]);
  for (const message of messages) if (allQuotes.has(message.seq)) allQuotes.set(message.seq, message);
  const sorted = messages.length === 0 ? window.messages : [...known.values()].sort((a, b) => a.seq - b.seq);
  return { ...window, messages: sorted, quotes: allQuotes, people: withPeople(window.people, people) };
}

/** The same map if nothing has changed, so that rows are not rendered again. */
function withPeople(known: ChatWindow["people"], people: readonly Person[]): ChatWindow["people"] {
  const changed = people.filter((person) => {
    const before = known.get(person.id);
    return !before || !isSamePerson(before, person);
  });
  return changed.length === 0 ? known : new Map([...known, ...byId(changed)]);
}

function hasGap({ messages }: ChatWindow): boolean {
  const [first, last] = [messages[0], messages.at(-1)];
  return first !== undefined && last !== undefined && last.seq - first.seq + 1 !== messages.length;
}

function withoutPerson(window: ChatWindow, userId: UserId): ChatWindow {
  const remove = (message: ChatMessage): ChatMessage => {
    const { seq, change, sentAtMs } = message;
    return message.kind === "written" && message.authorId === userId ? { kind: "removed", seq, change, sentAtMs } : message;
  };
  const people = new Map(window.people);
  people.delete(userId);
  const quotes = new Map([...window.quotes].map(([seq, message]) => [seq, remove(message)]));
  return { ...window, messages: window.messages.map(remove), quotes, people };
}

function bySeq(messages: readonly ChatMessage[]): ReadonlyMap<number, ChatMessage> {
  return new Map(messages.map((message) => [message.seq, message]));
}

function byId(people: readonly Person[]): ReadonlyMap<UserId, Person> {
  return new Map(people.map((person) => [person.id, person]));
}
