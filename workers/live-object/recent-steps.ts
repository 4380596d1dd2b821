import type { ReadKey } from "#db/changes/read-recorder.ts";

/** The steps that are kept have this many keys together, at most. */
const KEYS_MAX = 20_000;

/** The latest steps of changes, with the keys of the data that each has changed. */
export class RecentSteps {
  readonly #steps: { readonly number: number; readonly keys: ReadonlySet<ReadKey> }[] = [];
  #last = 0;
  #keys = 0;

  /** The number of the last step. */
  get last(): number {
    return this.#last;
  }

  record(keys: ReadonlySet<ReadKey>): void {
    this.#last += 1;
    this.#steps.push({ number: this.#last, keys });
    this.#keys += keys.size;
    while (this.#keys > KEYS_MAX) this.#keys -= this.#steps.shift()?.keys.size ?? 0;
  }

  /** Whether a step after `number` has changed any of the data. True if that is not known any more. */
  hasChanged(reads: readonly ReadKey[], number: number): boolean {
    const later = this.#last - number;
    if (later > this.#steps.length) return true;
    return later > 0 && this.#steps.slice(-later).some(({ keys }) => reads.some((key) => keys.has(key)));
  }
}
