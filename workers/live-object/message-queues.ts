import { Holdings } from "#app/domain/access/holdings.ts";
import { liveLimits } from "#app/domain/access/live-limits.ts";
import type { LiveConnection } from "./live-connection.ts";

/** A message that takes effect after the ones before it. */
type Waiting = { readonly isAuthentication: boolean; readonly chars: number; readonly handle: () => Promise<void> };

type Sender = Pick<LiveConnection, "payer">;
type Queue = { tail: Promise<void>; messages: number; authentications: number };

/** The messages of connections. Those of one connection take effect in their order; what waits is bounded. */
export class MessageQueues {
  readonly #queues = new WeakMap<Sender, Queue>();
  readonly #chars = new Holdings(liveLimits.waitingChars);

  /** Handles a message when the ones before it have been handled. Null if too much waits already. */
  add(connection: Sender, { isAuthentication, chars, handle }: Waiting): Promise<void> | null {
    const { payer } = connection;
    const queue = this.#queues.get(connection) ?? { tail: Promise.resolve(), messages: 0, authentications: 0 };
    const isFull =
      queue.messages > liveLimits.waitingMessages ||
      (isAuthentication && queue.authentications > liveLimits.waitingAuthentications) ||
      this.#chars.ask(payer, chars).kind !== "granted";
    if (isFull) return null;
    this.#queues.set(connection, queue);
    this.#chars.add(payer, chars);
    queue.messages += 1;
    if (isAuthentication) queue.authentications += 1;
    queue.tail = queue.tail.then(handle).finally(() => {
      this.#chars.remove(payer, chars);
      queue.messages -= 1;
      if (isAuthentication) queue.authentications -= 1;
    });
    return queue.tail;
  }
}
