import type { IAudioMetadata, IOptions, IPicture } from "music-metadata";
import { AbstractTokenizer, EndOfStreamError, type IRandomAccessFileInfo, type IReadChunkOptions } from "strtok3";
import {
  type AudioFormat,
  CONTENT_TYPES,
  ID3_HEADER_BYTES,
  id3v2Bytes,
  SNIFF_BYTES,
  sniffFormat,
} from "#app/domain/audio-files/audio-format.ts";
import { tagsOf, withId3v1 } from "#app/domain/audio-files/file-tags.ts";
import { FLAC_BLOCK_HEADER_BYTES, FLAC_MARK_BYTES, readFlacBlockHeader } from "#app/domain/audio-files/flac.ts";
import type { TrackTags } from "#app/domain/tracks/track.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { readPictureHeader } from "./picture-header.ts";
import type { StoredBytes } from "./stored-bytes.ts";

export type StoredTags = {
  readonly tags: TrackTags;
  /** Only of those kinds that browsers make covers of, told by its bytes. */
  readonly picture: { readonly data: Uint8Array; readonly contentType: string } | null;
};

/** What is read at once, and how many of those are kept: tags stand at a file's start, at its end, or both. */
const BLOCK_BYTES = 256 * 1024;
const BLOCKS_KEPT = 4;
/** What is read of a file at most: the largest picture, and whatever else there is. */
const READ_BYTES_MAX = trackLimits.coverSourceBytes + 2 * 1024 * 1024;
/** Whoever has more pieces than this was made to be slow to read. */
const READS_MAX = 20_000;
/** The library takes thirty times its size to decode a picture in Ogg, which is base64 there; a Worker has 128 MiB. */
const OGG_PICTURE_BYTES_MAX = 2 * 1024 * 1024;
/** Where ID3v1 and APEv2 stand. */
const TAIL_BYTES = 64 * 1024;

/** What a file says of itself. Tags that cannot be read are no tags; only lost storage throws. */
export async function readStoredTags(bytes: StoredBytes, fileName: string): Promise<StoredTags> {
  const source = readInBlocks(bytes);
  const start = id3v2Bytes(await source.read(0, ID3_HEADER_BYTES));
  const format = sniffFormat(await source.read(start, start + SNIFF_BYTES)) ?? "mp3";
  // what stands at the end is good, however broken the start is
  const found = (await parseAs(format, source, start)) ?? (await parse(tailOf(source), "mp3"));
  if (!found) return { tags: tagsOf({}, fileName), picture: null };
  return { tags: tagsOf(withId3v1(found.common, found.native), fileName), picture: pictureOf(found.common.picture) };
}

async function parseAs(format: AudioFormat, source: Source, start: number): Promise<IAudioMetadata | null> {
  if (format === "flac" && (await isFlooded(source, start))) return null;
  if (format !== "ogg") return parse(source, format);
  const withoutPicture = await parse(source, format, { skipCovers: true });
  return source.bytesRead() > OGG_PICTURE_BYTES_MAX ? withoutPicture : parse(source, format);
}

function pictureOf(pictures: readonly IPicture[] = []): StoredTags["picture"] {
  const picture = pictures.find(({ type }) => type === "Cover (front)") ?? pictures[0];
  if (!picture || picture.data.length > trackLimits.coverSourceBytes) return null;
  const header = readPictureHeader(picture.data);
  return header && { data: picture.data, contentType: header.contentType };
}

/** Everything that was found until the end, or until something did not hold together; null for nothing. */
async function parse(source: Source, format: AudioFormat, options: IOptions = {}): Promise<IAudioMetadata | null> {
  // the library is large: a Worker that starts for a page does without
  const { parseFromTokenizer } = await import("music-metadata");
  const seen: { metadata: IAudioMetadata | null } = { metadata: null };
  const observer = ({ metadata }: { readonly metadata: IAudioMetadata }) => {
    seen.metadata = metadata;
  };
  try {
    await parseFromTokenizer(new StoredTokenizer(source, CONTENT_TYPES[format]), { ...options, observer });
  } catch {
    // the library throws on whatever does not hold together: broken tags are no reason to refuse the music
  }
  const fault = source.fault();
  if (fault) throw fault;
  return seen.metadata && Object.keys(seen.metadata.native).length > 0 ? seen.metadata : null;
}

const FLAC_COMMENTS = 4;
const FLAC_BLOCKS_MAX = 200;
const COMMENTS_MAX = 5000;

