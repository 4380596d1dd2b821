import { logError } from "#workers/http/log-error.ts";

type Deps = {
  readonly intervalMs: number;
  /** Runs what is due. */
  readonly runTogether: (run: () => void) => void;
};

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
    else this.#timer = setTimeout(() => this.#run(), waitMs);
  }

  #run(): void {
    this.#timer = null;
    this.#ranAtMs = Date.now();
    const actions = [...this.#requested];
    this.#requested.clear();
    this.#deps.runTogether(() => {
      for (const action of actions) runSafely(action);
    });
  }
}

/** The failure of one action must not hold back the others. */
function runSafely(action: () => void): void {
  try {
    action();
  } catch (error) {
    logError("room-broadcast", error, {});
  }
}
