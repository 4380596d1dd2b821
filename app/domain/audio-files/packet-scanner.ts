import { readAscii } from "./ascii.ts";
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
import { createPointCollector, type PointCollector, type SeekMap } from "./seek-map.ts";

/** A point every two seconds, at most two thousand of them. */
const POINT_INTERVAL_SECONDS = 2;
const POINTS_MAX = 2000;
/** This many consecutive packets prove that a stream begins with the first of them. */
const PROOF_PACKETS = 3;
/** A stream must begin within this many bytes. */
const SEARCH_BYTES = 128 * 1024;
/** The largest share of bytes between the first and the last packet that may belong to no packet. */
const JUNK_SHARE_MAX = 0.1;
/** Tags at the end of a file: ID3v1, APEv2 and Lyrics3. */
const TAG_MARKERS = ["TAG", "APETAGEX", "LYRICSBEGIN"];
/** The longest tags at the end of a file, pictures included. */
const TAIL_BYTES_MAX = 32 * 1024 * 1024;

/** The stream that a file contains, known from its first packets. */
type Stream = {
  readonly header: PacketHeader;
  /** Byte of the first packet with audio. */
  readonly firstByte: number;
  readonly primingFrames: number;
  readonly trimEndFrames: number;
  /** Packets of the stream according to its first one; 0 if unknown. The file may be truncated. */
  readonly listedPackets: number;
  readonly points: PointCollector;
};

/** Scans an MP3 or ADTS file in chunks, in order, and creates its seek map. */
export class PacketScanner {
  readonly #format: PacketFormat;
  readonly #sizeBytes: number;
  /** Pushed bytes that may contain packets not scanned yet. */
  #pending: Uint8Array = new Uint8Array(0);
  /** Byte of the file at which `#pending` begins. */
  #pendingByte: number;
  /** Byte of the file at which the next packet should begin. */
  #nextByte: number;
  #stream: Stream | null = null;
  #hasNoStream = false;
  #frames = 0;
  /** Bytes between packets. */
  #junkBytes = 0;
  #lastPacket: { readonly startByte: number; readonly endByte: number };

  /** `startByte`: byte of the file at which the first chunk begins, after any ID3v2 tag. `sizeBytes`: size of the file. */
  constructor(format: PacketFormat, { startByte, sizeBytes }: { readonly startByte: number; readonly sizeBytes: number }) {
    this.#format = format;
    this.#sizeBytes = sizeBytes;
    this.#pendingByte = startByte;
    this.#nextByte = startByte;
    this.#lastPacket = { startByte, endByte: startByte };
  }

