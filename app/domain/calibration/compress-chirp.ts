import { CHIRP_FROM_HZ, CHIRP_SEC, CHIRP_TO_HZ, createChirp } from "./chirp.ts";
import { type Complex, createComplex, invert, powerOfTwo, transform } from "./fft.ts";

/** The response of a room to a short pulse, of which only the strength is known. */
export type Compressed = {
  /** The strength at each step. A chirp that begins at a moment, with a peak of 1, has a strength of 1 there. */
  readonly envelope: Float64Array;
  readonly stepSec: number;
};

/** The envelope has at least this many steps a second, so that a pulse, 0.3 ms long, covers several. */
const STEPS_PER_SEC = 20_000;

/** The filter becomes no larger than this share allows where the chirp has little energy: at the edges of its band. */
const MIN_SHARE = 0.05;

/**
 * How much better the signal to noise of a pulse is than that of the chirp it comes from: the length of the chirp times its
 * bandwidth, and two thirds of it because of the Hann window.
 */
export const COMPRESSION_GAIN = ((CHIRP_TO_HZ - CHIRP_FROM_HZ) * CHIRP_SEC * 2) / 3;

type Filter = { readonly fromBin: number; readonly bins: Complex };

/** Windows of a calibration have one of two sizes. A filter takes about 300 KB. */
const MAX_FILTERS = 2;
const filters = new Map<string, Filter>();

/**
 * Makes short pulses of the chirps in a recording: the matched filter, with the spectrum made even and given the shape of a Hann
 * window, whose pulse has sidelobes of -31 dB that fall by 18 dB an octave. It takes about 15 ms for 1.5 s.
 */
export function compressChirp(recording: Float32Array, sampleRate: number): Compressed {
  const size = powerOfTwo(recording.length + CHIRP_SEC * sampleRate);
  const filter = filterFor(sampleRate, size);
  // only the band of the chirp is transformed back, moved to 0 Hz, with as few points as its width allows
  const pulses = createComplex(powerOfTwo((STEPS_PER_SEC * size) / sampleRate));
  multiply({ spectrum: halfSpectrum(recording, size), filter, product: pulses });
  invert(pulses);
  const stepSec = size / pulses.re.length / sampleRate;
  const steps = Math.max(0, Math.floor((recording.length / sampleRate - CHIRP_SEC) / stepSec));
  const envelope = new Float64Array(steps);
  for (let i = 0; i < steps; i++) envelope[i] = Math.sqrt((pulses.re[i] ?? 0) ** 2 + (pulses.im[i] ?? 0) ** 2);
  return { envelope, stepSec };
}

function filterFor(sampleRate: number, size: number): Filter {
  const key = `${sampleRate} ${size}`;
  const known = filters.get(key);
  if (known) return known;
  const filter = createFilter(sampleRate, size);
  if (filters.size >= MAX_FILTERS) filters.clear();
  filters.set(key, filter);
  return filter;
}

function createFilter(sampleRate: number, size: number): Filter {
  const fromBin = Math.ceil((CHIRP_FROM_HZ * size) / sampleRate);
  const count = Math.floor((CHIRP_TO_HZ * size) / sampleRate) - fromBin + 1;
  const bins = createComplex(count);
  multiply({ spectrum: halfSpectrum(createChirp(sampleRate), size), filter: { fromBin, bins: ones(count) }, product: bins });
  let most = 0;
  for (let i = 0; i < count; i++) most = Math.max(most, (bins.re[i] ?? 0) ** 2 + (bins.im[i] ?? 0) ** 2);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / count);
    const power = (bins.re[i] ?? 0) ** 2 + (bins.im[i] ?? 0) ** 2;
    const gain = window / Math.max(power, most * MIN_SHARE);
    sum += gain * power;
    bins.re[i] = (bins.re[i] ?? 0) * gain;
    bins.im[i] = -(bins.im[i] ?? 0) * gain;
  }
  for (let i = 0; i < count; i++) {
    bins.re[i] = (bins.re[i] ?? 0) / sum;
    bins.im[i] = (bins.im[i] ?? 0) / sum;
  }
  return { fromBin, bins };
}

function ones(count: number): Complex {
  return { re: new Float64Array(count).fill(1), im: new Float64Array(count) };
}

/** The transform of a real signal's even samples, as the real part, and odd ones, as the imaginary part. */
function halfSpectrum(samples: Float32Array, size: number): Complex {
  const packed = createComplex(size / 2);
  for (let i = 0; i < samples.length; i++) (i % 2 === 0 ? packed.re : packed.im)[i >> 1] = samples[i] ?? 0;
  transform(packed);
  return packed;
}

/** Multiplies the band of a real signal's spectrum by a filter. */
function multiply({ spectrum, filter, product }: { spectrum: Complex; filter: Filter; product: Complex }): void {
  const { fromBin, bins } = filter;
  const half = spectrum.re.length;
  for (let i = 0; i < bins.re.length; i++) {
    const bin = fromBin + i;
    const mirror = half - bin;
    // the even and the odd samples have symmetric spectra, so the mirrored bin separates them
    const [a, b, c, d] = [spectrum.re[bin] ?? 0, spectrum.im[bin] ?? 0, spectrum.re[mirror] ?? 0, spectrum.im[mirror] ?? 0];
    const [evenRe, evenIm, oddRe, oddIm] = [(a + c) / 2, (b - d) / 2, (b + d) / 2, (c - a) / 2];
    const angle = (-Math.PI * bin) / half;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const re = evenRe + oddRe * cos - oddIm * sin;
    const im = evenIm + oddRe * sin + oddIm * cos;
    const [filterRe, filterIm] = [bins.re[i] ?? 0, bins.im[i] ?? 0];
    product.re[i] = re * filterRe - im * filterIm;
    product.im[i] = re * filterIm + im * filterRe;
  }
}
