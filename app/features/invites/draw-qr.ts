import encodeQR from "qr";

/** The shapes of a QR code in units of modules, including the margin that scanners need. */
export type QrDrawing = {
  readonly side: number;
  /** The SVG path of all dark modules outside the finder patterns. */
  readonly dots: string;
  /** The upper left corner of each finder pattern, which is drawn with rounded corners. */
  readonly finders: readonly (readonly [x: number, y: number])[];
};

/** The quiet zone of ISO/IEC 18004: four modules on all sides. */
const MARGIN = 4;
/** The side of a finder pattern. */
export const FINDER_SIDE = 7;
/** Neighboring dots almost touch, so that scanners see connected lines. */
const DOT_RADIUS = 0.46;

/** @throws if the text is too long for a QR code */
export function drawQr(text: string): QrDrawing {
  const modules = encodeQR(text, "raw", { ecc: "medium", border: MARGIN });
  const side = modules.length;
  const farCorner = side - MARGIN - FINDER_SIDE;
  const finders = [
    [MARGIN, MARGIN],
    [farCorner, MARGIN],
    [MARGIN, farCorner],
  ] as const;
  const isFinder = (x: number, y: number) =>
    finders.some(([left, top]) => x >= left && x < left + FINDER_SIDE && y >= top && y < top + FINDER_SIDE);
  const dots = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark && !isFinder(x, y) ? [toDotPath(x, y)] : [])));
  return { side, dots: dots.join(""), finders };
}

function toDotPath(x: number, y: number): string {
  const left = (x + 0.5 - DOT_RADIUS).toFixed(2);
  const arc = `a${DOT_RADIUS} ${DOT_RADIUS} 0 1 0`;
  return `M${left} ${y + 0.5}${arc} ${2 * DOT_RADIUS} 0${arc}-${2 * DOT_RADIUS} 0`;
}
