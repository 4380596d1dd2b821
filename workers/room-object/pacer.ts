type Deps = {
  readonly intervalMs: number;
  /** Runs what is due. */
  readonly runTogether: (run: () => void) => void;
  /** Whether the effects of an earlier run are not complete yet. What is due then waits and is combined. */
  readonly isBusy: () => boolean;
  /** The failure of one action does not hold back the others. */
  readonly onError: (error: unknown) => void;
};

const BUSY_RETRY_MS = 10;

/** Runs actions at once after a quiet time, and otherwise together once an interval, however often they are requested. */
export class Pacer {
  readonly #deps: Deps;
  readonly #requested = new Set<() => void>();
  #ranAtMs = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** An action that is requested again before it has run runs once. */
  request(action: () => void): void {
    this.#requested.add(action);
    if (this.#timer !== null) return;
    const waitMs = this.#ranAtMs + this.#deps.intervalMs - Date.now();
    if (waitMs <= 0) this.#run();
    else this.#runAfter(waitMs);
  }

  #runAfter(waitMs: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#run();
    }, waitMs);
  }

  #run(): void {
    const { runTogether, isBusy, onError } = this.#deps;
    if (isBusy()) return this.#runAfter(BUSY_RETRY_MS);
    this.#ranAtMs = Date.now();
    const actions = [...this.#requested];
    this.#requested.clear();
    runTogether(() => {
      for (const action of actions) {
        try {
          action();
        } catch (error) {
          onError(error);
        }
      }
    });
  }
}
