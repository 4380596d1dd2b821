import { chatLimits } from "#app/domain/chat/chat-limits.ts";
import type { ClientMessage } from "#app/protocol/room-messages.ts";

type Deps = {
  readonly send: (message: ClientMessage) => boolean;
  /** Runs a callback after a delay. Returns the function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Marks messages as read on this page, at once. */
  readonly markLocally: (seq: number) => void;
};

/** The last message that the user has seen. The room is informed of the latest mark at most every `readMarkMs`. */
export class ReadMark {
  readonly #deps: Deps;
  #seq = 0;
  #sentSeq = 0;
  #isWaiting = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  set(seq: number): void {
    if (seq <= this.#seq) return;
    this.#seq = seq;
    this.#deps.markLocally(seq);
    if (this.#isWaiting) return;
    this.flush();
    this.#isWaiting = true;
    this.#deps.after(chatLimits.readMarkMs, () => {
      this.#isWaiting = false;
      this.flush();
    });
  }

  /** To be called for each new connection: the room may not have received the latest mark. */
  renew(): void {
    if (this.#seq === 0) return;
    this.#sentSeq = 0;
    this.#deps.markLocally(this.#seq);
    this.flush();
  }

  /** Sends a mark that was not sent yet. */
  flush(): void {
    if (this.#seq > this.#sentSeq && this.#deps.send({ type: "chat-read", seq: this.#seq })) this.#sentSeq = this.#seq;
  }
}