  push(chunk: Uint8Array): void {
    if (this.#hasNoStream) return;
    this.#pending = this.#pending.length === 0 ? chunk : concat(this.#pending, chunk);
    if (this.#stream && this.#nextByte >= this.#pendingByte + this.#pending.length) {
      // the chunk lies inside one packet
      this.#pendingByte += this.#pending.length;
      this.#pending = new Uint8Array(0);
    } else {
      this.#scan({ isLast: false });
    }
  }

  /** True if the file cannot contain a valid stream: none begins near the start, or too many bytes are junk. */
  hasFailed(): boolean {
    const tailBytes = this.#nextByte - this.#lastPacket.endByte;
    return this.#hasNoStream || this.#junkBytes > JUNK_SHARE_MAX * this.#sizeBytes || tailBytes > TAIL_BYTES_MAX;
  }

  /** The seek map, or null if the pushed bytes contain no valid stream. */
  finish(): SeekMap | null {
    this.#scan({ isLast: true });
    if (!this.#stream) return null;
    const { header, firstByte, primingFrames, points } = this.#stream;
    const { sampleRate, channels, framesPerPacket } = header;
    // a truncated last packet cannot be decoded
    const isTruncated = this.#lastPacket.endByte > this.#pendingByte + this.#pending.length;
    const endByte = isTruncated ? this.#lastPacket.startByte : this.#lastPacket.endByte;
    if (this.#junkBytes > JUNK_SHARE_MAX * (endByte - firstByte)) return null;
    const storedFrames = this.#frames - (isTruncated ? framesPerPacket : 0);
    const totalFrames = trimEnd(storedFrames, this.#stream) - primingFrames;
    if (totalFrames <= 0) return null;
    return {
      format: this.#format,
      sampleRate,
      channels,
      framesPerPacket,
      primingFrames,
      totalFrames,
      firstByte,
      endByte,
      streamInfo: "",
      points: points.points(),
    };
  }

  /** `isLast`: no bytes follow the pending ones. */
  #scan({ isLast }: { readonly isLast: boolean }): void {
    if (!this.#stream && !this.#hasNoStream) this.#findStream(isLast);
    if (!this.#stream) return;
    this.#walk(this.#stream);
    const scannedBytes = Math.max(0, Math.min(this.#pending.length, this.#nextByte - this.#pendingByte));
    this.#pending = this.#pending.slice(scannedBytes);
    this.#pendingByte += scannedBytes;
  }

  #findStream(isLast: boolean): void {
    const found = findFirstPacket(this.#format, this.#pending, isLast);
    if (!found) {
      this.#hasNoStream = this.#pending.length >= SEARCH_BYTES || isLast;
      return;
    }
    const { at, header } = found;
    const end = at + header.packetBytes;
    if (this.#format === "mp3" && !isLast && this.#pending.length < end) return;
    const gapless = this.#format === "mp3" ? readMp3Gapless(this.#pending.subarray(at, end), header) : null;
    const firstByte = this.#pendingByte + (gapless?.isInfoPacket ? end : at);
    this.#stream = {
      header,
      firstByte,
      primingFrames: gapless?.primingFrames ?? 0,
      trimEndFrames: gapless?.trimEndFrames ?? 0,
      listedPackets: gapless?.packets ?? 0,
      points: createPointCollector(POINTS_MAX, POINT_INTERVAL_SECONDS * header.sampleRate),
    };
    this.#nextByte = firstByte;
    this.#lastPacket = { startByte: firstByte, endByte: firstByte };
  }

  #walk({ header: stream, points }: Stream): void {
    for (;;) {
      const { at, header } = findPacket(this.#format, this.#pending, { from: this.#nextByte - this.#pendingByte, stream });
      const startByte = this.#pendingByte + at;
      this.#nextByte = startByte;
      if (!header) return;
      this.#junkBytes += startByte - this.#lastPacket.endByte;
      points.add(this.#frames, startByte);
      this.#nextByte = startByte + header.packetBytes;
      this.#lastPacket = { startByte, endByte: this.#nextByte };
      this.#frames += header.framesPerPacket;
    }
  }
}

/** Removes the encoder's silence from the end, as far as a truncated file contains it. */
function trimEnd(storedFrames: number, { header, listedPackets, trimEndFrames }: Stream): number {
  const streamFrames = Math.max(storedFrames, listedPackets * header.framesPerPacket);
  return Math.min(storedFrames, streamFrames - trimEndFrames);
}

type FoundPacket = { readonly at: number; readonly header: PacketHeader };

/** The first packet that several others follow. At the end of a short file fewer suffice (`isShortStream`). */
function findFirstPacket(format: PacketFormat, bytes: Uint8Array, isLast: boolean): FoundPacket | null {
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
  { at, header, isLast }: FoundPacket & { readonly isLast: boolean },
): boolean {
  let next = at + header.packetBytes;
  for (let proven = 1; proven < PROOF_PACKETS; proven++) {
    const following = readPacketHeader(format, bytes, next);
    if (!following || !isSameStream(following, header)) return isLast && isShortStream(bytes, { end: next, packets: proven });
    next += following.packetBytes;
  }
  return true;
}

/** Whether a file can end with this few packets: at its end, at a tag, or within the header of a packet. */
function isShortStream(bytes: Uint8Array, { end, packets }: { readonly end: number; readonly packets: number }): boolean {
  if (end === bytes.length) return true;
  if (TAG_MARKERS.some((marker) => readAscii(bytes, end, marker.length) === marker)) return true;
  const isInHeader = end < bytes.length && end + PACKET_HEADER_BYTES > bytes.length && bytes[end] === PACKET_SYNC;
  return packets > 1 && (end > bytes.length || isInHeader);
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
