/** Keeps the room object in memory until a given time: an object that waits for a timer does not hibernate. */
export class AwakeTimer {
  #timer: ReturnType<typeof setTimeout> | null = null;
  #untilMs = 0;

  /** Replaces the former time. A time in the past ends the timer. */
  setUntil(untilMs: number, nowMs: number): void {
    if (untilMs === this.#untilMs) return;
    this.#untilMs = untilMs;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = untilMs > nowMs ? setTimeout(() => this.#end(), untilMs - nowMs) : null;
  }

  #end(): void {
    this.#timer = null;
  }
}
