// Draws covers of simple shapes, for the demo room.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import encodeWebp, { init } from "@jsquash/webp/encode.js";

/** Width and height in pixels, which are also the unit of the shapes. */
const SIDE = 512;
const ENCODER = "@jsquash/webp/codec/enc/webp_enc_simd.wasm";

/**
 * @typedef {{ fill: string } & (
 *   | { disc: [x: number, y: number, radius: number] }
 *   | { ring: [x: number, y: number, radius: number], width: number }
 *   | { bar: [left: number, top: number, width: number, height: number], radius: number, turn: number }
 * )} Shape a bar has round corners of `radius` and is rotated around its center by `turn` degrees
 */

/**
 * Draws a square WebP file.
 * @param {{ ground: string, shapes: readonly Shape[] }} drawing colors as #rrggbb; later shapes cover earlier ones
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function drawCover({ ground, shapes }) {
  const data = new Uint8ClampedArray(SIDE * SIDE * 4);
  const layers = shapes.map((shape) => ({ color: parseColor(shape.fill), distance: createDistance(shape) }));
  const background = parseColor(ground);
  for (let y = 0, at = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++, at += 4) data.set([...colorAt(x + 0.5, y + 0.5, background, layers), 255], at);
  }
  // in Node, fetch does not load the encoder from the file system
  await init(await WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve(ENCODER)))));
  return new Uint8Array(await encodeWebp({ data, width: SIDE, height: SIDE }, { lossless: 1 }));
}

function colorAt(x, y, background, layers) {
  return layers.reduce((under, { color, distance }) => {
    // Edges are antialiased over one pixel.
    const coverage = Math.max(0, Math.min(1, 0.5 - distance(x, y)));
    return coverage === 0 ? under : under.map((value, i) => value + (color[i] - value) * coverage);
  }, background);
}

/** A function for the distance of a point from the shape's edge, in pixels. Negative inside the shape. */
function createDistance(shape) {
  if ("disc" in shape) {
    const [cx, cy, radius] = shape.disc;
    return (x, y) => Math.hypot(x - cx, y - cy) - radius;
  }
  if ("ring" in shape) {
    const [cx, cy, radius] = shape.ring;
    return (x, y) => Math.abs(Math.hypot(x - cx, y - cy) - radius) - shape.width / 2;
  }
  const [left, top, width, height] = shape.bar;
  const [sin, cos] = [Math.sin((shape.turn * Math.PI) / 180), Math.cos((shape.turn * Math.PI) / 180)];
  return (x, y) => {
    const [dx, dy] = [x - left - width / 2, y - top - height / 2];
    const outX = Math.abs(dx * cos + dy * sin) - width / 2 + shape.radius;
    const outY = Math.abs(dy * cos - dx * sin) - height / 2 + shape.radius;
    return Math.hypot(Math.max(outX, 0), Math.max(outY, 0)) + Math.min(Math.max(outX, outY), 0) - shape.radius;
  };
}

function parseColor(color) {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
