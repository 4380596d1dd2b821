export type HoldingLimits = {
  /** The most that one holder may hold. */
  readonly perHolder: number;
  /** The most that all hold together. */
  readonly inAll: number;
};

/** The answer to a request: it is granted, refused, or granted once `from` has given up as much. */
export type HoldingAnswer =
  | { readonly kind: "granted" }
  | { readonly kind: "refused" }
  | { readonly kind: "displaces"; readonly from: string };

/**
 * Counts what holders hold of something scarce, such as sockets or subscriptions. When all of it is held, a holder with less gets its
 * share from the one who holds the most, so that no one holder can use it up.
 */
export class Holdings {
  readonly #limits: HoldingLimits;
  readonly #counts = new Map<string, number>();
  #total = 0;

  constructor(limits: HoldingLimits) {
    this.#limits = limits;
  }

  get total(): number {
    return this.#total;
  }

  count(holder: string): number {
    return this.#counts.get(holder) ?? 0;
  }

  /** Whether the holder may hold `count` more. Changes nothing: see `add`. */
  ask(holder: string, count = 1): HoldingAnswer {
    const wanted = this.count(holder) + count;
    if (wanted > this.#limits.perHolder) return { kind: "refused" };
    if (this.#total + count <= this.#limits.inAll) return { kind: "granted" };
    const from = this.#findGreediest();
    return from !== null && this.count(from) > wanted ? { kind: "displaces", from } : { kind: "refused" };
  }

  add(holder: string, count = 1): void {
    this.#set(holder, this.count(holder) + count);
  }

  remove(holder: string, count = 1): void {
    this.#set(holder, Math.max(0, this.count(holder) - count));
  }

  #set(holder: string, count: number): void {
    this.#total += count - this.count(holder);
    if (count === 0) this.#counts.delete(holder);
    else this.#counts.set(holder, count);
  }

  #findGreediest(): string | null {
    let greediest: string | null = null;
    for (const [holder, count] of this.#counts) if (greediest === null || count > this.count(greediest)) greediest = holder;
    return greediest;
  }
}
