import { setTimeout as sleep } from "node:timers/promises";
import {
  FLAC_BLOCK_HEADER_BYTES,
  FLAC_MARKER_BYTES,
  FLAC_METADATA_BLOCKS_MAX,
  FLAC_SEEK_TABLE,
  FLAC_STREAM_INFO,
  FLAC_STREAM_INFO_BYTES,
  type FlacStreamInfo,
  findFlacPacket,
  findFlacPacketEnd,
  isCompleteFlacPacket,
  readFlacBlockHeader,
  readFlacSeekTable,
  readFlacStreamInfo,
} from "#app/domain/audio-files/flac.ts";
import type { SeekPoint } from "#app/domain/audio-files/seek-map.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { mapInChunks } from "#app/lib/chunk.ts";
import type { AudioFacts } from "./inspect-audio.ts";
import type { StoredBytes } from "./stored-bytes.ts";

/** If the file has no seek table, packets are searched at this many positions, evenly over its bytes. */
const PROBES = 48;
const PROBE_BYTES = 24 * 1024;
/** A Worker can wait for this many R2 requests at once. */
const PROBES_AT_ONCE = 6;
/** The last packet is searched in this many bytes at the end. */
const TAIL_BYTES = 256 * 1024;
/** Bytes inside of a packet can look like a header. Each costs a search through the rest of the file's end, in a turn of its own. */
const DUBIOUS_PACKETS_MAX = 24;
const SEEK_TABLE_BYTES_MAX = 256 * 1024;

type Metadata = {
  readonly info: FlacStreamInfo;
  readonly streamInfo: Uint8Array;
  readonly seekTable: readonly SeekPoint[];
  /** The position of the first packet. */
  readonly firstByte: number;
};

/** Inspects a FLAC file: its header, its end, and some positions for the seek map. Does not read all of it. */
export async function inspectFlac(bytes: StoredBytes, startByte: number): Promise<Result<AudioFacts>> {
  const metadata = await readMetadata(bytes, startByte);
  if (!metadata) return fail("audio-damaged");
  const { info, streamInfo, firstByte } = metadata;
  const first = findFlacPacket(await bytes.read(firstByte, firstByte + PROBE_BYTES), 0, info);
  if (!first) return fail("audio-damaged");
  // the packets of a part that was cut out of a stream keep their numbers; without its first packet, a track begins with a gap
  const startFrame = first.at === 0 ? first.header.frame : 0;
  const totalFrames = (await findEndFrame(bytes, metadata)) - startFrame;
  if (totalFrames <= 0) return fail("audio-damaged");
  const hasSeekTable = metadata.seekTable.length > 1 && startFrame === 0;
  const points = hasSeekTable ? metadata.seekTable : await findSeekPoints(bytes, metadata, startFrame);
  return ok({
    format: "flac",
    durationMs: (totalFrames / info.sampleRate) * 1000,
    seekMap: {
      format: "flac",
      sampleRate: info.sampleRate,
      channels: info.channels,
      primingFrames: startFrame,
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
  let at = startByte + FLAC_MARKER_BYTES;
  let info: FlacStreamInfo | null = null;
  let streamInfo = new Uint8Array(0);
  let seekTable: readonly SeekPoint[] = [];
  for (let blocks = 0; blocks < FLAC_METADATA_BLOCKS_MAX; blocks++) {
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
    if (header.isLast) return info && { info, streamInfo, firstByte: at, seekTable: toSeekPoints(seekTable, at) };
  }
  return null;
}

/** Converts a seek table, whose positions count from the first packet. It may lack the start, which is added. */
function toSeekPoints(points: readonly SeekPoint[], firstByte: number): readonly SeekPoint[] {
  const later = points.filter(([frame]) => frame > 0).map(([frame, byte]): SeekPoint => [frame, byte + firstByte]);
  return [[0, firstByte], ...later];
}

async function findSeekPoints(
  bytes: StoredBytes,
  { info, firstByte }: Metadata,
  startFrame: number,
): Promise<readonly SeekPoint[]> {
  const audioBytes = bytes.sizeBytes - firstByte;
  const count = Math.min(PROBES, Math.floor(audioBytes / (4 * PROBE_BYTES)));
  const positions = Array.from({ length: count }, (_, i) => firstByte + Math.floor(((i + 1) * audioBytes) / (count + 1)));
  const probes = await mapInChunks(positions, PROBES_AT_ONCE, async (position): Promise<SeekPoint | null> => {
    const packet = findFlacPacket(await bytes.read(position, position + PROBE_BYTES), 0, info);
    return packet && [packet.header.frame, position + packet.at];
  });
  const start: SeekPoint = [startFrame, firstByte];
  const points = [start, ...probes.filter((point) => point !== null)];
  // bytes in the middle of a packet that look like a header break the order of the frames
  return points.filter(([frame], i) => i === 0 || frame > Math.max(...points.slice(0, i).map(([earlier]) => earlier)));
}

/**
 * The end according to the header, or that of the stored packets if the file is truncated. 0 if there is no complete packet.
 * The header decides if the end of a long file contains none.
 */
async function findEndFrame(bytes: StoredBytes, metadata: Metadata): Promise<number> {
  const declaredFrame = metadata.info.totalFrames;
  const storedFrame = await findStoredEndFrame(bytes, metadata);
  const isAllSearched = bytes.sizeBytes - metadata.firstByte <= TAIL_BYTES;
  if (storedFrame === 0) return isAllSearched ? 0 : declaredFrame;
  return Math.min(declaredFrame || storedFrame, storedFrame);
}

/**
 * The end of the last packet that is complete. The last packet according to the header always counts, because its end
 * cannot be found if other data follows.
 */
async function findStoredEndFrame(bytes: StoredBytes, { info, firstByte }: Metadata): Promise<number> {
  const from = Math.max(firstByte, bytes.sizeBytes - TAIL_BYTES);
  const tail = await bytes.read(from, bytes.sizeBytes);
  let endFrame = 0;
  let found = findFlacPacket(tail, 0, info);
  for (let dubious = 0; found && dubious < DUBIOUS_PACKETS_MAX; ) {
    const { at, header } = found;
    const packetEnd = findFlacPacketEnd(tail, at, header, info);
    const lastFrame = header.frame + header.frames;
    const isLast = packetEnd === null && (lastFrame === info.totalFrames || isCompleteFlacPacket(tail, at, tail.length));
    if (packetEnd !== null || isLast) endFrame = Math.max(endFrame, lastFrame);
    else {
      dubious += 1;
      await sleep(0);
    }
    found = findFlacPacket(tail, packetEnd ?? at + 1, info);
  }
  return endFrame;
}
