const FADE_IN_SECONDS = 0.008;
const FADE_OUT_SECONDS = 0.006;
/** Time in which the level changes by 1. */
const LEVEL_SECONDS = 0.2;

/** The gain of a voice, frame by frame: fade-in, fade-out and the level of its track. Allocates nothing while it runs. */
export class Envelope {
  readonly fadeOutFrames: number;
  readonly #fadeInStep: number;
  readonly #maxLevelStep: number;
  #fadeIn = 1;
  #level = 1;

  constructor(contextRate: number) {
    this.fadeOutFrames = Math.round(FADE_OUT_SECONDS * contextRate);
    this.#fadeInStep = 1 / Math.round(FADE_IN_SECONDS * contextRate);
    this.#maxLevelStep = 1 / Math.round(LEVEL_SECONDS * contextRate);
  }

  start(level: number, { isFadedIn }: { readonly isFadedIn: boolean }): void {
    this.#level = level;
    this.#fadeIn = isFadedIn ? 0 : 1;
  }

  /**
   * The gain of the next frame.
   * @param targetLevel approached gradually
   * @param framesToStop frames until the end of the fade-out; infinite where there is none
   */
  next(targetLevel: number, framesToStop: number): number {
    const fadeOut = Math.min(1, framesToStop / this.fadeOutFrames);
    this.#fadeIn = Math.min(1, this.#fadeIn + this.#fadeInStep);
    this.#level += Math.max(-this.#maxLevelStep, Math.min(this.#maxLevelStep, targetLevel - this.#level));
    return fadeOut * this.#fadeIn * this.#level;
  }
}
