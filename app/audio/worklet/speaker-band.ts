import { type Band, Crossover } from "./crossover.ts";
import { GainRamp } from "./gain-ramp.ts";

/** The length of a block of the audio thread. */
const BLOCK_FRAMES = 128;
/** The length of the fade-out and of the fade-in of a change. */
const FADE_SECONDS = 0.02;
/** From the start of a fade-out to the next fade-in. By then the voices have moved and the crossovers are full. */
const PAUSE_SECONDS = 0.12;

/** Passes on one band of the music, or all of it. A change is a short pause, so that nothing clicks. */
export class SpeakerBand {
  readonly #fadeFrames: number;
  readonly #pauseFrames: number;
  /** Of the left and the right channel. */
  readonly #crossovers: readonly [Crossover, Crossover];
  readonly #gain = new GainRamp();
  #band: Band | null = null;
  #wanted: Band | null = null;
  /** Since the start of the change, frames; null unless there is one. */
  #elapsed: number | null = null;

  constructor(contextRate: number) {
    this.#fadeFrames = Math.round(FADE_SECONDS * contextRate);
    this.#pauseFrames = Math.round(PAUSE_SECONDS * contextRate);
    this.#crossovers = [new Crossover(contextRate, BLOCK_FRAMES), new Crossover(contextRate, BLOCK_FRAMES)];
  }

  /**
   * @param band null for the whole sound
   * @param isSilent nothing sounds, so the change needs no pause
   */
  set(band: Band | null, isSilent: boolean): void {
    if (band === this.#wanted) return;
    this.#wanted = band;
    if (isSilent) {
      this.#switch();
      this.#gain.moveTo(1, 1);
      this.#elapsed = null;
      return;
    }
    this.#gain.moveTo(0, this.#fadeFrames);
    this.#elapsed = 0;
  }

  /** Forgets the music so far, which would otherwise come out when the next one starts. */
  clear(): void {
    for (const crossover of this.#crossovers) crossover.clear();
  }

  /** Filters one block of both channels in place. */
  apply(channels: readonly Float32Array[]): void {
    this.#advance(channels[0]?.length ?? 0);
    const [left, right] = channels;
    if (this.#band && left && right) {
      this.#crossovers[0].apply(left, this.#band);
      this.#crossovers[1].apply(right, this.#band);
    }
    this.#gain.apply(channels);
  }

  #advance(frames: number): void {
    if (this.#elapsed === null) return;
    if (this.#elapsed >= this.#fadeFrames && this.#band !== this.#wanted) this.#switch();
    if (this.#elapsed >= this.#pauseFrames) {
      this.#gain.moveTo(1, this.#fadeFrames);
      this.#elapsed = null;
      return;
    }
    this.#elapsed += frames;
  }

  #switch(): void {
    this.#band = this.#wanted;
    this.clear();
  }
}
