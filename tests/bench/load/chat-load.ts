import { setTimeout as sleep } from "node:timers/promises";
import type { LoadSocket } from "./load-socket.ts";

/** Reads the chat of a listener. */
export type ChatReader = { readonly onChat: (texts: readonly string[], atMs: number) => void };

export type ChatLoad = {
  /** Stops sending. Resolves with the times until the readers had received the messages, ms. Infinite for one that is missing. */
  stop(): Promise<readonly number[]>;
};

/** Messages of the writers, and when they were sent and had arrived at the readers. */
export class ChatTimes {
  readonly #sentAtMs = new Map<string, number>();
  readonly #arrivals: Map<string, number>[] = [];

  addReader(): ChatReader {
    const arrivals = new Map<string, number>();
    this.#arrivals.push(arrivals);
    return {
      onChat(texts, atMs) {
        for (const text of texts) arrivals.set(text, atMs);
      },
    };
  }

  /** The writers take turns. */
  start(writers: readonly LoadSocket[], perSecond: number): ChatLoad {
    const startMs = performance.now();
    const timer = setInterval(() => {
      const due = Math.floor(((performance.now() - startMs) / 1000) * perSecond);
      while (this.#sentAtMs.size < due) {
        const count = this.#sentAtMs.size;
        const text = `Message ${count}`;
        this.#sentAtMs.set(text, performance.now());
        writers[count % writers.length]?.sendChat(text);
      }
    }, 5);
    return {
      stop: async () => {
        clearInterval(timer);
        const isComplete = () => this.#arrivals.every(({ size }) => size >= this.#sentAtMs.size);
        for (let tries = 0; !isComplete() && tries < 50; tries++) await sleep(100);
        return this.#arrivals.flatMap((arrivals) =>
          [...this.#sentAtMs].map(([text, sentMs]) => (arrivals.get(text) ?? Number.POSITIVE_INFINITY) - sentMs),
        );
      },
    };
  }
}
