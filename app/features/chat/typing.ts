import { chatLimits } from "#app/domain/chat/chat-limits.ts";
import type { UserId } from "#app/domain/ids.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";
import type { ClientMessage } from "#app/protocol/room-messages.ts";

type Deps = {
  readonly send: (message: ClientMessage) => boolean;
  readonly nowMs: () => number;
  /** Runs a callback after a delay. Returns the function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
};

/** Who types, and the notices that the user does. */
export class Typing {
  readonly #deps: Deps;
  readonly #people = createStore<readonly UserId[]>([]);
  readonly #expiries = new Map<UserId, () => void>();
  #noticedAtMs: number | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get people(): ReadableStore<readonly UserId[]> {
    return this.#people;
  }

  /** Informs the room that the user types, or has stopped, as often as it needs to know. */
  notice(isTyping: boolean): void {
    const { send, nowMs } = this.#deps;
    const isDue = this.#noticedAtMs === null || nowMs() - this.#noticedAtMs >= chatLimits.typingRepeatMs;
    if (isTyping ? !isDue : this.#noticedAtMs === null) return;
    if (send({ type: "chat-typing", isTyping })) this.#noticedAtMs = isTyping ? nowMs() : null;
  }

  /** A sent message ends the typing of its author for everyone. */
  forgetNotice(): void {
    this.#noticedAtMs = null;
  }

  start(userIds: readonly UserId[]): void {
    for (const userId of userIds) {
      this.#expiries.get(userId)?.();
      this.#expiries.set(
        userId,
        this.#deps.after(chatLimits.typingExpiresMs, () => this.stop([userId])),
      );
    }
    this.#publish();
  }

  stop(userIds: readonly UserId[]): void {
    for (const userId of userIds) {
      this.#expiries.get(userId)?.();
      this.#expiries.delete(userId);
    }
    this.#publish();
  }

  #publish(): void {
    const people = [...this.#expiries.keys()];
    if (people.join() !== this.#people.get().join()) this.#people.set(people);
  }
}
