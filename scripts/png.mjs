// Draws PNG pictures of simple shapes, for the demo room.
import { crc32, deflateSync } from "node:zlib";

/** Width and height in pixels, which are also the unit of the shapes. */
const SIDE = 512;
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * @typedef {{ fill: string } & (
 *   | { disc: [x: number, y: number, radius: number] }
 *   | { ring: [x: number, y: number, radius: number], width: number }
 *   | { bar: [left: number, top: number, width: number, height: number], radius: number, turn: number }
 * )} Shape a bar has round corners of `radius` and is rotated around its center by `turn` degrees
 */

/**
 * Draws a square PNG file (https://www.w3.org/TR/png-3/) with 8 bits per channel.
 * @param {{ ground: string, shapes: readonly Shape[] }} drawing colors as #rrggbb; later shapes cover earlier ones
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function drawPng({ ground, shapes }) {
  const rows = Buffer.alloc(SIDE * (1 + SIDE * 3));
  const layers = shapes.map((shape) => ({ color: parseColor(shape.fill), distance: createDistance(shape) }));
  const background = parseColor(ground);
  for (let y = 0, at = 0; y < SIDE; y++) {
    at += 1; // filter type 0 of the row
    for (let x = 0; x < SIDE; x++, at += 3) rows.set(colorAt(x + 0.5, y + 0.5, background, layers), at);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header.set([8, 2], 8);
  const chunks = [createChunk("IHDR", header), createChunk("IDAT", deflateSync(rows)), createChunk("IEND", Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([Buffer.from(SIGNATURE), ...chunks]));
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

function createChunk(name, data) {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
