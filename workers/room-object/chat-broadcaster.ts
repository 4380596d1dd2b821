import type { Person } from "#app/domain/accounts/person.ts";
import { chatLimits } from "#app/domain/chat/chat-limits.ts";
import type { ChatMessage } from "#app/domain/chat/chat-message.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { ChatBatch, ChatServerMessage } from "#app/protocol/chat-messages.ts";
import type { ChatChange } from "./chat.ts";
import type { Pacer } from "./pacer.ts";

type Deps = {
  readonly broadcast: (message: ChatServerMessage) => void;
  readonly pacer: Pacer;
  /** The number of the latest change. */
  readonly change: () => number;
  readonly toBatch: (messages: readonly ChatMessage[]) => ChatBatch;
  readonly isRemoved: () => boolean;
  /** Called after each message about changes. */
  readonly onPublished: () => void;
};

/** Sends changes of the chat to everyone, paced: in a room of a thousand people, fifty a second would be fifty thousand frames. */
export class ChatBroadcaster {
  readonly #deps: Deps;
  readonly #messages = new Map<number, ChatMessage>();
  readonly #removedPeople = new Set<UserId>();
  /** The latest change that was sent; null before the first one. */
  #sentChange: number | null = null;
  /** Whether each person has begun to type, or has stopped. */
  readonly #typing = new Map<UserId, boolean>();
  #typingTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @param change a change that is stored, and the only one since the last call */
  publish({ messages, removedPeople }: ChatChange): void {
    this.#sentChange ??= this.#deps.change() - 1;
    for (const message of messages) {
      this.#messages.set(message.seq, message);
      // the end of typing comes with the message
      if (message.kind === "written") this.#typing.delete(message.authorId);
    }
    for (const userId of removedPeople) this.#removedPeople.add(userId);
    this.#deps.pacer.request(this.#send);
  }

  /** Sends a person's new name or avatar, which is no change of a message. */
  publishPerson(person: Person): void {
    if (this.#deps.isRemoved()) return;
    const change = this.#sentChange ?? this.#deps.change();
    const batch = { messages: [], quotes: [], people: [person], removedPeople: [] };
    this.#deps.broadcast({ type: "chat", fromChange: change, change, ...batch });
    this.#deps.onPublished();
  }

  setTyping(userId: UserId, isTyping: boolean): void {
    this.#typing.set(userId, isTyping);
    this.#typingTimer ??= setTimeout(() => this.#sendTyping(), chatLimits.typingBroadcastMs);
  }

  readonly #send = (): void => {
    const { broadcast, change, toBatch, isRemoved, onPublished } = this.#deps;
    const messages = [...this.#messages.values()].sort((a, b) => a.seq - b.seq);
    const removedPeople = [...this.#removedPeople];
    const [fromChange, toChange] = [this.#sentChange ?? 0, change()];
    if (isRemoved()) return;
    const current = messages.filter((message) => message.kind === "removed" || !removedPeople.includes(message.authorId));
    broadcast({ type: "chat", fromChange, change: toChange, removedPeople, ...toBatch(current) });
    this.#messages.clear();
    this.#removedPeople.clear();
    this.#sentChange = toChange;
    onPublished();
  };

  #sendTyping(): void {
    this.#typingTimer = null;
    const changed = [...this.#typing];
    this.#typing.clear();
    const listWhere = (wanted: boolean) => changed.flatMap(([userId, isTyping]) => (isTyping === wanted ? userId : []));
    const [typing, stopped] = [listWhere(true).slice(0, chatLimits.typists), listWhere(false)];
    if (typing.length + stopped.length > 0) this.#deps.broadcast({ type: "chat-typing", typing, stopped });
  }
}
