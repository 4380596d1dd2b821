/** A complex signal or spectrum. Both parts have the same length. */
export type Complex = { readonly re: Float64Array; readonly im: Float64Array };

export function createComplex(size: number): Complex {
  return { re: new Float64Array(size), im: new Float64Array(size) };
}

/** The smallest power of two that is not below a number. */
export function powerOfTwo(atLeast: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, atLeast)));
}

/**
 * The roots of unity of the latest sizes: those of the step with `half` pairs begin at `half`, one after the other, as the processor
 * reads them fastest.
 */
const tables = new Map<number, Complex>();

/** The discrete Fourier transform in place, with radix 2. The length must be a power of two. */
export function transform({ re, im }: Complex): void {
  const size = re.length;
  const roots = rootsOfUnity(size);
  reverseBits(re, im);
  for (let half = 1; half < size; half *= 2) {
    for (let start = 0; start < size; start += 2 * half) combine({ re, im }, roots, start, half);
  }
}

/** The inverse transform in place, without the division by the length. */
export function invert({ re, im }: Complex): void {
  transform({ re: im, im: re });
}

/** Makes the transform of twice the length from two that are next to each other. */
function combine({ re, im }: Complex, roots: Complex, start: number, half: number): void {
  const { re: cos, im: sin } = roots;
  for (let i = start; i < start + half; i++) {
    const j = i + half;
    const c = cos[j - start] ?? 0;
    const s = sin[j - start] ?? 0;
    const x = re[j] ?? 0;
    const y = im[j] ?? 0;
    const turnedRe = x * c + y * s;
    const turnedIm = y * c - x * s;
    const u = re[i] ?? 0;
    const v = im[i] ?? 0;
    re[j] = u - turnedRe;
    im[j] = v - turnedIm;
    re[i] = u + turnedRe;
    im[i] = v + turnedIm;
  }
}

function rootsOfUnity(size: number): Complex {
  const known = tables.get(size);
  if (known) return known;
  const roots = createComplex(size);
  for (let i = size / 2; i < size; i++) {
    const angle = (2 * Math.PI * (i - size / 2)) / size;
    roots.re[i] = Math.cos(angle);
    roots.im[i] = Math.sin(angle);
  }
  // each shorter step has every second root of the next one
  for (let i = size / 2 - 1; i > 0; i--) {
    roots.re[i] = roots.re[2 * i] ?? 0;
    roots.im[i] = roots.im[2 * i] ?? 0;
  }
  if (tables.size >= 4) tables.clear();
  tables.set(size, roots);
  return roots;
}

/** Moves each point to the index with its bits in the opposite order. */
function reverseBits(re: Float64Array, im: Float64Array): void {
  for (let i = 1, j = 0; i < re.length; i++) {
    let bit = re.length >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    const x = re[i] ?? 0;
    const y = im[i] ?? 0;
    re[i] = re[j] ?? 0;
    im[i] = im[j] ?? 0;
    re[j] = x;
    im[j] = y;
  }
}
