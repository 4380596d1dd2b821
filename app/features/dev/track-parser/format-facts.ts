import type { AudioFormat } from "#app/domain/audio-files/audio-format.ts";
import {
  FLAC_BLOCK_HEADER_BYTES,
  FLAC_MARKER_BYTES,
  FLAC_METADATA_BLOCKS_MAX,
  FLAC_SEEK_TABLE,
  FLAC_STREAM_INFO,
  readFlacBlockHeader,
  readFlacSeekTable,
  readFlacStreamInfo,
} from "#app/domain/audio-files/flac.ts";
import { matchItunesGapless, readItunesGapless } from "#app/domain/audio-files/itunes-gapless.ts";
import { readMp3Gapless } from "#app/domain/audio-files/mp3-gapless.ts";
import { OGG_OPUS_HEAD_BYTES, readOpusPreSkip } from "#app/domain/audio-files/ogg.ts";
import { findPacket, type PacketFormat } from "#app/domain/audio-files/packet-header.ts";
import { PacketScanner } from "#app/domain/audio-files/packet-scanner.ts";
import type { ReadBytes } from "#app/domain/audio-files/read-bytes.ts";
import type { SeekMap } from "#app/domain/audio-files/seek-map.ts";
import { readWavInfo } from "#app/domain/audio-files/wav.ts";
import type { ContainerStream } from "./inspect-file.ts";

/** The values that the reader of a format finds. Null where the format has no such value, or it cannot be read. */
export type FormatFacts = {
  /** Without the encoder's padding, where the file states it. */
  readonly durationMs: number | null;
  /** Frames of silence that the encoder put before and after the music. */
  readonly primingFrames: number | null;
  readonly trimEndFrames: number | null;
  /** Points of the seek map, or of the seek table of a FLAC file. */
  readonly seekPoints: number | null;
};

export type OpenedFile = {
  readonly file: Blob;
  readonly format: AudioFormat;
  /** The first byte after the ID3v2 tags. */
  readonly startByte: number;
  readonly read: ReadBytes;
  readonly stream: ContainerStream;
};

const NO_FACTS: FormatFacts = { durationMs: null, primingFrames: null, trimEndFrames: null, seekPoints: null };

export function readFormatFacts(opened: OpenedFile): Promise<FormatFacts> {
  const { format } = opened;
  switch (format) {
    case "mp3":
    case "aac":
      return scanPackets(opened, format);
    case "flac":
      return readFlac(opened);
    case "wav":
      return readWav(opened);
    case "m4a":
      return readM4a(opened);
    case "ogg":
      return readOgg(opened);
  }
}

async function scanPackets({ file, startByte, read }: OpenedFile, format: PacketFormat): Promise<FormatFacts> {
  const scanner = new PacketScanner(format, { startByte, sizeBytes: file.size });
  const reader = file.slice(startByte).stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    scanner.push(value);
    if (scanner.hasFailed()) return NO_FACTS;
  }
  const map = scanner.finish();
  if (!map) return NO_FACTS;
  const { totalFrames, sampleRate, primingFrames, points } = map;
  const trimEndFrames = format === "mp3" ? await readTrimEnd(read, startByte, map) : null;
  return { durationMs: toMs(totalFrames, sampleRate), primingFrames, trimEndFrames, seekPoints: points.length };
}

/** The padding that the info packet of an MP3 stream states. Null if the stream begins without one. */
async function readTrimEnd(read: ReadBytes, startByte: number, map: SeekMap): Promise<number | null> {
  const head = await read(startByte, map.firstByte);
  const { at, header } = findPacket("mp3", head, { from: 0, stream: map });
  const gapless = header && readMp3Gapless(head.subarray(at, at + header.packetBytes), header);
  return gapless?.isInfoPacket ? gapless.trimEndFrames : null;
}

async function readFlac({ file, startByte, read }: OpenedFile): Promise<FormatFacts> {
  let [durationMs, seekPoints]: [number | null, number] = [null, 0];
  let at = startByte + FLAC_MARKER_BYTES;
  for (let blocks = 0; blocks < FLAC_METADATA_BLOCKS_MAX && at < file.size; blocks++) {
    const header = readFlacBlockHeader(await read(at, at + FLAC_BLOCK_HEADER_BYTES), 0);
    const body = at + FLAC_BLOCK_HEADER_BYTES;
    at = body + header.bytes;
    if (header.type === FLAC_STREAM_INFO) {
      const info = readFlacStreamInfo(await read(body, at));
      // 0 frames: the encoder did not know the length
      durationMs = info && info.totalFrames > 0 ? toMs(info.totalFrames, info.sampleRate) : null;
    }
    if (header.type === FLAC_SEEK_TABLE) seekPoints = readFlacSeekTable(await read(body, at)).length;
    if (header.isLast) break;
  }
  return { ...NO_FACTS, durationMs, seekPoints };
}

async function readWav({ file, read }: OpenedFile): Promise<FormatFacts> {
  const info = await readWavInfo(read, file.size);
  return info.ok ? { ...NO_FACTS, durationMs: toMs(info.value.totalFrames, info.value.sampleRate) } : NO_FACTS;
}

async function readM4a({ file, read, stream }: OpenedFile): Promise<FormatFacts> {
  const { sampleRate, startSec, endSec } = stream;
  if (sampleRate === null) return NO_FACTS;
  const gapless = matchItunesGapless(await readItunesGapless(read, file.size), { startSec, endSec, sampleRate });
  if (!gapless) return { ...NO_FACTS, durationMs: endSec * 1000 };
  const { primingFrames, trimEndFrames, totalFrames } = gapless;
  return { ...NO_FACTS, durationMs: toMs(totalFrames, sampleRate), primingFrames, trimEndFrames };
}

async function readOgg({ read, stream: { codec, endSec } }: OpenedFile): Promise<FormatFacts> {
  if (codec === null) return NO_FACTS;
  const primingFrames = codec === "opus" ? readOpusPreSkip(await read(0, OGG_OPUS_HEAD_BYTES)) : null;
  return { ...NO_FACTS, durationMs: endSec * 1000, primingFrames };
}

function toMs(frames: number, sampleRate: number): number {
  return (frames / sampleRate) * 1000;
}
