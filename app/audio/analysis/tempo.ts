/**
 * How many beats a minute a track has. Onsets are where bands of the spectrum grow louder; a beat is the distance at
 * which onsets come back, as their autocorrelation tells. What is kept does not grow with the track.
 */
export type TempoMeter = {
  push(planes: readonly Float32Array[]): void;
  /** Beats a minute, or null where nothing comes back steadily, or too little was heard to say. */
  finish(): number | null;
};

/** Sound of a higher rate is averaged down to about this. What is above folds down, and makes the same onsets there. */
const RATE = 11_025;
const HOPS_PER_SECOND = 100;
/** Long enough to keep the notes of a chord apart: where they are not, they beat, which looks like onsets. */
const WINDOW_MS = 46;

export function createTempoMeter(sampleRate: number): TempoMeter {
  const divisor = Math.max(1, Math.round(sampleRate / RATE));
  const rate = sampleRate / divisor;
  const hop = Math.max(1, Math.round(rate / HOPS_PER_SECOND));
  const size = 2 ** Math.max(6, Math.round(Math.log2((rate * WINDOW_MS) / 1000)));
  const bandPowers = openBands(size, rate);
  const onset = openOnsets();
  const echoes = openEchoes();
  /** Two windows, which are transformed as a pair. */
  const held = new Float64Array(size + hop);
  let heldCount = 0;
  let sum = 0;
  let summed = 0;

  function take(sample: number): void {
    // files of floats may hold what is no number
    held[heldCount] = Number.isFinite(sample) ? sample : 0;
    heldCount += 1;
    sum = 0;
    summed = 0;
    if (heldCount < held.length) return;
    for (const powers of bandPowers(held, hop)) echoes.push(onset(powers));
    held.copyWithin(0, 2 * hop);
    heldCount -= 2 * hop;
  }

  return {
    push(planes) {
      const frames = planes[0]?.length ?? 0;
      for (let i = 0; i < frames; i++) {
        for (const plane of planes) sum += plane[i] ?? 0;
        summed += 1;
        if (summed === divisor) take(sum / (divisor * planes.length));
      }
    },
    finish: () => findTempo(echoes, rate / hop),
  };
}

const LOWEST_BAND_HZ = 80;
const BANDS_PER_OCTAVE = 3;

/** The powers in the bands of two windows, good until the next two; a sine of full scale has one. */
function openBands(size: number, rate: number): (samples: Float64Array, hop: number) => readonly Float64Array[] {
  const hann = Float64Array.from({ length: size }, (_, i) => (2 / size) * Math.sin((Math.PI * (i + 0.5)) / size) ** 2);
  const bandOf = Int32Array.from({ length: size / 2 }, (_, bin) =>
    Math.max(0, Math.ceil(BANDS_PER_OCTAVE * Math.log2((bin * rate) / size / LOWEST_BAND_HZ))),
  );
  const powers = [0, 1].map(() => new Float64Array((bandOf.at(-1) ?? 0) + 1));
  const windows: Complex = { re: new Float64Array(size), im: new Float64Array(size) };
  const transform = makeTransform(size);

  /** One window is the real, the other the imaginary part: they come out as even (`sign` 1) and as odd part (−1). */
  function addPowers(sums: Float64Array, { re, im }: Complex, sign: number): void {
    sums.fill(0);
    for (let bin = 1; bin < size / 2; bin++) {
      const band = bandOf[bin] ?? 0;
      const even = (re[bin] ?? 0) + sign * (re[size - bin] ?? 0);
      const odd = (im[bin] ?? 0) - sign * (im[size - bin] ?? 0);
      sums[band] = (sums[band] ?? 0) + even * even + odd * odd;
    }
  }

  return (samples, hop) => {
    for (let i = 0; i < size; i++) {
      windows.re[i] = (samples[i] ?? 0) * (hann[i] ?? 0);
      windows.im[i] = (samples[i + hop] ?? 0) * (hann[i] ?? 0);
    }
    const spectrum = transform(windows);
    for (const [i, sums] of powers.entries()) addPowers(sums, spectrum, 1 - 2 * i);
    return powers;
  };
}

/** Levels are log(1 + this × power): what is well below −60 dB makes no onsets. */
const COMPRESSION = 1e6;

/** How much louder the bands are than two hops before, summed. */
function openOnsets(): (powers: Float64Array) => number {
  const past: Float64Array[] = [];
  return (powers) => {
    const levels = powers.map((power) => Math.log1p(COMPRESSION * power));
    // that a track begins is no onset
    const before = past.push(levels) > 2 ? past.shift() : levels;
    return levels.reduce((sum, level, band) => sum + Math.max(0, level - (before?.[band] ?? 0)), 0);
  };
}

/** Onsets are compared with those up to six seconds before. */
const LAGS = 6 * HOPS_PER_SECOND;

