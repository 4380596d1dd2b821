import { readAscii } from "./ascii.ts";

/**
 * Boxes whose readers repeat a step as often as a number in them says, not as often as there is data: a kilobyte could keep a reader
 * busy for minutes (ISO/IEC 14496-12 §8, ISO/IEC 23001-7 §8.1).
 */
type CountedBox = {
  readonly name: string;
  /** The bytes from the name to the end of the number. */
  readonly headBytes: number;
  /** @param view from the name on @param entryBytes what follows the number in the box */
  readonly claimsTooMuch: (view: DataView, entryBytes: number) => boolean;
};

/** Packets of a fragment whose sizes are not listed. */
const FRAGMENT_PACKETS_MAX = 100_000;
/** The sizes, durations, flags or offsets of single packets are listed, so that there cannot be more than there are bytes. */
const LISTED = 0xf00;
const FIELD_BITS: readonly number[] = [4, 8, 16];
const KEY_BYTES_MIN = 8;
const KEY_ID_BYTES = 16;

const COUNTED_BOXES: readonly CountedBox[] = [
  {
    name: "trun",
    headBytes: 12,
    claimsTooMuch: (view) => (view.getUint32(4) & LISTED) === 0 && view.getUint32(8) > FRAGMENT_PACKETS_MAX,
  },
  {
    name: "stz2",
    headBytes: 16,
    claimsTooMuch: (view, entryBytes) => {
      const bits = view.getUint8(11);
      return !FIELD_BITS.includes(bits) || (view.getUint32(12) * bits) / 8 > entryBytes;
    },
  },
  {
    name: "keys",
    headBytes: 12,
    claimsTooMuch: (view, entryBytes) => view.getUint32(8) * KEY_BYTES_MIN > entryBytes,
  },
  {
    name: "pssh",
    headBytes: 28,
    claimsTooMuch: (view, entryBytes) => view.getUint8(4) > 0 && view.getUint32(24) * KEY_ID_BYTES > entryBytes,
  },
];

/** By the first letter of their names, which differ. */
const BOX_OF_LETTER: readonly (CountedBox | undefined)[] = Array.from({ length: 256 }, (_, letter) =>
  COUNTED_BOXES.find(({ name }) => name.charCodeAt(0) === letter),
);

const SIZE_BYTES = 4;
const HEAD_BYTES_MAX = 28;
/** The size of a box that continues to the end of the file, or whose size follows in 64 bits. None of these boxes needs that. */
const SPECIAL_SIZES: readonly number[] = [0, 1];
/** Larger sizes are those of bytes that only look like a name. */
const BOX_BYTES_MAX = 24 * 1024 * 1024;

/** Finds such boxes in pieces of a file. A box may begin in one piece and continue in the next. */
export class Mp4ClaimChecker {
  #end = 0;
  #tail: Uint8Array = new Uint8Array(0);

  /** Whether a box in the bytes from `start` on claims more than it can hold. */
  claimsTooMuch(piece: Uint8Array, start: number): boolean {
    const tail = start === this.#end ? this.#tail : new Uint8Array(0);
    const edge = new Uint8Array([...tail, ...piece.subarray(0, SIZE_BYTES + HEAD_BYTES_MAX)]);
    this.#end = start + piece.length;
    this.#tail = (piece.length < edge.length ? edge : piece).slice(-(SIZE_BYTES + HEAD_BYTES_MAX));
    return hasEndlessBox(edge) || hasEndlessBox(piece);
  }
}

/** Looks at each byte once, because this runs over all tables of a file. */
function hasEndlessBox(bytes: Uint8Array): boolean {
  for (let at = SIZE_BYTES; at < bytes.length; at++) {
    const box = BOX_OF_LETTER[bytes[at] ?? 0];
    if (!box || bytes[at + 1] !== box.name.charCodeAt(1)) continue;
    if (readAscii(bytes, at, box.name.length) === box.name && isEndless(box, bytes, at)) return true;
  }
  return false;
}

function isEndless({ headBytes, claimsTooMuch }: CountedBox, bytes: Uint8Array, at: number): boolean {
  // the next piece has the rest
  if (at + headBytes > bytes.length) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at - SIZE_BYTES, SIZE_BYTES + headBytes);
  const boxBytes = view.getUint32(0);
  if (SPECIAL_SIZES.includes(boxBytes)) return true;
  const fromName = new DataView(view.buffer, view.byteOffset + SIZE_BYTES, headBytes);
  return boxBytes <= BOX_BYTES_MAX && claimsTooMuch(fromName, boxBytes - SIZE_BYTES - headBytes);
}
