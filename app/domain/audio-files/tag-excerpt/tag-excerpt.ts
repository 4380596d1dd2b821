import { KIB } from "#app/domain/units.ts";
import { readAscii } from "../ascii.ts";
import { type AudioFormat, ID3_HEADER_BYTES, readId3v2SizeBytes, SNIFF_BYTES, sniffFormat } from "../audio-format.ts";
import { joinBytes } from "../join-bytes.ts";
import { withReadAhead } from "../read-ahead.ts";
import type { ReadBytes } from "../read-bytes.ts";
import { excerptFlac } from "./excerpt-flac.ts";
import { excerptId3 } from "./excerpt-id3.ts";
import { excerptMp4 } from "./excerpt-mp4.ts";
import { excerptOgg } from "./excerpt-ogg.ts";
import { excerptWav } from "./excerpt-wav.ts";

/** A small file that has the tags of a large one, and how a tag reader must read it. */
export type TagExcerpt = { readonly format: AudioFormat; readonly bytes: Uint8Array };

/** Most tags without a picture fit into this. */
const WINDOW_BYTES = 128 * KIB;
/** ID3v1 and APEv2 tags are at the end of a file. */
const TAIL_BYTES = 64 * KIB;
const ID3V1_MARKER = "TAG";
const ID3V1_BYTES = 128;
const APE_MARKER = "APETAGEX";
const APE_FOOTER_BYTES = 32;
const APE_IS_HEADER = 0x20000000;

/**
 * Copies the tags of a file, within limits, so that reading them takes no longer for a file that was made to be slow to read.
 * Returns excerpts in the order in which they should be tried: the tags of the format, then those at the end.
 */
export async function readTagExcerpts(readStored: ReadBytes, sizeBytes: number): Promise<readonly TagExcerpt[]> {
  const readInside: ReadBytes = async (start, end) =>
    start < Math.min(end, sizeBytes) ? readStored(start, Math.min(end, sizeBytes)) : NOTHING;
  const read = withReadAhead(readInside, WINDOW_BYTES);
  const id3Bytes = readId3v2SizeBytes(await read(0, ID3_HEADER_BYTES));
  const startByte = id3Bytes < sizeBytes ? id3Bytes : 0;
  const id3 = await excerptId3(read, { startByte: 0, sizeBytes });
  const format = sniffFormat(await read(startByte, startByte + SNIFF_BYTES)) ?? "mp3";
  const own = await excerptFormat(format, { read, startByte, sizeBytes });
  // the end never begins at byte 0, so that a damaged tag there is not read again
  const tail = excerptEnd(await readInside(Math.max(1, startByte, sizeBytes - TAIL_BYTES), sizeBytes));
  const fromEnds: TagExcerpt = { format: "mp3", bytes: joinBytes([id3, tail]) };
  return own ? [own, fromEnds] : [fromEnds];
}

const NOTHING = new Uint8Array(0);

/** The tags at the end of a file, without the audio before them. */
function excerptEnd(tail: Uint8Array): Uint8Array {
  const ape = findMarker(tail, APE_MARKER);
  if (ape >= 0) return tail.subarray(Math.max(0, Math.min(ape, readApeStart(tail, ape))));
  const id3v1 = tail.length - ID3V1_BYTES;
  return id3v1 >= 0 && readAscii(tail, id3v1, ID3V1_MARKER.length) === ID3V1_MARKER ? tail.subarray(id3v1) : NOTHING;
}

/** Where an APEv2 tag begins whose header or footer is at `at` (Hydrogenaudio, "APEv2 specification"). */
function readApeStart(bytes: Uint8Array, at: number): number {
  if (at + APE_FOOTER_BYTES > bytes.length) return at;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, APE_FOOTER_BYTES);
  const isHeader = (view.getUint32(20, true) & APE_IS_HEADER) !== 0;
  // the size counts the footer and not the header
  return isHeader ? at : at + APE_FOOTER_BYTES - view.getUint32(12, true);
}

function findMarker(bytes: Uint8Array, marker: string): number {
  const first = marker.charCodeAt(0);
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (readAscii(bytes, at, marker.length) === marker) return at;
  }
  return -1;
}

type TaggedFile = { readonly read: ReadBytes; readonly startByte: number; readonly sizeBytes: number };

/** The tags that a format has besides those at the start and the end of a file. Null if there are none. */
async function excerptFormat(format: AudioFormat, { read, startByte, sizeBytes }: TaggedFile): Promise<TagExcerpt | null> {
  const toExcerpt = (as: AudioFormat, bytes: Uint8Array) => (bytes.length > 0 ? { format: as, bytes } : null);
  switch (format) {
    case "flac":
      return toExcerpt("flac", await excerptFlac(read, startByte));
    case "ogg":
      return toExcerpt("flac", await excerptOgg(read));
    case "m4a":
      return toExcerpt("m4a", await excerptMp4(read, sizeBytes));
    case "wav":
      return toExcerpt("wav", await excerptWav(read, sizeBytes));
    case "mp3":
    case "aac":
      return null;
  }
}
