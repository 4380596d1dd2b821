import { readAscii } from "../ascii.ts";
import { ID3_HEADER_BYTES, readId3v2SizeBytes } from "../audio-format.ts";
import { joinBytes } from "../join-bytes.ts";
import type { ReadBytes } from "../read-bytes.ts";
import { excerptLimits } from "./excerpt-limits.ts";
import { KeptItems } from "./kept-items.ts";

/** Frames with the title, artist, album, genre, date, lyrics and picture, in ID3v2.2 and later. */
const TEXT_FRAMES = [
  ...["TT2", "TP1", "TAL", "TCO", "TYE", "ULT"],
  ...["TIT2", "TPE1", "TALB", "TCON", "TYER", "TDRC", "TDRL", "TXXX", "USLT", "SYLT"],
];
const PICTURE_FRAMES = ["PIC", "APIC"];
/** Frames with a text of the tagger's own, among them the list of artists. */
const CUSTOM_TEXT_BYTES_MAX = 4096;

const FLAG_UNSYNCHRONIZED = 0x80;
const FLAG_EXTENDED = 0x40;

/** Reads an ID3v2 tag at `startByte`, as a tag that has only the frames of a track's tags (id3.org, ID3v2.4). Empty if there are none. */
export async function excerptId3(
  read: ReadBytes,
  { startByte, sizeBytes }: { readonly startByte: number; readonly sizeBytes: number },
): Promise<Uint8Array> {
  const head = await read(startByte, startByte + ID3_HEADER_BYTES);
  const tagBytes = readId3v2SizeBytes(head);
  const [, , , major = 0, , flags = 0] = head;
  const endByte = startByte + tagBytes;
  if (tagBytes === 0 || endByte > sizeBytes || major < 2 || major > 4) return NOTHING;
  const tag = await openTag(read, { startByte: startByte + ID3_HEADER_BYTES, endByte, major, flags });
  const frames = await readFrames(tag, major);
  return frames.length === 0 ? NOTHING : joinBytes([createHeader(major, frames), ...frames]);
}

const NOTHING = new Uint8Array(0);

type Tag = { readonly read: ReadBytes; readonly startByte: number; readonly endByte: number };

/** The part of a tag that has frames. Before ID3v2.4, the whole tag may be unsynchronized: each 0xff is followed by an additional 0. */
async function openTag(
  read: ReadBytes,
  { startByte, endByte, major, flags }: Omit<Tag, "read"> & { readonly major: number; readonly flags: number },
): Promise<Tag> {
  const isUnsynchronized = major < 4 && (flags & FLAG_UNSYNCHRONIZED) !== 0;
  const tag = isUnsynchronized ? await synchronize(read, { startByte, endByte }) : { read, startByte, endByte };
  if (major === 2 || (flags & FLAG_EXTENDED) === 0) return tag;
  const extended = await tag.read(tag.startByte, tag.startByte + 4);
  // the length counts its own four bytes since ID3v2.4
  const extendedBytes = major === 4 ? readSyncSafe(extended, 0) : 4 + readUint(extended, 0, 4);
  return { ...tag, startByte: tag.startByte + extendedBytes };
}

async function synchronize(read: ReadBytes, { startByte, endByte }: Omit<Tag, "read">): Promise<Tag> {
  const raw = await read(startByte, Math.min(endByte, startByte + excerptLimits.totalBytes));
  const bytes = new Uint8Array(raw.length);
  let length = 0;
  for (let at = 0; at < raw.length; at++) {
    const byte = raw[at] ?? 0;
    bytes[length++] = byte;
    if (byte === 0xff && raw[at + 1] === 0) at += 1;
  }
  const readSynchronized = async (start: number, end: number) => bytes.subarray(start, Math.min(end, length));
  return { read: readSynchronized, startByte: 0, endByte: length };
}

async function readFrames({ read, startByte, endByte }: Tag, major: number): Promise<readonly Uint8Array[]> {
  const [idBytes, headerBytes] = major === 2 ? [3, 6] : [4, 10];
  const kept = new KeptItems();
  const frames: Uint8Array[] = [];
  let at = startByte;
  for (let items = 0; items < excerptLimits.itemsMax && at + headerBytes <= endByte; items++) {
    const header = await read(at, at + headerBytes);
    // padding follows the last frame
    if (header.length < headerBytes || header[0] === 0) break;
    const id = readAscii(header, 0, idBytes);
    const frameBytes = headerBytes + (major === 4 ? readSyncSafe(header, idBytes) : readUint(header, idBytes, idBytes));
    const isPicture = PICTURE_FRAMES.includes(id);
    const isWanted = isPicture || (TEXT_FRAMES.includes(id) && (id !== "TXXX" || frameBytes <= CUSTOM_TEXT_BYTES_MAX));
    if (isWanted && at + frameBytes <= endByte && kept.keep({ bytes: frameBytes, isPicture })) {
      frames.push((await read(at, at + frameBytes)).slice());
    }
    at += frameBytes;
  }
  return frames;
}

function createHeader(major: number, frames: readonly Uint8Array[]): Uint8Array {
  const length = frames.reduce((sum, frame) => sum + frame.length, 0);
  const header = new Uint8Array(ID3_HEADER_BYTES);
  header.set([0x49, 0x44, 0x33, major, 0, 0, ...[21, 14, 7, 0].map((shift) => (length >> shift) & 0x7f)]);
  return header;
}

/** Seven bits per byte. */
function readSyncSafe(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at, at + 4);
  return ((a & 0x7f) << 21) | ((b & 0x7f) << 14) | ((c & 0x7f) << 7) | (d & 0x7f);
}

function readUint(bytes: Uint8Array, at: number, length: number): number {
  return bytes.subarray(at, at + length).reduce((value, byte) => value * 256 + byte, 0);
}
