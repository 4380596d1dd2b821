import {
  FLAC_BLOCK_HEADER_BYTES,
  FLAC_MARK_BYTES,
  FLAC_SEEK_TABLE,
  FLAC_STREAM_INFO,
  FLAC_STREAM_INFO_BYTES,
  type FlacStreamInfo,
  findFlacPacket,
  findFlacPacketEnd,
  isWholeFlacPacket,
  readFlacBlockHeader,
  readFlacSeekTable,
  readFlacStreamInfo,
} from "#app/domain/audio-files/flac.ts";
import type { SeekPoint } from "#app/domain/audio-files/seek-map.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { AudioFacts } from "./inspect-audio.ts";
import type { StoredBytes } from "./stored-bytes.ts";

/** Places that are looked at where the file has no seek table, evenly over its bytes. */
const PROBES = 48;
const PROBE_BYTES = 24 * 1024;
/** R2 answers so many requests of one Worker at once. */
const AT_ONCE = 6;
const METADATA_BLOCKS_MAX = 200;
/** Where the last packet is looked for. */
const TAIL_BYTES = 256 * 1024;
const SEEK_TABLE_BYTES_MAX = 256 * 1024;

type Metadata = {
  readonly info: FlacStreamInfo;
  readonly streamInfo: Uint8Array;
  readonly seekTable: readonly SeekPoint[];
  /** Where the first packet begins. */
  readonly firstByte: number;
};

/** Reads a FLAC file's header, and finds where in its bytes moments begin. Never reads it whole. */
export async function inspectFlac(bytes: StoredBytes, startByte: number): Promise<Result<AudioFacts>> {
  const metadata = await readMetadata(bytes, startByte);
  if (!metadata) return fail("audio-damaged");
  const { info, streamInfo, firstByte } = metadata;
  const first = findFlacPacket(await bytes.read(firstByte, firstByte + PROBE_BYTES), 0, info);
  if (first?.at !== 0 || first.header.frame !== 0) return fail("audio-damaged");
  const totalFrames = await length(bytes, metadata);
  if (totalFrames === 0) return fail("audio-damaged");
  const points = metadata.seekTable.length > 1 ? metadata.seekTable : await probe(bytes, metadata);
  return ok({
    format: "flac",
    durationMs: (totalFrames / info.sampleRate) * 1000,
    seekMap: {
      format: "flac",
      sampleRate: info.sampleRate,
      channels: info.channels,
      trimStartFrames: 0,
      totalFrames,
      firstByte,
      endByte: bytes.sizeBytes,
      framesPerPacket: 0,
      streamInfo: Buffer.from(streamInfo).toString("base64"),
      points,
    },
  });
}

async function readMetadata(bytes: StoredBytes, startByte: number): Promise<Metadata | null> {
  let at = startByte + FLAC_MARK_BYTES;
  let info: FlacStreamInfo | null = null;
  let streamInfo = new Uint8Array(0);
  let seekTable: readonly SeekPoint[] = [];
  for (let blocks = 0; blocks < METADATA_BLOCKS_MAX; blocks++) {
    const header = readFlacBlockHeader(await bytes.read(at, at + FLAC_BLOCK_HEADER_BYTES), 0);
    const body = at + FLAC_BLOCK_HEADER_BYTES;
    const end = body + header.bytes;
    if (end >= bytes.sizeBytes) return null;
    if (header.type === FLAC_STREAM_INFO) {
      if (header.bytes !== FLAC_STREAM_INFO_BYTES) return null;
      streamInfo = new Uint8Array(await bytes.read(body, end));
      info = readFlacStreamInfo(streamInfo);
    } else if (header.type === FLAC_SEEK_TABLE && header.bytes <= SEEK_TABLE_BYTES_MAX) {
      seekTable = readFlacSeekTable(await bytes.read(body, end));
    }
    at = end;
    if (header.isLast) return info && { info, streamInfo, firstByte: at, seekTable: absolute(seekTable, at) };
  }
  return null;
}

/** A table need not name the start. */
function absolute(points: readonly SeekPoint[], firstByte: number): readonly SeekPoint[] {
  const later = points.filter(([frame]) => frame > 0).map(([frame, byte]): SeekPoint => [frame, byte + firstByte]);
  return [[0, firstByte], ...later];
}

async function probe(bytes: StoredBytes, { info, firstByte }: Metadata): Promise<readonly SeekPoint[]> {
  const soundBytes = bytes.sizeBytes - firstByte;
  const count = Math.min(PROBES, Math.floor(soundBytes / (4 * PROBE_BYTES)));
  const places = Array.from({ length: count }, (_, i) => firstByte + Math.floor(((i + 1) * soundBytes) / (count + 1)));
  const found: SeekPoint[] = [[0, firstByte]];
  for (let i = 0; i < places.length; i += AT_ONCE) {
    const batch = places.slice(i, i + AT_ONCE).map(async (place): Promise<SeekPoint | null> => {
      const packet = findFlacPacket(await bytes.read(place, place + PROBE_BYTES), 0, info);
      return packet && [packet.header.frame, place + packet.at];
    });
    found.push(...(await Promise.all(batch)).filter((point) => point !== null));
  }
  // a header found by chance in the middle of a packet does not fit between its neighbours
  return found.filter(([frame], i) => i === 0 || frame > Math.max(...found.slice(0, i).map(([earlier]) => earlier)));
}

/** What the header says, but no more than there is: a file may have been cut off. 0 where neither is known. */
async function length(bytes: StoredBytes, metadata: Metadata): Promise<number> {
  const said = metadata.info.totalFrames;
  const found = await lengthFromTail(bytes, metadata);
  return Math.min(said || found, found || said);
}

/**
 * Counts a packet only if all of it is there. Of the last that the file's header tells of this cannot be seen where
 * something else stands behind it: it counts.
 */
async function lengthFromTail(bytes: StoredBytes, { info, firstByte }: Metadata): Promise<number> {
  const from = Math.max(firstByte, bytes.sizeBytes - TAIL_BYTES);
  const tail = await bytes.read(from, bytes.sizeBytes);
  let end = 0;
  for (let packet = findFlacPacket(tail, 0, info); packet; packet = findFlacPacket(tail, packet.at + 1, info)) {
    const { at, header } = packet;
    const packetEnd = header.frame + header.frames;
    const isWhole =
      packetEnd === info.totalFrames ||
      isWholeFlacPacket(tail, at, tail.length) ||
      findFlacPacketEnd(tail, at, header, info) !== null;
    if (isWhole) end = Math.max(end, packetEnd);
  }
  return end;
}
