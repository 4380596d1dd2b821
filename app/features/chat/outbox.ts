import type { ChatDrafts, UnsentMessage } from "#app/app-state/chat-drafts.ts";
import type { NewChatMessage } from "#app/domain/chat/chat-message.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";
import type { ClientMessage } from "#app/protocol/room-messages.ts";

/** A message of the user that the page shows before the room has sent it to everyone. */
export type OutboxMessage = UnsentMessage & {
  /** Its place, once the room has confirmed it. */
  readonly seq: number | null;
};

type Deps = {
  /** Returns false without an open connection. */
  readonly send: (message: ClientMessage) => boolean;
  readonly drafts: ChatDrafts;
  /** Runs a callback after a delay. Returns the function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
};

/** Messages on their way at the same time. */
const IN_FLIGHT_MAX = 3;
/** A message that came too fast is sent again after this. */
const RESEND_MS = 2000;

/**
 * The messages of the user on their way to the room. Each is stored in the browser until the room has confirmed it, and sent again
 * on every new connection: the room stores a repeated message once.
 */
export class Outbox {
  readonly #deps: Deps;
  readonly #messages = createStore<readonly OutboxMessage[]>([]);
  /** Messages that were sent over the current connection. */
  readonly #inFlight = new Set<string>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#messages.set(deps.drafts.listUnsent().map((message) => ({ ...message, seq: null })));
  }

  get messages(): ReadableStore<readonly OutboxMessage[]> {
    return this.#messages;
  }

  add(message: NewChatMessage, writtenAtMs: number): void {
    const unsent = { ...message, writtenAtMs, error: null };
    this.#deps.drafts.storeUnsent(unsent);
    this.#messages.update((all) => [...all, { ...unsent, seq: null }]);
    this.#transmit();
  }

  /** To be called for each new connection: a reply on its way over the previous one is lost. */
  resend(): void {
    this.#inFlight.clear();
    this.#transmit();
  }

  /** The room's reply to a message. Returns false for a message that is not in the outbox. */
  settle(id: string, error: ErrorCode | null, seq: number | null): boolean {
    const wasInFlight = this.#inFlight.delete(id);
    const message = this.#messages.get().find((one) => one.id === id);
    if (!message) {
      // the message itself arrived before its reply
      if (wasInFlight) this.#transmit();
      return wasInFlight;
    }
    if (error === "too-many-messages") {
      this.#deps.after(RESEND_MS, () => this.#transmit());
      return true;
    }
    const { seq: _, ...unsent } = { ...message, error };
    if (error === null) this.#deps.drafts.removeUnsent(id);
    else this.#deps.drafts.storeUnsent(unsent);
    this.#replace(id, { ...unsent, seq });
    this.#transmit();
    return true;
  }

  /** Drops confirmed messages that the page now shows at their places. */
  drop(isShown: (message: OutboxMessage) => boolean): void {
    const rest = this.#messages.get().filter((message) => !isShown(message));
    if (rest.length < this.#messages.get().length) this.#messages.set(rest);
  }

  retry(id: string): void {
    const message = this.#messages.get().find((one) => one.id === id);
    if (!message || message.error === null) return;
    const { seq: _, ...unsent } = { ...message, error: null };
    this.#deps.drafts.storeUnsent(unsent);
    this.#replace(id, { ...unsent, seq: null });
    this.#transmit();
  }

  /** Gives a message up. One that is on its way may arrive nevertheless. */
  discard(id: string): void {
    this.#deps.drafts.removeUnsent(id);
    this.#messages.update((all) => all.filter((message) => message.id !== id));
    this.#inFlight.delete(id);
    this.#transmit();
  }

  #replace(id: string, next: OutboxMessage): void {
    this.#messages.update((all) => all.map((message) => (message.id === id ? next : message)));
  }

  #transmit(): void {
    for (const { id, text, mentions, replyTo, error, seq } of this.#messages.get()) {
      if (error !== null || seq !== null || this.#inFlight.has(id)) continue;
      if (this.#inFlight.size >= IN_FLIGHT_MAX) return;
      this.#inFlight.add(id);
      if (this.#deps.send({ type: "chat-send", id, text, mentions, replyTo })) continue;
      this.#inFlight.delete(id);
      return;
    }
  }
}