/** The library takes the comments of a FLAC file all at once: millions of empty ones are gigabytes. */
async function isFlooded(source: Source, start: number): Promise<boolean> {
  const numberAt = async (at: number) => Buffer.concat([await source.read(at, at + 4), new Uint8Array(4)]).readUInt32LE();
  let at = start + FLAC_MARK_BYTES;
  for (let blocks = 0; blocks < FLAC_BLOCKS_MAX; blocks++) {
    const block = readFlacBlockHeader(await source.read(at, at + FLAC_BLOCK_HEADER_BYTES), 0);
    at += FLAC_BLOCK_HEADER_BYTES;
    // the encoder's name, then how many there are (Vorbis I §5.2.1)
    const isLong = block.type === FLAC_COMMENTS && (await numberAt(at + 4 + (await numberAt(at)))) > COMMENTS_MAX;
    if (isLong || block.isLast) return isLong;
    at += block.bytes;
  }
  return true;
}

type Source = Pick<StoredBytes, "sizeBytes" | "read"> & {
  bytesRead(): number;
  /** What the storage threw, which the library may have swallowed. */
  fault(): unknown;
};

/** Few requests and few bytes: where either has run out, the file ends. */
function readInBlocks({ sizeBytes, read }: StoredBytes): Source {
  const blocks = new Map<number, Uint8Array>();
  let fault: unknown = null;
  let bytesRead = 0;
  let reads = 0;
  const fetch = async (start: number, end: number) => {
    const isAtEnd = start >= sizeBytes - 2 * BLOCK_BYTES;
    if (bytesRead + end - start > READ_BYTES_MAX && !isAtEnd) return NO_EVENTS;
    bytesRead += end - start;
    return read(start, end).catch((error) => {
      fault = error;
      throw error;
    });
  };
  const blockAt = async (start: number) => {
    const block = blocks.get(start) ?? (await fetch(start, Math.min(start + BLOCK_BYTES, sizeBytes)));
    blocks.delete(start);
    blocks.set(start, block);
    for (const oldest of blocks.keys()) if (blocks.size > BLOCKS_KEPT) blocks.delete(oldest);
    return block;
  };
  return {
    sizeBytes,
    bytesRead: () => bytesRead,
    fault: () => fault,
    read: async (start, wantedEnd) => {
      const end = Math.min(wantedEnd, sizeBytes);
      reads += 1;
      if (start < 0 || start >= end || reads > READS_MAX) return NO_EVENTS;
      return end - start > BLOCK_BYTES ? fetch(start, end) : gather(blockAt, start, end);
    },
  };
}

const NO_EVENTS = new Uint8Array(0);

async function gather(blockAt: (start: number) => Promise<Uint8Array>, start: number, end: number): Promise<Uint8Array> {
  const gathered = new Uint8Array(end - start);
  for (let at = start; at < end; ) {
    const blockStart = at - (at % BLOCK_BYTES);
    const piece = (await blockAt(blockStart)).subarray(at - blockStart, end - blockStart);
    if (piece.length === 0) return gathered.subarray(0, at - start);
    gathered.set(piece, at - start);
    at += piece.length;
  }
  return gathered;
}

function tailOf(source: Source): Source {
  // not from the very start, lest a broken tag there be met again
  const from = Math.max(1, source.sizeBytes - TAIL_BYTES);
  return { ...source, sizeBytes: source.sizeBytes - from, read: (start, end) => source.read(from + start, from + end) };
}

/** The library's view of a stored file. */
class StoredTokenizer extends AbstractTokenizer {
  readonly fileInfo: IRandomAccessFileInfo;
  private readonly source: Source;

  constructor(source: Source, mimeType: string) {
    // what claims to be longer is not even given room
    super({ maxBufferSize: READ_BYTES_MAX });
    this.source = source;
    this.fileInfo = { size: source.sizeBytes, mimeType };
  }

  supportsRandomAccess(): boolean {
    return true;
  }

  setPosition(position: number): void {
    this.position = position;
  }

  async readBuffer(target: Uint8Array, options: IReadChunkOptions = {}): Promise<number> {
    const position = options.position ?? this.position;
    const length = await this.peekBuffer(target, options);
    this.position = position + length;
    return length;
  }

  async peekBuffer(target: Uint8Array, options: IReadChunkOptions = {}): Promise<number> {
    const { length = target.length, position = this.position, mayBeLess = false } = options;
    const bytes = await this.source.read(position, position + length);
    if (bytes.length < length && !mayBeLess) throw new EndOfStreamError();
    target.set(bytes);
    return bytes.length;
  }
}
