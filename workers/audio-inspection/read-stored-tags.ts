import type { IAudioMetadata, IOptions, IPicture } from "music-metadata";
import {
  type AudioFormat,
  CONTENT_TYPES,
  ID3_HEADER_BYTES,
  readId3v2SizeBytes,
  SNIFF_BYTES,
  sniffFormat,
} from "#app/domain/audio-files/audio-format.ts";
import { FLAC_BLOCK_HEADER_BYTES, FLAC_MARKER_BYTES, readFlacBlockHeader } from "#app/domain/audio-files/flac.ts";
import { fillFromId3v1, toTrackTags } from "#app/domain/tracks/file-tags.ts";
import type { TrackTags } from "#app/domain/tracks/track.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { KIB, MIB } from "#app/domain/units.ts";
import { BlockReader, type TagSource } from "./block-reader.ts";
import { readPictureHeader } from "./picture-header.ts";
import type { StoredBytes } from "./stored-bytes.ts";
import { StoredTokenizer } from "./stored-tokenizer.ts";

export type StoredTags = {
  readonly tags: TrackTags;
  /** The cover. Null unless its bytes are WebP, JPEG or PNG. */
  readonly picture: { readonly data: Uint8Array; readonly contentType: string } | null;
};

/** To decode a picture in an Ogg file, which is base64, the library needs 30 times its size; a Worker has 128 MiB. */
const OGG_PICTURE_BYTES_MAX = 2 * MIB;
/** ID3v1 and APEv2 tags are at the end of a file. */
const TAIL_BYTES = 64 * KIB;

/** Reads the tags of a stored file. Damaged tags count as missing; only a failure of the storage throws. */
export async function readStoredTags(bytes: StoredBytes, fileName: string): Promise<StoredTags> {
  const source = new BlockReader(bytes);
  const startByte = readId3v2SizeBytes(await source.read(0, ID3_HEADER_BYTES));
  const format = sniffFormat(await source.read(startByte, startByte + SNIFF_BYTES)) ?? "mp3";
  // tags at the end are valid even if the start of the file is damaged
  const found = (await parseFile(format, source, startByte)) ?? (await parse(createTail(source), "mp3"));
  if (!found) return { tags: toTrackTags({}, fileName), picture: null };
  const tags = toTrackTags(fillFromId3v1(found.common, found.native), fileName);
  return { tags, picture: selectPicture(found.common.picture) };
}

async function parseFile(format: AudioFormat, source: TagSource, startByte: number): Promise<IAudioMetadata | null> {
  if (format === "flac" && (await hasTooManyComments(source, startByte))) return null;
  if (format !== "ogg") return parse(source, format);
  const withoutPicture = await parse(source, format, { skipCovers: true });
  return source.bytesRead() > OGG_PICTURE_BYTES_MAX ? withoutPicture : parse(source, format);
}

/** Returns the metadata up to the end or the first error. Null if there is no tag. */
async function parse(source: TagSource, format: AudioFormat, options: IOptions = {}): Promise<IAudioMetadata | null> {
  // the library is large, and a Worker that serves a page starts faster without it
  const { parseFromTokenizer } = await import("music-metadata");
  const latest: { metadata: IAudioMetadata | null } = { metadata: null };
  const observer = ({ metadata }: { readonly metadata: IAudioMetadata }) => {
    latest.metadata = metadata;
  };
  try {
    await parseFromTokenizer(new StoredTokenizer(source, CONTENT_TYPES[format]), { ...options, observer });
  } catch {
    // the library throws on invalid data; damaged tags are no reason to refuse the file
  }
  const fault = source.fault();
  if (fault) throw fault;
  return latest.metadata && Object.keys(latest.metadata.native).length > 0 ? latest.metadata : null;
}

/** The front cover, or the first picture if there is none. */
function selectPicture(pictures: readonly IPicture[] = []): StoredTags["picture"] {
  const picture = pictures.find(({ type }) => type === "Cover (front)") ?? pictures[0];
  if (!picture || picture.data.length > trackLimits.coverSourceBytes) return null;
  const header = readPictureHeader(picture.data);
  return header && { data: picture.data, contentType: header.contentType };
}

const FLAC_COMMENTS = 4;
const FLAC_BLOCKS_MAX = 200;
const COMMENTS_MAX = 5000;

/** The library loads all comments of a FLAC file at once, and millions of empty ones would need gigabytes. */
async function hasTooManyComments(source: TagSource, startByte: number): Promise<boolean> {
  const readUint32 = async (at: number) => Buffer.concat([await source.read(at, at + 4), new Uint8Array(4)]).readUInt32LE();
  let at = startByte + FLAC_MARKER_BYTES;
  for (let blocks = 0; blocks < FLAC_BLOCKS_MAX; blocks++) {
    const block = readFlacBlockHeader(await source.read(at, at + FLAC_BLOCK_HEADER_BYTES), 0);
    at += FLAC_BLOCK_HEADER_BYTES;
    // the length of the encoder's name, the name, the number of comments (Vorbis I §5.2.1)
    const isLong = block.type === FLAC_COMMENTS && (await readUint32(at + 4 + (await readUint32(at)))) > COMMENTS_MAX;
    if (isLong || block.isLast) return isLong;
    at += block.bytes;
  }
  return true;
}

/** The end of a file as a separate file. It never begins at byte 0, so that a damaged tag there is not parsed again. */
function createTail(source: TagSource): TagSource {
  const startByte = Math.max(1, source.sizeBytes - TAIL_BYTES);
  return {
    sizeBytes: source.sizeBytes - startByte,
    read: (start, end) => source.read(startByte + start, startByte + end),
    bytesRead: () => source.bytesRead(),
    fault: () => source.fault(),
  };
}
