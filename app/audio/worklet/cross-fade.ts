const CROSS_FADE_SECONDS = 0.01;

/** A cross-fade of equal power from one read position of a voice to another. Allocates nothing while it runs. */
export class CrossFade {
  readonly #frames: number;
  #oldStart = 0;
  #elapsedFrames: number;

  constructor(contextRate: number) {
    this.#frames = Math.round(CROSS_FADE_SECONDS * contextRate);
    this.#elapsedFrames = this.#frames;
  }

  /** @param oldPosition the position that is faded out, in track frames */
  start(oldPosition: number): void {
    this.#oldStart = oldPosition;
    this.#elapsedFrames = 0;
  }

  cancel(): void {
    this.#elapsedFrames = this.#frames;
  }

  get isActive(): boolean {
    return this.#elapsedFrames < this.#frames;
  }

  /** The position that is faded out, at the current frame. */
  oldPosition(trackFramesPerFrame: number): number {
    return this.#oldStart + this.#elapsedFrames * trackFramesPerFrame;
  }

  get newGain(): number {
    return Math.sin(((this.#elapsedFrames / this.#frames) * Math.PI) / 2);
  }

  get oldGain(): number {
    return Math.cos(((this.#elapsedFrames / this.#frames) * Math.PI) / 2);
  }

  /** Advances by one frame. */
  advance(): void {
    if (this.isActive) this.#elapsedFrames += 1;
  }
}
