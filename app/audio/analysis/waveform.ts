import { WAVEFORM_POINTS } from "#app/domain/tracks/track-analysis.ts";

/**
 * What a track looks like: 1,000 points of one byte each, from its beginning to its end.
 *
 * A point is the root mean square of its stretch. In a song that is a quarter of a second, which is about what the ear
 * sums up as loudness; the peaks of mastered music reach full scale nearly everywhere, and would draw a block.
 */
export type Waveform = {
  /** Planes of one length, whichever; they continue what was pushed before. */
  push(planes: readonly Float32Array[]): void;
  /** 255 is the loudest point of the track, half of it sounds half as loud. */
  finish(): Uint8Array;
};

/** What is kept until the length is known. When all are used, every two become one. */
const CELLS = 8 * WAVEFORM_POINTS;
const FIRST_CELL_FRAMES = 16;
/** Stevens' power law for sound pressure, as in the sone: ten decibels more sound twice as loud. */
const LOUDNESS_EXPONENT = 0.6;
/** −50 dB: a track that stays below is not drawn as if it were loud. */
const LOUDEST_MIN = 10 ** (-50 / 20);
/** Of what was announced; with less, the file breaks off. */
const WHOLE_FROM = 0.9;

/**
 * @param announcedFrames need not be right: the points cover the frames that came. Only where many are missing, the end
 * is drawn as silence, so that the sound is seen where it will be heard; 0 if nothing is known.
 */
export function createWaveformMeter(announcedFrames: number): Waveform {
  /** Sums of squares. */
  const cells = new Float64Array(CELLS);
  let cellFrames = FIRST_CELL_FRAMES;
  let cell = 0;
  let heldFrames = 0;
  let channels = 1;

  function nextCell(): void {
    heldFrames = 0;
    cell += 1;
    if (cell < CELLS) return;
    cell = CELLS / 2;
    for (let i = 0; i < cell; i++) cells[i] = (cells[2 * i] ?? 0) + (cells[2 * i + 1] ?? 0);
    cells.fill(0, cell);
    cellFrames *= 2;
  }

  return {
    push(planes) {
      channels = Math.max(1, planes.length);
      const frames = planes[0]?.length ?? 0;
      for (let at = 0; at < frames; ) {
        const end = Math.min(frames, at + cellFrames - heldFrames);
        for (const plane of planes) cells[cell] = addSquares(cells[cell] ?? 0, plane, at, end);
        heldFrames += end - at;
        at = end;
        if (heldFrames === cellFrames) nextCell();
      }
    },
    finish() {
      const frames = cell * cellFrames + heldFrames;
      const isBroken = Number.isFinite(announcedFrames) && frames < WHOLE_FROM * announcedFrames;
      const pointFrames = (isBroken ? announcedFrames : frames) / WAVEFORM_POINTS;
      const energyUpTo = summed(cells, { cellFrames, frames });
      const levels = Float64Array.from({ length: WAVEFORM_POINTS }, (_, i) => {
        const energy = energyUpTo((i + 1) * pointFrames) - energyUpTo(i * pointFrames);
        return Math.sqrt(Math.max(0, energy) / (pointFrames * channels || 1));
      });
      return drawn(levels);
    },
  };
}

function addSquares(energy: number, plane: Float32Array, from: number, to: number): number {
  let sum = energy;
  for (let i = from; i < to; i++) {
    const sample = plane[i] ?? 0;
    sum += sample * sample;
  }
  return sum;
}

/** The energy before any moment, in frames; a cell's is spread evenly over it. */
function summed(
  cells: Float64Array,
  { cellFrames, frames }: { readonly cellFrames: number; readonly frames: number },
): (frame: number) => number {
  const before = new Float64Array(CELLS + 1);
  // files of floats may hold what is no number
  for (const [i, energy] of cells.entries()) before[i + 1] = (before[i] ?? 0) + (Number.isFinite(energy) ? energy : 0);
  return (frame) => {
    const cell = Math.min(CELLS, Math.floor(Math.min(frame, frames) / cellFrames));
    const start = cell * cellFrames;
    const share = (Math.min(frame, frames) - start) / Math.max(1, Math.min(cellFrames, frames - start));
    const sum = before[cell] ?? 0;
    return sum + share * ((before[cell + 1] ?? sum) - sum);
  };
}

function drawn(levels: Float64Array): Uint8Array {
  const loudest = levels.reduce((most, level) => Math.max(most, level), LOUDEST_MIN);
  return Uint8Array.from(levels, (level) => Math.round(255 * (level / loudest) ** LOUDNESS_EXPONENT));
}
