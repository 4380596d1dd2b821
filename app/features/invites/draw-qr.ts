import encodeQR from "qr";

/** A QR code in modules, with the margin that readers need around it: dots, and three rounded finders. */
export type QrDrawing = {
  readonly side: number;
  /** An SVG path of all the dots. */
  readonly dots: string;
  /** The upper left corner of each finder. */
  readonly finders: readonly (readonly [x: number, y: number])[];
};

/** ISO/IEC 18004: four modules on all sides. */
const QUIET = 4;
export const FINDER = 7;
/** Dots that all but touch, so that readers see lines where there are some. */
const RADIUS = 0.46;

export function drawQr(text: string): QrDrawing {
  const modules = encodeQR(text, "raw", { ecc: "medium", border: QUIET });
  const side = modules.length;
  const far = side - QUIET - FINDER;
  const finders = [
    [QUIET, QUIET],
    [far, QUIET],
    [QUIET, far],
  ] as const;
  const isFinder = (x: number, y: number) =>
    finders.some(([left, top]) => x >= left && x < left + FINDER && y >= top && y < top + FINDER);
  const dots = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark && !isFinder(x, y) ? [dotAt(x, y)] : [])));
  return { side, dots: dots.join(""), finders };
}

function dotAt(x: number, y: number): string {
  const left = (x + 0.5 - RADIUS).toFixed(2);
  const arc = `a${RADIUS} ${RADIUS} 0 1 0`;
  return `M${left} ${y + 0.5}${arc} ${2 * RADIUS} 0${arc}-${2 * RADIUS} 0`;
}
