import type { RecordedChunk } from "#app/audio/worklet/recorder-messages.ts";

/** The latest part of a recording, by the frames of the audio context. A gap in it is silence. */
export class Recording {
  readonly #ring: Float32Array;
  /** The frames from the first, inclusive, to the last, exclusive, are kept. */
  #from = 0;
  #to = 0;

  constructor(capacity: number) {
    this.#ring = new Float32Array(capacity);
  }

  get fromFrame(): number {
    return this.#from;
  }

  get toFrame(): number {
    return this.#to;
  }

  write({ startFrame, samples }: RecordedChunk): void {
    const capacity = this.#ring.length;
    const isFirst = this.#from === this.#to;
    if (isFirst || startFrame - this.#to >= capacity) this.#from = this.#to = startFrame;
    if (startFrame < this.#to) return;
    for (let frame = this.#to; frame < startFrame; frame++) this.#ring[frame % capacity] = 0;
    for (const [i, sample] of samples.entries()) this.#ring[(startFrame + i) % capacity] = sample;
    this.#to = startFrame + samples.length;
    this.#from = Math.max(this.#from, this.#to - capacity);
  }

  /** A copy of a part. Null if it is not recorded, not yet or not any more. */
  read(fromFrame: number, toFrame: number): Float32Array | null {
    if (fromFrame < this.#from || toFrame > this.#to || toFrame <= fromFrame) return null;
    return Float32Array.from({ length: toFrame - fromFrame }, (_, i) => this.#ring[(fromFrame + i) % this.#ring.length] ?? 0);
  }
}
