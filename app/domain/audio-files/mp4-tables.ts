import { findItunesList } from "./itunes-list.ts";
import { findMp4Boxes, type Mp4Box } from "./mp4-boxes.ts";
import { withReadAhead } from "./read-ahead.ts";
import type { ReadBytes } from "./read-bytes.ts";

/**
 * Bounds of the tables of an MP4 file (ISO/IEC 14496-12 §8). A reader repeats some steps as often as a table says, not as often
 * as it has entries, so a file of a kilobyte could keep it busy for minutes.
 */
const LIMITS = {
  /** A day of AAC at 96 kHz has 8.1 million packets. */
  packets: 10_000_000,
  /** Packets that are not in the order in which they are played, which audio does not have. */
  reorderedPackets: 100_000,
  tracks: 16,
  boxes: 2000,
  tags: 2000,
  /** All tables, bytes. */
  movieBytes: 24 * 1024 * 1024,
  /** Entries of a table in which real files have a few. */
  entries: 200_000,
} as const;

const WINDOW_BYTES = 64 * 1024;
const PATH = ["mdia", "minf", "stbl"];

/** Whether the tables of an MP4 file can be read in reasonable time. True for a file that is none. */
export async function hasReadableTables(readBytes: ReadBytes, sizeBytes: number): Promise<boolean> {
  const read = withReadAhead(readBytes, WINDOW_BYTES);
  const [movie] = await find(read, { start: 0, end: sizeBytes }, "moov");
  if (!movie) return true;
  if (movie.end - movie.start > LIMITS.movieBytes) return false;
  const tags = await findItunesList(read, sizeBytes);
  if (tags && (await countBoxes(read, tags.list)) > LIMITS.tags) return false;
  const tracks = await find(read, movie, "trak");
  if (tracks.length > LIMITS.tracks) return false;
  for (const track of tracks) if (!(await isReadableTrack(read, track))) return false;
  return true;
}

async function isReadableTrack(read: ReadBytes, track: Mp4Box): Promise<boolean> {
  let stbl = track;
  for (const name of PATH) {
    const [child] = await find(read, stbl, name);
    if (!child) return true;
    stbl = child;
  }
  const readNumbers = async (table: string, entryBytes: number) => {
    const boxes = await find(read, stbl, table);
    if (boxes.some(({ start, end }) => (end - start) / entryBytes > LIMITS.entries)) return [Number.POSITIVE_INFINITY];
    return (await Promise.all(boxes.map((box) => readFirstNumbers(read, box, entryBytes)))).flat();
  };
  const packets = (await readNumbers("stts", 8)).reduce((sum, count) => sum + count, 0);
  const chunks = (await readNumbers("stsc", 12)).reduce((largest, chunk) => Math.max(largest, chunk), 0);
  const isReordered = (await find(read, stbl, "ctts")).length > 0;
  return packets <= (isReordered ? LIMITS.reorderedPackets : LIMITS.packets) && chunks <= LIMITS.packets;
}

/** The first 32-bit number of each entry: the number of packets in `stts`, the number of the first chunk in `stsc`. */
async function readFirstNumbers(read: ReadBytes, { start, end }: Mp4Box, entryBytes: number): Promise<readonly number[]> {
  // a version and the number of entries come first
  const table = await read(start + 8, end);
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  return Array.from({ length: Math.floor(table.length / entryBytes) }, (_, i) => view.getUint32(i * entryBytes));
}

function find(read: ReadBytes, parent: { readonly start: number; readonly end: number }, name: string) {
  const limits = { isWanted: (other: string) => other === name, foundMax: LIMITS.boxes, boxesMax: LIMITS.boxes };
  return findMp4Boxes(read, parent, limits);
}

async function countBoxes(read: ReadBytes, parent: Mp4Box): Promise<number> {
  const max = LIMITS.tags + 1;
  return (await findMp4Boxes(read, parent, { isWanted: () => true, foundMax: max, boxesMax: max })).length;
}
