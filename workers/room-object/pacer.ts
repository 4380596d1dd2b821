/** Runs an action at once after a quiet time, and otherwise once an interval, however often it is requested. */
export class Pacer {
  readonly #run: () => void;
  readonly #intervalMs: number;
  #ranAtMs = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(intervalMs: number, run: () => void) {
    this.#intervalMs = intervalMs;
    this.#run = run;
  }

  request(): void {
    if (this.#timer !== null) return;
    const waitMs = this.#ranAtMs + this.#intervalMs - Date.now();
    if (waitMs <= 0) this.#start();
    else this.#timer = setTimeout(() => this.#start(), waitMs);
  }

  #start(): void {
    this.#timer = null;
    this.#ranAtMs = Date.now();
    this.#run();
  }
}
