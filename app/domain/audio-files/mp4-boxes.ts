import { readAscii } from "./ascii.ts";
import type { ReadBytes } from "./read-bytes.ts";

/** The contents of a box, `[start, end)`, and the byte where its header begins. */
export type Mp4Box = { readonly name: string; readonly headerByte: number; readonly start: number; readonly end: number };

/** `meta` has a version before its children (ISO/IEC 14496-12 §8.11.1). */
export const META_VERSION_BYTES = 4;
const HEADER_BYTES = 8;
export const MP4_LONG_HEADER_BYTES = 16;

/** The first boxes with a name among the children of a box. Looks at `boxesMax` children at most. */
export async function findMp4Boxes(
  read: ReadBytes,
  parent: { readonly start: number; readonly end: number },
  { isWanted, foundMax, boxesMax }: { isWanted(name: string): boolean; readonly foundMax: number; readonly boxesMax: number },
): Promise<readonly Mp4Box[]> {
  const found: Mp4Box[] = [];
  let at = parent.start;
  for (let boxes = 0; boxes < boxesMax && at + HEADER_BYTES <= parent.end && found.length < foundMax; boxes++) {
    const header = await read(at, at + MP4_LONG_HEADER_BYTES);
    if (header.length < HEADER_BYTES) break;
    const { headerBytes, boxBytes } = readMp4BoxSize(header, parent.end - at);
    if (boxBytes < headerBytes) break;
    const name = readAscii(header, 4, 4);
    if (isWanted(name)) found.push({ name, headerByte: at, start: at + headerBytes, end: Math.min(parent.end, at + boxBytes) });
    at += boxBytes;
  }
  return found;
}

/** ISO/IEC 14496-12 §4.2: a size of 1 means that a longer number follows, 0 that the box fills the remaining bytes. */
export function readMp4BoxSize(
  header: Uint8Array,
  remainingBytes: number,
): { readonly headerBytes: number; readonly boxBytes: number } {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const size = view.getUint32(0);
  if (size !== 1) return { headerBytes: HEADER_BYTES, boxBytes: size || remainingBytes };
  if (header.length < MP4_LONG_HEADER_BYTES) return { headerBytes: MP4_LONG_HEADER_BYTES, boxBytes: 0 };
  return { headerBytes: MP4_LONG_HEADER_BYTES, boxBytes: view.getUint32(8) * 2 ** 32 + view.getUint32(12) };
}