/** By lag in hops, the sum of the products of onsets that far apart, each about its mean over the last second. */
function openEchoes() {
  const past = new Float64Array(LAGS + 1);
  const byLag = new Float64Array(LAGS + 1);
  let mean = 0;
  const echoes = {
    hops: 0,
    byLag,
    push(onset: number): void {
      echoes.hops += 1;
      mean += (onset - mean) / Math.min(echoes.hops, HOPS_PER_SECOND);
      past.copyWithin(1, 0);
      past[0] = onset - mean;
      for (let lag = 0; lag <= LAGS; lag++) byLag[lag] = (byLag[lag] ?? 0) + (onset - mean) * (past[lag] ?? 0);
    },
  };
  return echoes;
}

/** Of tempos that fit alike, people tap the one nearer to this (Moelants, ICMPC 7, 2002: 120 to 130). */
const USUAL_BPM = 120;
/** Beats by which a tempo is judged. What comes back later makes it exact. */
const BEATS = 4;
/** The share of the onsets' energy that has to come back; chance alone brings about 4 / √hops. */
const STEADY_MIN = 0.1;
const CHANCE = 4;
const HOPS_MIN = 5 * HOPS_PER_SECOND;
/** Root mean square. Noise has 2.6, the slow beating of a chord that is held about 1. */
const ONSET_MIN = 1.4;
/** Where so much of it comes back half a beat later as well, that is the beat. Quavers of a hi-hat reach 0.93, clicks 0.96. */
const TWICE_FROM = 0.945;
const TWICE_BPM_MAX = 181;

function findTempo({ byLag, hops }: ReturnType<typeof openEchoes>, hopsPerSecond: number): number | null {
  const energy = byLag[0] ?? 0;
  if (hops < HOPS_MIN || Math.sqrt(energy / hops) < ONSET_MIN) return null;
  /** The mean share that comes back one beat later, two beats later, and so on. */
  const steadiness = (bpm: number, beats: number): number => {
    const beat = (60 * hopsPerSecond) / bpm;
    const count = Math.min(beats, Math.floor(Math.min(LAGS - 2, hops / 2) / beat));
    let sum = 0;
    for (let n = 1; n <= count; n++) sum += between(byLag, n * beat) / (1 - (n * beat) / hops);
    return count === 0 ? 0 : sum / count / energy;
  };
  const likely = bestOf(40, 240, (bpm) => steadiness(bpm, BEATS) * Math.exp(-(Math.log2(bpm / USUAL_BPM) ** 2) / 2));
  const found = steadiness(likely, BEATS);
  if (found < STEADY_MIN + CHANCE / Math.sqrt(hops)) return null;
  const isTwice = 2 * likely < TWICE_BPM_MAX && steadiness(2 * likely, 2 * BEATS) > TWICE_FROM * found;
  const bpm = isTwice ? 2 * likely : likely;
  return bestOf(bpm * 0.98, bpm * 1.02, (near) => steadiness(near, LAGS));
}

function bestOf(fromBpm: number, toBpm: number, judge: (bpm: number) => number): number {
  let best = fromBpm;
  for (let bpm = fromBpm; bpm <= toBpm; bpm *= 1.0005) if (judge(bpm) > judge(best)) best = bpm;
  return best;
}

/** A value between values, by the cubic of Catmull and Rom. */
function between(values: Float64Array, at: number): number {
  const low = Math.floor(at);
  const [a = 0, b = 0, c = 0, d = 0] = values.subarray(low - 1, low + 3);
  const t = at - low;
  return b + (t / 2) * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

type Complex = { readonly re: Float64Array; readonly im: Float64Array };

/** The Fourier transform in Stockham's order, which needs no sorting (Cochran et al., IEEE Trans. AU-15, 1967). */
function makeTransform(size: number): (input: Complex) => Complex {
  const half = size / 2;
  const spare: Complex = { re: new Float64Array(size), im: new Float64Array(size) };
  const cosines = Float64Array.from({ length: half }, (_, i) => Math.cos((2 * Math.PI * i) / size));
  const sines = Float64Array.from({ length: half }, (_, i) => -Math.sin((2 * Math.PI * i) / size));
  return (input) => {
    let [from, to] = [input, spare];
    for (let stride = 1; stride < size; stride *= 2) {
      for (let a = 0; a < half; a++) {
        const turn = a & -stride;
        const cos = cosines[turn] ?? 0;
        const sin = sines[turn] ?? 0;
        const re = (from.re[a] ?? 0) - (from.re[a + half] ?? 0);
        const im = (from.im[a] ?? 0) - (from.im[a + half] ?? 0);
        to.re[a + turn] = (from.re[a] ?? 0) + (from.re[a + half] ?? 0);
        to.im[a + turn] = (from.im[a] ?? 0) + (from.im[a + half] ?? 0);
        to.re[a + turn + stride] = re * cos - im * sin;
        to.im[a + turn + stride] = re * sin + im * cos;
      }
      [from, to] = [to, from];
    }
    return from;
  };
}
