import {
  FLAC_BLOCK_HEADER_BYTES,
  FLAC_COMMENTS,
  FLAC_MARKER_BYTES,
  FLAC_METADATA_BLOCKS_MAX,
  FLAC_PICTURE,
  readFlacBlockHeader,
} from "../flac.ts";
import type { ReadBytes } from "../read-bytes.ts";
import { createFlacBlock, createFlacFile, excerptComments } from "./excerpt-comments.ts";
import { excerptLimits } from "./excerpt-limits.ts";
import { KeptItems } from "./kept-items.ts";

/** Reads the comments and pictures of a FLAC file that begins at `startByte`. Empty if it has none. */
export async function excerptFlac(read: ReadBytes, startByte: number): Promise<Uint8Array> {
  const kept = new KeptItems();
  const excerpt: Uint8Array[] = [];
  let at = startByte + FLAC_MARKER_BYTES;
  for (let blocks = 0; blocks < FLAC_METADATA_BLOCKS_MAX; blocks++) {
    const head = await read(at, at + FLAC_BLOCK_HEADER_BYTES);
    if (head.length < FLAC_BLOCK_HEADER_BYTES) break;
    const { type, bytes, isLast } = readFlacBlockHeader(head, 0);
    at += FLAC_BLOCK_HEADER_BYTES;
    if (type === FLAC_COMMENTS && bytes <= excerptLimits.totalBytes) {
      excerpt.push(...excerptComments(await read(at, at + bytes), kept));
    } else if (type === FLAC_PICTURE && kept.keep({ bytes, isPicture: true })) {
      excerpt.push(createFlacBlock(FLAC_PICTURE, await read(at, at + bytes)));
    }
    at += bytes;
    if (isLast) break;
  }
  return createFlacFile(excerpt);
}
