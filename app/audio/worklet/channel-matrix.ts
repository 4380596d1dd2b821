import type { ChannelMix } from "./messages.ts";

const CHANGE_SECONDS = 0.02;

/** The shares of the left and the right sound in the left and the right channel. */
type Shares = readonly [leftOfLeft: number, rightOfLeft: number, leftOfRight: number, rightOfRight: number];

const SHARES: Record<ChannelMix, Shares> = {
  stereo: [1, 0, 0, 1],
  left: [1, 0, 1, 0],
  right: [0, 1, 0, 1],
  mono: [0.5, 0.5, 0.5, 0.5],
};

/** Mixes the two channels. A change takes 20 ms. Allocates nothing while it runs. */
export class ChannelMatrix {
  readonly #step: number;
  readonly #from: [number, number, number, number] = [1, 0, 0, 1];
  #to: Shares = SHARES.stereo;
  /** Of the change, 0 to 1. */
  #progress = 1;

  constructor(contextRate: number) {
    this.#step = 1 / Math.round(CHANGE_SECONDS * contextRate);
  }

  set(mix: ChannelMix): void {
    if (SHARES[mix] === this.#to) return;
    for (let i = 0; i < this.#from.length; i++) this.#from[i] = this.#share(i, this.#progress);
    this.#to = SHARES[mix];
    this.#progress = 0;
  }

  /** Mixes one block of both channels in place. */
  apply([left, right]: readonly Float32Array[]): void {
    if (!left || !right || (this.#progress === 1 && this.#to === SHARES.stereo)) return;
    for (let i = 0; i < left.length; i++) {
      this.#progress = Math.min(1, this.#progress + this.#step);
      const l = left[i] ?? 0;
      const r = right[i] ?? 0;
      left[i] = l * this.#share(0, this.#progress) + r * this.#share(1, this.#progress);
      right[i] = l * this.#share(2, this.#progress) + r * this.#share(3, this.#progress);
    }
  }

  #share(i: number, progress: number): number {
    const from = this.#from[i] ?? 0;
    return from + ((this.#to[i] ?? 0) - from) * progress;
  }
}
