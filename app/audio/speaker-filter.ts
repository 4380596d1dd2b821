import { type Band, crossoverDelayFrames, designCrossover } from "./crossover.ts";
import type { MusicPath } from "./music-path.ts";

/** The length of the fade-out and of the fade-in of a change. */
const FADE_SEC = 0.02;
/** From the start of a fade-out to the next fade-in. By then the voices have moved and the new filter is full. */
const PAUSE_SEC = 0.12;
/** When a branch that has faded out is removed, ms. */
const REMOVE_AFTER_MS = 500;

/** A way from the player to the output. */
type Branch = { readonly gain: GainNode; readonly filter: ConvolverNode | null };

/** Passes the music through one half of a crossover, or past it. A change is a short pause, so that nothing clicks. */
export class SpeakerFilter {
  readonly #context: BaseAudioContext;
  readonly #path: MusicPath;
  readonly #direct: Branch;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #band: Band | null = null;
  #branch: Branch;

  constructor(path: MusicPath) {
    this.#context = path.source.context;
    this.#path = path;
    this.#direct = { gain: path.direct, filter: null };
    this.#branch = this.#direct;
  }

  /** How much later the music leaves the filter than it enters it, ms. */
  get delayMs(): number {
    const { sampleRate } = this.#context;
    return this.#band ? (crossoverDelayFrames(sampleRate) / sampleRate) * 1000 : 0;
  }

  /** @param band null for the whole sound */
  setBand(band: Band | null): void {
    if (band === this.#band) return;
    const previous = this.#branch;
    this.#band = band;
    this.#branch = band ? this.#createBranch(band) : this.#direct;
    fade(previous.gain.gain, 0, this.#context.currentTime);
    fade(this.#branch.gain.gain, 1, this.#context.currentTime + (this.#isRunning ? PAUSE_SEC : 0));
    if (previous.filter) this.#removeLater(previous);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    if (this.#branch.filter) this.#remove(this.#branch);
  }

  get #isRunning(): boolean {
    return this.#context.state === "running";
  }

  #createBranch(band: Band): Branch {
    const taps = designCrossover(band, this.#context.sampleRate);
    const buffer = this.#context.createBuffer(1, taps.length, this.#context.sampleRate);
    buffer.copyToChannel(taps, 0);
    const filter = this.#context.createConvolver();
    // must be set before the buffer: otherwise the browser scales it
    filter.normalize = false;
    filter.buffer = buffer;
    const gain = this.#context.createGain();
    gain.gain.value = 0;
    this.#path.source.connect(filter, 0);
    filter.connect(gain).connect(this.#path.output);
    return { gain, filter };
  }

  #removeLater(branch: Branch): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#remove(branch);
    }, REMOVE_AFTER_MS);
    this.#timers.add(timer);
  }

  #remove({ filter, gain }: Branch): void {
    if (!filter) return;
    this.#path.source.disconnect(filter, 0);
    filter.disconnect();
    gain.disconnect();
  }
}

/** Fades from the value that the parameter has now. */
function fade(param: AudioParam, target: number, startSec: number): void {
  const value = param.value;
  param.cancelScheduledValues(0);
  param.setValueAtTime(value, startSec);
  param.linearRampToValueAtTime(target, startSec + FADE_SEC);
}
