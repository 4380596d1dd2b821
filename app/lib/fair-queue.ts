export type FairQueueLimits = {
  /** How many tasks run at once. */
  readonly atOnce: number;
  /** How many tasks of one key run at once. */
  readonly atOncePerKey: number;
  /** How many tasks of one key wait. */
  readonly waitingPerKey: number;
};

type Line = { running: number; readonly waiting: (() => void)[] };

/**
 * Runs tasks a few at a time. The keys take turns, so that a task waits for one task of each other key at most, however many
 * these have.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** The keys that have tasks, in the order of their turns. */
  readonly #lines = new Map<string, Line>();
  #running = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /** Runs a task when it is its turn. Null if too many tasks of the key wait already. */
  run<T>(key: string, task: () => Promise<T>): Promise<T> | null {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] };
    if (line.waiting.length >= this.#limits.waitingPerKey) return null;
    this.#lines.set(key, line);
    const turn = new Promise<void>((resolve) => line.waiting.push(resolve));
    this.#startNext();
    return turn.then(task).finally(() => {
      line.running -= 1;
      this.#running -= 1;
      this.#moveToEnd(key, line);
      this.#startNext();
    });
  }

  /** The key has had its turn. */
  #moveToEnd(key: string, line: Line): void {
    this.#lines.delete(key);
    if (line.running > 0 || line.waiting.length > 0) this.#lines.set(key, line);
  }

  #startNext(): void {
    for (const [key, line] of this.#lines) {
      if (this.#running >= this.#limits.atOnce) return;
      if (line.running >= this.#limits.atOncePerKey) continue;
      const start = line.waiting.shift();
      if (!start) continue;
      line.running += 1;
      this.#running += 1;
      this.#moveToEnd(key, line);
      start();
      return this.#startNext();
    }
  }
}
