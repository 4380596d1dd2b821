import type { Packet } from "#app/audio/packet-source.ts";
import { type OggPacket, writeOggPages } from "./ogg-pages.ts";
import type { PieceFormat } from "./piece-file.ts";

const OPUS_RATE = 48_000;
const OPUS_PRE_SKIP_AT = 10;
/** Frames of an Opus packet's parts by its configuration (RFC 6716 §3.1): SILK, then Hybrid, then CELT. */
const SILK_FRAMES = [480, 960, 1920, 2880];
const HYBRID_FRAMES = [480, 960];
const CELT_FRAMES = [120, 240, 480, 960];

/** @param description the identification header (RFC 7845 §5.1) */
export function createOpusFormat(description: Uint8Array): PieceFormat {
  const head = Uint8Array.from(description);
  // all frames are put out, so that a piece's length is known
  head.fill(0, OPUS_PRE_SKIP_AT, OPUS_PRE_SKIP_AT + 2);
  const tags = new Uint8Array(16);
  tags.set(new TextEncoder().encode("OpusTags"));
  const headers = [head, tags];
  return {
    outputRate: OPUS_RATE,
    toFile: (packets) =>
      writePiece(
        headers,
        packets,
        packets.map(({ data }) => countOpusFrames(data)),
      ),
    span(packets) {
      const lengths = packets.map(({ data }) => countOpusFrames(data));
      const [first, second] = packets;
      // a reader does not count the encoder's silence in the first packet
      const startFrame = second ? second.frame - (lengths[0] ?? 0) : (first?.frame ?? 0);
      return { startFrame, frames: sum(lengths) };
    },
  };
}

/** @param description the three headers, preceded by the lengths of the first two in Xiph lacing */
export function createVorbisFormat(sampleRate: number, description: Uint8Array): PieceFormat | null {
  const headers = readVorbisHeaders(description);
  if (!headers) return null;
  // a decoder puts out nothing for the first packet
  const countFrames = (packets: readonly Packet[]) => packets.map(({ frames }, i) => (i === 0 ? 0 : frames));
  return {
    outputRate: sampleRate,
    toFile: (packets) => writePiece(headers, packets, countFrames(packets)),
    span: (packets) => ({ startFrame: packets[1]?.frame ?? 0, frames: sum(countFrames(packets)) }),
  };
}

/** The number of frames in an Opus packet, at 48 kHz (RFC 6716 §3.1 and §3.2). */
export function countOpusFrames([toc = 0, second = 0]: Uint8Array): number {
  const configuration = toc >> 3;
  const frames =
    configuration < 12
      ? SILK_FRAMES[configuration & 3]
      : configuration < 16
        ? HYBRID_FRAMES[configuration & 1]
        : CELT_FRAMES[configuration & 3];
  const code = toc & 3;
  const parts = code === 0 ? 1 : code === 3 ? second & 63 : 2;
  return (frames ?? 0) * parts;
}

/** Null if the lengths do not fit. */
export function readVorbisHeaders(description: Uint8Array): readonly Uint8Array[] | null {
  const lengths: number[] = [];
  let at = 1;
  while (lengths.length < 2) {
    let length = 0;
    let byte: number;
    do {
      byte = description[at] ?? 0;
      length += byte;
      at += 1;
    } while (byte === 255);
    lengths.push(length);
  }
  const [first = 0, second = 0] = lengths;
  if (description[0] !== 2 || at + first + second >= description.length) return null;
  const ends = [at, at + first, at + first + second, description.length];
  return [0, 1, 2].map((i) => description.subarray(ends[i], ends[i + 1]));
}

function writePiece(
  headers: readonly Uint8Array[],
  packets: readonly Packet[],
  lengths: readonly number[],
): Uint8Array<ArrayBuffer> {
  // the first header has a page of its own, and so have the others
  const written: OggPacket[] = headers.map((data, i) => ({ data, granule: 0, startsPage: i < 2 }));
  let granule = 0;
  for (const [i, { data }] of packets.entries()) {
    granule += lengths[i] ?? 0;
    written.push({ data, granule, startsPage: i === 0 });
  }
  return writeOggPages(written);
}

function sum(lengths: readonly number[]): number {
  return lengths.reduce((total, length) => total + length, 0);
}
