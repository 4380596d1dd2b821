/** A Durable Object as a queue: it does one thing at a time, in the order in which the work arrives. */
export class SingleThread {
  #freeAtMs = 0;
  #busyMs = 0;

  /** The time at which work that arrives at `atMs` is done. */
  run(atMs: number, costMs: number): number {
    this.#freeAtMs = Math.max(this.#freeAtMs, atMs) + costMs;
    this.#busyMs += costMs;
    return this.#freeAtMs;
  }

  /** Processor time of all work so far, ms. */
  get busyMs(): number {
    return this.#busyMs;
  }
}
