/**
 * The generated picture of a room: a piano roll of six lanes, each with a note that starts at the bar line. It is computed
 * from a seed, so no picture has to be stored or loaded. Positions and lengths are in percent of the width.
 */
export type RoomArtwork = { readonly hue: number; readonly barAt: number; readonly notes: readonly Note[] };
/** `tone` selects one of three shades. */
export type Note = { readonly lane: number; readonly from: number; readonly length: number; readonly tone: "a" | "b" | "c" };

export const LANES = 6;
const GAP = 2.5;

export function createRoomArtwork(seed: string): RoomArtwork {
  const random = createRandom(hashText(seed));
  const barAt = 42 + Math.round(random() * 20);
  const notes: Note[] = [];
  for (let lane = 0; lane < LANES; lane++) {
    notes.push(...createNotesBeforeBar(lane, barAt, random), ...createNotesFromBar(lane, barAt, random));
  }
  return { hue: Math.floor(random() * 360), barAt, notes };
}

/** Sparse notes, different in each lane. */
function createNotesBeforeBar(lane: number, barAt: number, random: () => number): readonly Note[] {
  const notes: Note[] = [];
  let from = random() * 22 - 6;
  while (from < barAt - 8) {
    const length = 3 + random() * 13;
    if (random() < 0.55 && from + length < barAt - GAP) notes.push({ lane, from, length, tone: random() < 0.5 ? "c" : "b" });
    from += length + 4 + random() * 14;
  }
  return notes;
}

/** Dense notes, the first exactly at the bar line. */
function createNotesFromBar(lane: number, barAt: number, random: () => number): readonly Note[] {
  const notes: Note[] = [];
  let from = barAt + 0.4;
  for (let isFirst = true; from < 101; isFirst = false) {
    const length = isFirst ? 6 + random() * 22 : 3 + random() * 14;
    notes.push({ lane, from, length, tone: isFirst ? "a" : random() < 0.4 ? "a" : random() < 0.6 ? "b" : "c" });
    from += length + GAP + random() * 4;
  }
  return notes;
}

/** FNV-1a, 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) {
    hash ^= char.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** mulberry32: a small random number generator, good enough for drawing. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
