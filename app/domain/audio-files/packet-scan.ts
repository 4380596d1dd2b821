import { readMp3Gapless } from "./mp3-gapless.ts";
import {
  findPacket,
  isSameStream,
  PACKET_HEADER_BYTES,
  PACKET_SYNC,
  type PacketFormat,
  type PacketHeader,
  readPacketHeader,
} from "./packet-header.ts";
import { collectPoints, type SeekMap } from "./seek-map.ts";

/** A point every two seconds, at most two thousand of them. */
const POINT_EVERY_SECONDS = 2;
const POINTS_MAX = 2000;
/** As many packets in a row prove that a stream begins here. */
const PROOF_PACKETS = 3;
/** A stream must begin within this much of junk. */
const SEARCH_BYTES = 128 * 1024;
/** Of the bytes from the first packet to the last, so much may be no packets. */
const JUNK_SHARE_MAX = 0.1;
/** Tags at the end of a file, pictures included, are no longer than this. */
const TAIL_BYTES_MAX = 32 * 1024 * 1024;

/** Walks an MP3 or ADTS stream chunk by chunk, in order, and makes its seek map. */
export type PacketScan = {
  push(chunk: Uint8Array): void;
  /** No stream begins where one would have to, or too much is none; more bytes will not change that. */
  isHopeless(): boolean;
  /** The map, or null if what was pushed is no such stream. */
  finish(): SeekMap | null;
};

/**
 * @param startByte the file's byte that the first chunk begins with (behind an ID3v2 tag)
 * @param sizeBytes of the whole file
 */
export function scanPackets(
  format: PacketFormat,
  { startByte, sizeBytes }: { startByte: number; sizeBytes: number },
): PacketScan {
  let held: Uint8Array = new Uint8Array(0);
  /** The file's byte that `held` begins with. */
  let heldAt = startByte;
  /** The file's byte where the next packet should begin. */
  let next = startByte;
  let first: { header: PacketHeader; byte: number } | null = null;
  let isLost = false;
  let trim = { start: 0, end: 0 };
  let frames = 0;
  /** Between packets. */
  let junkBytes = 0;
  let last = { byte: startByte, endByte: startByte };
  let channels = 0;
  const points = { current: collectPoints(POINTS_MAX, 1) };

  function begin(isLast: boolean): void {
    const found = findStream(format, held, isLast);
    if (found === null) {
      isLost = held.length >= SEARCH_BYTES || isLast;
      return;
    }
    const byte = heldAt + found.at;
    if (format === "mp3" && !isLast && held.length < found.at + found.header.packetBytes) return;
    const gapless =
      format === "mp3" ? readMp3Gapless(held.subarray(found.at, found.at + found.header.packetBytes), found.header) : null;
    trim = { start: gapless?.trimStartFrames ?? 0, end: gapless?.trimEndFrames ?? 0 };
    next = gapless?.isInfoPacket ? byte + found.header.packetBytes : byte;
    first = { header: found.header, byte: next };
    last = { byte: next, endByte: next };
    channels = found.header.channels;
    points.current = collectPoints(POINTS_MAX, POINT_EVERY_SECONDS * found.header.sampleRate);
  }

  function walk({ header: stream }: { header: PacketHeader }): void {
    for (;;) {
      const { at, header } = findPacket(format, held, { from: next - heldAt, stream });
      next = heldAt + at;
      if (!header) return;
      junkBytes += next - last.endByte;
      points.current.add(frames, next);
      last = { byte: next, endByte: next + header.packetBytes };
      frames += header.framesPerPacket;
      next += header.packetBytes;
    }
  }

  function step(isLast: boolean): void {
    if (!first && !isLost) begin(isLast);
    if (first) walk(first);
    const keepFrom = first ? Math.max(0, Math.min(held.length, next - heldAt)) : 0;
    held = held.slice(keepFrom);
    heldAt += keepFrom;
  }

  return {
    push(chunk) {
      if (isLost) return;
      // most of a chunk is the inside of packets; only what is not yet walked is kept
      held = held.length === 0 ? chunk : joined(held, chunk);
      if (first && next >= heldAt + held.length) {
        heldAt += held.length;
        held = new Uint8Array(0);
        return;
      }
      step(false);
    },
    isHopeless: () => isLost || junkBytes > JUNK_SHARE_MAX * sizeBytes || next - last.endByte > TAIL_BYTES_MAX,
    finish() {
      step(true);
      if (!first) return null;
      // a last packet that the file does not hold whole gives no sound
      const fileEnd = heldAt + held.length;
      const isCut = last.endByte > fileEnd;
      const endByte = isCut ? last.byte : last.endByte;
      const { sampleRate, framesPerPacket } = first.header;
      if (junkBytes > JUNK_SHARE_MAX * (endByte - first.byte)) return null;
      const totalFrames = frames - (isCut ? framesPerPacket : 0) - trim.start - trim.end;
      if (totalFrames <= 0) return null;
      return {
        format,
        sampleRate,
        channels,
        framesPerPacket,
        trimStartFrames: trim.start,
        totalFrames,
        firstByte: first.byte,
        endByte,
        streamInfo: "",
        points: points.current.points(),
      };
    },
  };
}

/** Where several packets follow each other. At the end of a short file, fewer are enough. */
function findStream(format: PacketFormat, bytes: Uint8Array, isLast: boolean): { at: number; header: PacketHeader } | null {
  const to = Math.min(bytes.length - PACKET_HEADER_BYTES, SEARCH_BYTES);
  for (let at = 0; at <= to; at++) {
    if (bytes[at] !== PACKET_SYNC) continue;
    const header = readPacketHeader(format, bytes, at);
    if (header && isProven(format, bytes, { at, header, isLast })) return { at, header };
  }
  return null;
}

function isProven(
  format: PacketFormat,
  bytes: Uint8Array,
  { at, header, isLast }: { at: number; header: PacketHeader; isLast: boolean },
): boolean {
  let next = at + header.packetBytes;
  for (let proven = 1; proven < PROOF_PACKETS; proven++) {
    if (next + PACKET_HEADER_BYTES > bytes.length) return isLast && next === bytes.length;
    const following = readPacketHeader(format, bytes, next);
    if (!following || !isSameStream(following, header)) return false;
    next += following.packetBytes;
  }
  return true;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
