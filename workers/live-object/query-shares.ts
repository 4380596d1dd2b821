import { Holdings } from "#app/domain/access/holdings.ts";
import { liveLimits } from "#app/domain/access/live-limits.ts";
import type { Payer } from "#app/domain/access/work-budget.ts";
import type { LiveConnection } from "./live-connection.ts";

/** Counts the subscriptions of connections by their payers (WK3). */
export class QueryShares {
  readonly #holdings = new Holdings(liveLimits.queries);
  readonly #held = new Map<LiveConnection, { readonly payer: Payer; readonly count: number }>();

  get total(): number {
    return this.#holdings.total;
  }

  /**
   * Whether the payer of a connection may have `count` more subscriptions. When all are held, connections of the payer with the most
   * are passed to `close` until there are enough.
   */
  makeRoom(connection: LiveConnection, count: number, close: (connection: LiveConnection) => void): boolean {
    for (;;) {
      const answer = this.#holdings.ask(connection.payer, count);
      if (answer.kind !== "displaces") return answer.kind === "granted";
      const largest = this.#findLargest(answer.from);
      if (!largest) return false;
      this.set(largest, 0);
      close(largest);
    }
  }

  /** The number of a connection's subscriptions, which its present payer holds. */
  set(connection: LiveConnection, count: number): void {
    const held = this.#held.get(connection);
    if (held) this.#holdings.remove(held.payer, held.count);
    this.#held.delete(connection);
    if (count === 0) return;
    const { payer } = connection;
    this.#holdings.add(payer, count);
    this.#held.set(connection, { payer, count });
  }

  #findLargest(holder: string): LiveConnection | null {
    let largest: LiveConnection | null = null;
    let most = 0;
    for (const [connection, { payer, count }] of this.#held) {
      if (payer !== holder || count <= most) continue;
      [largest, most] = [connection, count];
    }
    return largest;
  }
}
