import type { TestSound } from "#app/domain/devices/sound-check.ts";
import type { PlannedTestSound } from "./messages.ts";

/** The length of the fade-out of a sound that is ended. */
const END_SECONDS = 0.005;

type Sounding = PlannedTestSound & {
  /** Context frame at which the fade-out is over; null unless the sound is ended before its last sample. */
  endFrame: number | null;
};

/** Plays test sounds at exact frames of the context. */
export class TestSounds {
  readonly #endFrames: number;
  readonly #samples = new Map<TestSound, Float32Array>();
  #sounds: Sounding[] = [];

  constructor(contextRate: number) {
    this.#endFrames = Math.round(END_SECONDS * contextRate);
  }

  setSamples(sound: TestSound, samples: Float32Array): void {
    this.#samples.set(sound, samples);
  }

  /**
   * Plans a sound, or moves it if it has not started. A start that has passed is not made up for.
   * @param nowFrame the context's current frame
   */
  plan(sound: PlannedTestSound, nowFrame: number): void {
    const known = this.#sounds.find(({ check, index }) => check === sound.check && index === sound.index);
    if (sound.startFrame < nowFrame || (known && known.startFrame < nowFrame)) return;
    this.#sounds = [...this.#sounds.filter((other) => other !== known), { ...sound, endFrame: null }];
  }

  /** Drops the planned sounds of a check and fades out the one that plays. */
  end(check: string, nowFrame: number): void {
    this.#sounds = this.#sounds.filter((sound) => sound.check !== check || sound.startFrame < nowFrame);
    for (const sound of this.#sounds) {
      if (sound.check === check) sound.endFrame ??= nowFrame + this.#endFrames;
    }
  }

  /** Adds the sounds to all channels of a block that starts at the context's `blockFrame`. */
  render(outputs: readonly Float32Array[], blockFrame: number): void {
    if (this.#sounds.length === 0) return;
    const blockEnd = blockFrame + (outputs[0]?.length ?? 0);
    for (const sound of this.#sounds) this.#add(outputs, sound, blockFrame);
    this.#sounds = this.#sounds.filter((sound) => this.#lastFrame(sound) > blockEnd);
  }

  #lastFrame({ sound, startFrame, endFrame }: Sounding): number {
    const length = this.#samples.get(sound)?.length ?? 0;
    return Math.min(startFrame + length, endFrame ?? Number.POSITIVE_INFINITY);
  }

  #add(outputs: readonly Float32Array[], sounding: Sounding, blockFrame: number): void {
    const { sound, startFrame, endFrame } = sounding;
    const samples = this.#samples.get(sound);
    if (!samples) return;
    const from = Math.max(blockFrame, startFrame);
    for (const output of outputs) {
      const to = Math.min(blockFrame + output.length, this.#lastFrame(sounding));
      for (let frame = from; frame < to; frame++) {
        const gain = endFrame === null ? 1 : Math.min(1, (endFrame - frame) / this.#endFrames);
        output[frame - blockFrame] = (output[frame - blockFrame] ?? 0) + gain * (samples[frame - startFrame] ?? 0);
      }
    }
  }
}
