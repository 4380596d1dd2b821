import { isSamePerson, type Person } from "#app/domain/accounts/person.ts";
import { chatLimits } from "#app/domain/chat/chat-limits.ts";
import type { ChatDraft, ChatMessage, NewChatMessage, WrittenMessage } from "#app/domain/chat/chat-message.ts";
import { parseChatText } from "#app/domain/chat/chat-text.ts";
import {
  type ChatActor,
  type ChatLimitsOfPerson,
  type ChatMute,
  decideEdit,
  decideMessageRemoval,
  decideSend,
} from "#app/domain/chat/decide-chat.ts";
import { markMentions } from "#app/domain/chat/mentions.ts";
import type { UserId } from "#app/domain/ids.ts";
import { ok, type Result } from "#app/domain/result.ts";
import type { ChatPeople } from "./chat-people.ts";
import type { ChatStorage } from "./chat-storage.ts";

export type ChatChange = { readonly messages: readonly ChatMessage[]; readonly removedPeople: readonly UserId[] };

type Deps = {
  readonly storage: ChatStorage;
  readonly people: ChatPeople;
  /** A person whom a message can mention: known to the room by their id. Null for all others. */
  readonly findPerson: (id: UserId) => Person | null;
  /** Called after each change, which is already stored. */
  readonly publish: (change: ChatChange) => void;
  readonly broadcastPerson: (person: Person) => void;
  /** Called after people were stored, for the first time or again. */
  readonly onPeopleStored: () => void;
};

/** A signed-in person who acts in the chat. */
export type ChatSender = ChatActor & { readonly person: Person };

/** The chat of a room: decides, stores and publishes. The rules are in `app/domain/chat`. */
export class Chat {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Stores a message and returns its place. A message that was sent before is not stored again. */
  send(sender: ChatSender, { id, replyTo, ...draft }: NewChatMessage): Result<number> {
    const { storage, people, publish, onPeopleStored } = this.#deps;
    const known = this.findSent(sender, id);
    if (known !== null) return ok(known);
    const nowMs = Date.now();
    const decided = decideSend({ actor: sender, limits: this.limitsOf(sender.person.id), nowMs });
    if (!decided.ok) return decided;
    const text = this.#parse(draft);
    if (!text.ok) return text;
    people.put(sender.person);
    const isReply = replyTo !== null && replyTo <= storage.latestSeq();
    const authorId = sender.person.id;
    const message = storage.add({ authorId, id, text: text.value, replyTo: isReply ? replyTo : null, nowMs });
    if (message.seq % chatLimits.keptMessages === 0) people.prune();
    publish({ messages: [message], removedPeople: [] });
    onPeopleStored();
    return ok(message.seq);
  }

  /** The place of a message that the person has sent before. */
  findSent({ person }: Pick<ChatSender, "person">, id: NewChatMessage["id"]): number | null {
    return this.#deps.storage.findSent(person.id, id);
  }

  edit(sender: ChatSender, seq: number, draft: ChatDraft): Result<number> {
    const { storage, onPeopleStored } = this.#deps;
    const nowMs = Date.now();
    const before = this.#findWritten(seq);
    const decided = decideEdit({ actor: sender, limits: this.limitsOf(sender.person.id), nowMs }, before);
    if (!decided.ok) return decided;
    const text = this.#parse(draft);
    if (!text.ok) return text;
    if (text.value !== before?.text) this.#publish(storage.edit(seq, text.value, nowMs));
    onPeopleStored();
    return ok(seq);
  }

  /** A message that is already removed counts as removed. */
  remove(sender: ChatSender, seq: number): Result<number> {
    const { storage } = this.#deps;
    const decided = decideMessageRemoval(sender, this.#findWritten(seq));
    if (!decided.ok) return storage.find(seq)?.kind === "removed" && decided.error !== "forbidden" ? ok(seq) : decided;
    this.#publish(storage.remove(seq));
    return ok(seq);
  }

  limitsOf(userId: UserId | null): ChatLimitsOfPerson {
    const { storage, people } = this.#deps;
    const slowModeMs = storage.slowModeMs();
    if (userId === null) return { slowModeMs, mute: null, lastSentAtMs: null };
    return { slowModeMs, mute: people.findMute(userId), lastSentAtMs: storage.lastSentAtMs(userId) };
  }

  /** @param mute null lifts the mute. False if the room has too many mutes. */
  mute(person: Person, mute: ChatMute | null): boolean {
    const { people, onPeopleStored } = this.#deps;
    people.put(person);
    const isStored = people.setMute(person.id, mute, Date.now());
    onPeopleStored();
    return isStored;
  }

  /** Applies a person's new name or avatar. */
  updatePerson(person: Person): void {
    const { people, broadcastPerson } = this.#deps;
    const stored = people.find(person.id);
    if (!stored || isSamePerson(stored, person)) return;
    people.put(person);
    broadcastPerson(person);
  }

  /** Everything of a person whose account was deleted disappears. */
  removePerson(userId: UserId): void {
    const { storage, people, publish } = this.#deps;
    people.remove(userId);
    storage.removePerson(userId);
    publish({ messages: [], removedPeople: [userId] });
  }

  #publish(message: ChatMessage | null): void {
    if (message) this.#deps.publish({ messages: [message], removedPeople: [] });
  }

  #findWritten(seq: number): WrittenMessage | null {
    const message = this.#deps.storage.find(seq);
    return message?.kind === "written" ? message : null;
  }

  /** Cleans a text and marks the people whom it mentions, who are stored by name. */
  #parse({ text, mentions }: ChatDraft): Result<string> {
    const parsed = parseChatText(text);
    if (!parsed.ok) return parsed;
    const { findPerson, people } = this.#deps;
    const mentioned = mentions.flatMap((id) => findPerson(id) ?? []);
    const marked = markMentions(parsed.value, mentioned);
    for (const person of mentioned) if (marked.includes(person.id)) people.put(person);
    return ok(marked);
  }
}
