import { hashText } from "#app/domain/room/room-artwork.ts";

// lengths in px
export const BAR_HEIGHT = 16;
const FIRST_LANE = 39;
const LANE_PITCH = 39;
const LANES = 16;
const WIDTH = 1400;
const ENTRY_GAP = 6;
const TONES = ["a", "b", "c"] as const;

type RoomArtworkPaths = Record<(typeof TONES)[number] | "strays", string>;

/** Draws sixteen lanes of notes that all start at the bar line (x = 0), and a few notes before it, as stroke paths. */
export function drawRoomArtwork(): RoomArtworkPaths {
  const paths: RoomArtworkPaths = { a: "", b: "", c: "", strays: "" };
  for (let lane = 0; lane < LANES; lane++) {
    let from = ENTRY_GAP;
    for (let n = 0; from < WIDTH; n++) {
      const isEntry = n === 0;
      const length = isEntry ? pick(lane, n, 92, 178) : pick(lane, n, BAR_HEIGHT, 128);
      const tone = isEntry ? "a" : (TONES[pick(lane, n + 50, 0, TONES.length)] ?? "a");
      paths[tone] += bar(lane, from, length);
      from += length + pick(lane, n + 100, 11, 31);
    }
    const strayLength = pick(lane, 200, BAR_HEIGHT, 40);
    const strayFrom = -ENTRY_GAP - strayLength - pick(lane, 201, 0, 30);
    paths.strays += bar(lane, strayFrom, strayLength);
    if (lane % 2 === 0) paths.strays += bar(lane, strayFrom - 58, pick(lane, 202, BAR_HEIGHT, 38));
  }
  return paths;
}

function bar(lane: number, from: number, length: number): string {
  const y = FIRST_LANE + lane * LANE_PITCH;
  return `M${from + BAR_HEIGHT / 2} ${y}H${from + length - BAR_HEIGHT / 2}`;
}

/** A pseudo-random number in [from, below). Deterministic, so that the server and the browser draw the same. */
function pick(lane: number, n: number, from: number, below: number): number {
  return from + (hashText(`${lane} ${n}`) % (below - from));
}
