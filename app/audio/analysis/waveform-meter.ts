import { WAVEFORM_POINTS } from "#app/domain/tracks/track-analysis.ts";

/**
 * The waveform of a track: 1,000 points of one byte each, from start to end.
 *
 * A point is the root mean square of its section. In a song that is a quarter of a second, about the time over which the
 * ear integrates loudness. Peaks would draw a solid block: those of mastered music reach full scale nearly everywhere.
 */
export type WaveformMeter = {
  /** Takes the next samples, in planes of the same length. */
  push(planes: readonly Float32Array[]): void;
  /** 255 is the loudest point of the track; half of that sounds half as loud. */
  finish(): Uint8Array;
};

/** Cells that collect energy until the length is known. When all are in use, every two are merged into one. */
const CELLS = 8 * WAVEFORM_POINTS;
const FIRST_CELL_FRAMES = 16;
/** Stevens' power law for sound pressure, as in the sone: ten decibels more sound twice as loud. */
export const LOUDNESS_EXPONENT = 0.6;
/** −50 dB: a track that stays below is not drawn at full height. */
const MIN_FULL_SCALE = 10 ** (-50 / 20);
/** With a smaller share of the announced frames, the file counts as truncated. */
const COMPLETE_SHARE = 0.9;

/**
 * @param announcedFrames a hint: the points cover the frames that are pushed. Only a truncated file is drawn with silence
 * at its end, so that the sound appears at the position at which it plays. 0 if unknown.
 */
export function createWaveformMeter(announcedFrames: number): WaveformMeter {
  const energy = new EnergyCells();
  let channels = 1;
  return {
    push(planes) {
      channels = Math.max(1, planes.length);
      energy.push(planes);
    },
    finish() {
      const { frames } = energy;
      const isTruncated = Number.isFinite(announcedFrames) && frames < COMPLETE_SHARE * announcedFrames;
      const pointFrames = (isTruncated ? announcedFrames : frames) / WAVEFORM_POINTS;
      const energyBefore = energy.accumulate();
      const levels = Float64Array.from({ length: WAVEFORM_POINTS }, (_, i) => {
        const pointEnergy = energyBefore((i + 1) * pointFrames) - energyBefore(i * pointFrames);
        return Math.sqrt(Math.max(0, pointEnergy) / (pointFrames * channels || 1));
      });
      return toHeights(levels);
    },
  };
}

/** The energy of a track of unknown length, in a fixed number of cells of equal duration. */
class EnergyCells {
  /** Sums of squares. */
  readonly #cells = new Float64Array(CELLS);
  #cellFrames = FIRST_CELL_FRAMES;
  #cell = 0;
  /** Frames in the current cell. */
  #pendingFrames = 0;

  get frames(): number {
    return this.#cell * this.#cellFrames + this.#pendingFrames;
  }

  push(planes: readonly Float32Array[]): void {
    const frames = planes[0]?.length ?? 0;
    for (let at = 0; at < frames; ) {
      const end = Math.min(frames, at + this.#cellFrames - this.#pendingFrames);
      let energy = this.#cells[this.#cell] ?? 0;
      for (const plane of planes) energy = addSquares(energy, plane, at, end);
      this.#cells[this.#cell] = energy;
      this.#pendingFrames += end - at;
      at = end;
      if (this.#pendingFrames === this.#cellFrames) this.#startCell();
    }
  }

  /** Returns a function that yields the energy before a frame. The energy of a cell is spread evenly over it. */
  accumulate(): (frame: number) => number {
    const frames = this.frames;
    const cellFrames = this.#cellFrames;
    const sums = new Float64Array(CELLS + 1);
    // float files may contain NaN and infinities
    for (const [i, energy] of this.#cells.entries()) sums[i + 1] = (sums[i] ?? 0) + (Number.isFinite(energy) ? energy : 0);
    return (frame) => {
      const end = Math.min(frame, frames);
      const cell = Math.min(CELLS, Math.floor(end / cellFrames));
      const start = cell * cellFrames;
      const share = (end - start) / Math.max(1, Math.min(cellFrames, frames - start));
      const sum = sums[cell] ?? 0;
      return sum + share * ((sums[cell + 1] ?? sum) - sum);
    };
  }

  #startCell(): void {
    this.#pendingFrames = 0;
    this.#cell += 1;
    if (this.#cell < CELLS) return;
    const cells = this.#cells;
    this.#cell = CELLS / 2;
    for (let i = 0; i < this.#cell; i++) cells[i] = (cells[2 * i] ?? 0) + (cells[2 * i + 1] ?? 0);
    cells.fill(0, this.#cell);
    this.#cellFrames *= 2;
  }
}

function addSquares(energy: number, plane: Float32Array, from: number, to: number): number {
  let sum = energy;
  for (let i = from; i < to; i++) {
    const sample = plane[i] ?? 0;
    sum += sample * sample;
  }
  return sum;
}

function toHeights(levels: Float64Array): Uint8Array {
  const fullScale = levels.reduce((max, level) => Math.max(max, level), MIN_FULL_SCALE);
  return Uint8Array.from(levels, (level) => Math.round(255 * (level / fullScale) ** LOUDNESS_EXPONENT));
}
