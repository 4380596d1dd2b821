import { readAscii } from "../ascii.ts";
import { FLAC_BLOCK_HEADER_BYTES, FLAC_COMMENTS, FLAC_PICTURE } from "../flac.ts";
import { joinBytes } from "../join-bytes.ts";
import { decodeBase64 } from "./decode-base64.ts";
import { excerptLimits } from "./excerpt-limits.ts";
import type { KeptItems } from "./kept-items.ts";

const KEYS = ["TITLE", "ARTIST", "ARTISTS", "ALBUM", "GENRE", "DATE", "YEAR", "LYRICS", "UNSYNCEDLYRICS", "SYNCEDLYRICS"];
const PICTURE_KEY = "METADATA_BLOCK_PICTURE";
const KEY_BYTES_MAX = PICTURE_KEY.length;
const LENGTH_BYTES = 4;

/**
 * The blocks of a FLAC file that have the comments of a track's tags (Vorbis I §5.2.1). Pictures become blocks of their own.
 * @param packet begins with the length of the encoder's name
 */
export function excerptComments(packet: Uint8Array, kept: KeptItems): readonly Uint8Array[] {
  const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
  const readLength = (at: number) => (at + LENGTH_BYTES <= packet.length ? view.getUint32(at, true) : packet.length);
  const comments: Uint8Array[] = [];
  const pictures: Uint8Array[] = [];
  let at = LENGTH_BYTES + readLength(0);
  const count = Math.min(readLength(at), excerptLimits.itemsMax);
  at += LENGTH_BYTES;
  for (let i = 0; i < count && at + LENGTH_BYTES <= packet.length; i++) {
    const end = at + LENGTH_BYTES + readLength(at);
    if (end > packet.length) break;
    const text = packet.subarray(at + LENGTH_BYTES, end);
    const key = readKey(text);
    if (key === PICTURE_KEY && kept.keep({ bytes: text.length, isPicture: true })) {
      pictures.push(createFlacBlock(FLAC_PICTURE, decodeBase64(text.subarray(key.length + 1))));
    } else if (KEYS.includes(key) && kept.keep({ bytes: text.length, isPicture: false })) {
      comments.push(packet.subarray(at, end));
    }
    at = end;
  }
  if (comments.length === 0) return pictures;
  const counts = new DataView(new ArrayBuffer(2 * LENGTH_BYTES));
  counts.setUint32(LENGTH_BYTES, comments.length, true);
  return [createFlacBlock(FLAC_COMMENTS, joinBytes([new Uint8Array(counts.buffer), ...comments])), ...pictures];
}

/** The number of comments that a comment packet claims to have. */
export function countComments(packet: Uint8Array): number {
  const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
  const at = packet.length < LENGTH_BYTES ? 0 : LENGTH_BYTES + view.getUint32(0, true);
  return at + LENGTH_BYTES <= packet.length ? view.getUint32(at, true) : 0;
}

/** A metadata block with its header (RFC 9639 §8.1). */
export function createFlacBlock(type: number, body: Uint8Array): Uint8Array {
  const header = new Uint8Array(FLAC_BLOCK_HEADER_BYTES);
  header.set([type, body.length >> 16, body.length >> 8, body.length]);
  return joinBytes([header, body]);
}

/** A FLAC file of these metadata blocks. Empty without blocks. */
export function createFlacFile(blocks: readonly Uint8Array[]): Uint8Array {
  const last = createFlacBlock(LAST_BLOCK | PADDING, NOTHING);
  return blocks.length === 0 ? NOTHING : joinBytes([MARKER, ...blocks, last]);
}

const NOTHING = new Uint8Array(0);
const MARKER = Uint8Array.from("fLaC", (char) => char.charCodeAt(0));
const LAST_BLOCK = 0x80;
const PADDING = 1;

function readKey(comment: Uint8Array): string {
  const end = comment.subarray(0, KEY_BYTES_MAX + 1).indexOf(EQUALS_SIGN);
  return end < 0 ? "" : readAscii(comment, 0, end).toUpperCase();
}

const EQUALS_SIGN = 0x3d;
