/** Below the hearing threshold on any loudspeaker, and above the threshold at which wireless outputs fall asleep: -80 dBFS at 30 Hz. */
const TONE_LEVEL = 1e-4;
const TONE_HZ = 30;
/**
 * Added to silence with alternating signs, far below what any loudspeaker plays (-200 dB). Chromium closes an output that is
 * exactly zero for 30 s, and the sound would start again with another latency.
 */
const KEEP_OPEN_LEVEL = 1e-10;

/** Adds what keeps an output open and, on request, a wireless loudspeaker awake. */
export class KeepAlive {
  readonly #radiansPerFrame: number;
  #phase = 0;
  #isOn = false;

  constructor(contextRate: number) {
    this.#radiansPerFrame = (2 * Math.PI * TONE_HZ) / contextRate;
  }

  /** The tone starts at a zero crossing. */
  set(isOn: boolean): void {
    if (isOn && !this.#isOn) this.#phase = 0;
    this.#isOn = isOn;
  }

  apply(outputs: readonly Float32Array[]): void {
    const frames = outputs[0]?.length ?? 0;
    for (const output of outputs) {
      for (let i = 0; i < frames; i++) output[i] = (output[i] ?? 0) + this.#valueAt(i);
    }
    this.#phase = (this.#phase + frames * this.#radiansPerFrame) % (2 * Math.PI);
  }

  #valueAt(i: number): number {
    if (this.#isOn) return TONE_LEVEL * Math.sin(this.#phase + i * this.#radiansPerFrame);
    return i % 2 === 0 ? KEEP_OPEN_LEVEL : -KEEP_OPEN_LEVEL;
  }
}
