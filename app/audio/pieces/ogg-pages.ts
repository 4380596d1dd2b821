import { joinBytes } from "#app/domain/audio-files/join-bytes.ts";

export type OggPacket = {
  readonly data: Uint8Array;
  /** Frames of the stream up to the end of the packet. */
  readonly granule: number;
  /** Begins a page; codecs demand it after their headers. */
  readonly startsPage: boolean;
};

// RFC 3533 §6
const HEADER_BYTES = 27;
const GRANULE_AT = 6;
const SERIAL_AT = 14;
const SEQUENCE_AT = 18;
const CRC_AT = 22;
const SEGMENTS_AT = 26;
const CONTINUED = 1;
const FIRST_PAGE = 2;
const SEGMENTS_MAX = 255;
const SEGMENT_BYTES_MAX = 255;
/** Any number that is the same on all pages. */
const SERIAL = 1;

type Segment = {
  readonly bytes: Uint8Array;
  /** The granule of the packet that ends with this segment; null if it continues. */
  readonly granule: number | null;
  readonly startsPacket: boolean;
};

/**
 * Writes packets as an Ogg stream, in pages that are as long as possible. No page is marked as the last one: FFmpeg would
 * trim a single page of Vorbis by its first packet, which has no output.
 */
export function writeOggPages(packets: readonly OggPacket[]): Uint8Array<ArrayBuffer> {
  const pages: Segment[][] = [];
  for (const packet of packets) {
    for (const [i, segment] of cutSegments(packet).entries()) {
      const page = pages.at(-1);
      if (!page || page.length === SEGMENTS_MAX || (packet.startsPage && i === 0)) pages.push([segment]);
      else page.push(segment);
    }
  }
  return joinBytes(pages.map((segments, sequence) => writePage(segments, sequence)));
}

/** Segments are full except for the last one, which may be empty. */
function cutSegments({ data, granule }: OggPacket): Segment[] {
  const count = Math.floor(data.length / SEGMENT_BYTES_MAX) + 1;
  return Array.from({ length: count }, (_, i) => ({
    bytes: data.subarray(i * SEGMENT_BYTES_MAX, (i + 1) * SEGMENT_BYTES_MAX),
    granule: i === count - 1 ? granule : null,
    startsPacket: i === 0,
  }));
}

function writePage(segments: readonly Segment[], sequence: number): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES + segments.length);
  const view = new DataView(header.buffer);
  header.set([0x4f, 0x67, 0x67, 0x53]);
  const isContinued = segments[0]?.startsPacket === false;
  header[5] = (isContinued ? CONTINUED : 0) | (sequence === 0 ? FIRST_PAGE : 0);
  // -1 if no packet ends on the page
  const granule = segments.findLast((segment) => segment.granule !== null)?.granule ?? -1;
  view.setBigInt64(GRANULE_AT, BigInt(granule), true);
  view.setUint32(SERIAL_AT, SERIAL, true);
  view.setUint32(SEQUENCE_AT, sequence, true);
  header[SEGMENTS_AT] = segments.length;
  header.set(
    segments.map(({ bytes }) => bytes.length),
    HEADER_BYTES,
  );
  const page = joinBytes([header, ...segments.map(({ bytes }) => bytes)]);
  new DataView(page.buffer).setUint32(CRC_AT, crc32(page), true);
  return page;
}

/** The checksum of RFC 3533: polynomial 0x04c11db7, no reflection, no inversion. */
const CRC32 = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = (crc << 8) ^ (CRC32[(crc >>> 24) ^ byte] ?? 0);
  return crc >>> 0;
}
