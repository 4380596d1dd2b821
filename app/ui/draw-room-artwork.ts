import { hashText } from "#app/domain/room/room-artwork.ts";

// all in px
export const BAR_HEIGHT = 16;
const FIRST_LANE = 39;
const LANE_PITCH = 39;
const LANES = 16;
const REACH = 1400;
const ENTRY_GAP = 6;
const TONES = ["a", "b", "c"] as const;

type RoomArtworkPaths = Record<(typeof TONES)[number] | "strays", string>;

/** Sixteen voices that all come in on the bar line, x = 0, and a few strays before it, as paths to be stroked. */
export function drawRoomArtwork(): RoomArtworkPaths {
  const drawn: RoomArtworkPaths = { a: "", b: "", c: "", strays: "" };
  for (let lane = 0; lane < LANES; lane++) {
    let from = ENTRY_GAP;
    for (let n = 0; from < REACH; n++) {
      const isEntry = n === 0;
      const length = isEntry ? chance(lane, n, 92, 178) : chance(lane, n, BAR_HEIGHT, 128);
      const tone = isEntry ? "a" : (TONES[chance(lane, n + 50, 0, TONES.length)] ?? "a");
      drawn[tone] += bar(lane, from, length);
      from += length + chance(lane, n + 100, 11, 31);
    }
    const stray = chance(lane, 200, BAR_HEIGHT, 40);
    const strayFrom = -ENTRY_GAP - stray - chance(lane, 201, 0, 30);
    drawn.strays += bar(lane, strayFrom, stray);
    if (lane % 2 === 0) drawn.strays += bar(lane, strayFrom - 58, chance(lane, 202, BAR_HEIGHT, 38));
  }
  return drawn;
}

function bar(lane: number, from: number, length: number): string {
  const y = FIRST_LANE + lane * LANE_PITCH;
  return `M${from + BAR_HEIGHT / 2} ${y}H${from + length - BAR_HEIGHT / 2}`;
}

/** The same everywhere and always, or the server would draw one thing and the browser another. */
function chance(lane: number, n: number, from: number, below: number): number {
  return from + (hashText(`${lane} ${n}`) % (below - from));
}
