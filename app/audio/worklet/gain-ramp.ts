/** A gain that moves to its target in a straight line, because a sudden change would crackle. Allocates nothing while it runs. */
export class GainRamp {
  #value = 1;
  #target = 1;
  #step = 0;

  /** @param frames the length of the change */
  moveTo(target: number, frames: number): void {
    this.#target = target;
    this.#step = (target - this.#value) / Math.max(1, frames);
  }

  get target(): number {
    return this.#target;
  }

  /** Multiplies one block of all channels with the gain. */
  apply(outputs: readonly Float32Array[]): void {
    const from = this.#value;
    const frames = outputs[0]?.length ?? 0;
    if (from === 1 && this.#target === 1) return;
    for (const output of outputs) {
      for (let i = 0; i < frames; i++) output[i] = (output[i] ?? 0) * this.#limit(from + this.#step * (i + 1));
    }
    this.#value = this.#limit(from + this.#step * frames);
  }

  #limit(value: number): number {
    return this.#step > 0 ? Math.min(this.#target, value) : Math.max(this.#target, value);
  }
}
