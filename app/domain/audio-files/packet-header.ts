/**
 * Headers of the packets in MPEG audio layer III and ADTS streams. A packet states its own length, so a stream can be read
 * from header to header. A packet is an encoded block; a frame is one sample of every channel.
 */

export type PacketHeader = {
  readonly packetBytes: number;
  readonly framesPerPacket: number;
  readonly sampleRate: number;
  readonly channels: number;
};

export type PacketFormat = "mp3" | "aac";

export const PACKET_HEADER_BYTES = 7;
/** The first byte of every packet. */
export const PACKET_SYNC = 0xff;

/** The header at `at`, or null if no packet begins there. */
export function readPacketHeader(format: PacketFormat, bytes: Uint8Array, at: number): PacketHeader | null {
  return format === "mp3" ? readMp3Header(bytes, at) : readAdtsHeader(bytes, at);
}

/** The properties that all packets of a stream share. */
export type PacketStream = Pick<PacketHeader, "sampleRate" | "framesPerPacket">;

/** Whether two headers can belong to the same stream. */
export function isSameStream(a: PacketStream, b: PacketStream): boolean {
  return a.sampleRate === b.sampleRate && a.framesPerPacket === b.framesPerPacket;
}

/**
 * Finds the next packet of a stream at or after `from` and skips other bytes. If there is none, `at` is where the search
 * must continue once there are more bytes. The server's scan and the player both use it, so they find the same packets.
 */
export function findPacket(
  format: PacketFormat,
  bytes: Uint8Array,
  { from, stream }: { readonly from: number; readonly stream: PacketStream },
): { readonly at: number; readonly header: PacketHeader | null } {
  let at = from;
  while (at + PACKET_HEADER_BYTES <= bytes.length) {
    const header = readPacketHeader(format, bytes, at);
    if (header && isSameStream(header, stream)) return { at, header };
    const sync = bytes.indexOf(PACKET_SYNC, at + 1);
    at = sync < 0 ? bytes.length : sync;
  }
  return { at, header: null };
}

// ISO/IEC 11172-3 §2.4.2.3 and 13818-3 §2.4.2.3
const KBPS_MPEG1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBPS_MPEG2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const MP3_RATES = [44_100, 48_000, 32_000];
const VERSION_1 = 3;
const VERSION_2 = 2;
const VERSION_25 = 0;
const LAYER_3 = 1;
const MONO = 3;

function readMp3Header(bytes: Uint8Array, at: number): PacketHeader | null {
  if (at + 4 > bytes.length) return null;
  const b1 = bytes[at + 1] ?? 0;
  const b2 = bytes[at + 2] ?? 0;
  const b3 = bytes[at + 3] ?? 0;
  if (bytes[at] !== 0xff || (b1 & 0xe0) !== 0xe0) return null;
  const version = (b1 >> 3) & 3;
  if (((b1 >> 1) & 3) !== LAYER_3) return null;
  if (version !== VERSION_1 && version !== VERSION_2 && version !== VERSION_25) return null;
  const isFirst = version === VERSION_1;
  const kbps = (isFirst ? KBPS_MPEG1 : KBPS_MPEG2)[b2 >> 4];
  const baseRate = MP3_RATES[(b2 >> 2) & 3];
  if (!kbps || !baseRate) return null;
  const sampleRate = baseRate / (isFirst ? 1 : version === VERSION_2 ? 2 : 4);
  const padding = (b2 >> 1) & 1;
  const packetBytes = Math.floor(((isFirst ? 144_000 : 72_000) * kbps) / sampleRate) + padding;
  return { packetBytes, framesPerPacket: isFirst ? 1152 : 576, sampleRate, channels: b3 >> 6 === MONO ? 1 : 2 };
}

/** The properties of an AAC stream that an ADTS header states. */
export type AdtsStream = {
  /** 1: Main, 2: LC, 3: SSR, 4: LTP. */
  readonly objectType: number;
  readonly rateIndex: number;
  readonly channelConfiguration: number;
};

/** Reads the beginning of an ADTS packet. */
export function readAdtsStream([, , b2 = 0, b3 = 0]: Uint8Array): AdtsStream {
  return { objectType: (b2 >> 6) + 1, rateIndex: (b2 >> 2) & 15, channelConfiguration: ((b2 & 1) << 2) | (b3 >> 6) };
}

/** The size of the header of an ADTS packet, which may contain a checksum. */
export function adtsHeaderBytes([, b1 = 0]: Uint8Array): number {
  const hasChecksum = (b1 & 1) === 0;
  return hasChecksum ? PACKET_HEADER_BYTES + 2 : PACKET_HEADER_BYTES;
}

// ISO/IEC 14496-3 §1.A.2.2 and table 1.18
const ADTS_RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350];
const FRAMES_PER_AAC_BLOCK = 1024;

function readAdtsHeader(bytes: Uint8Array, at: number): PacketHeader | null {
  if (at + PACKET_HEADER_BYTES > bytes.length) return null;
  const [b0 = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0, b5 = 0, b6 = 0] = bytes.subarray(at, at + PACKET_HEADER_BYTES);
  if (b0 !== 0xff || (b1 & 0xf6) !== 0xf0) return null;
  const sampleRate = ADTS_RATES[(b2 >> 2) & 15];
  const packetBytes = ((b3 & 3) << 11) | (b4 << 3) | (b5 >> 5);
  if (!sampleRate || packetBytes < PACKET_HEADER_BYTES) return null;
  const channels = ((b2 & 1) << 2) | (b3 >> 6);
  const blocks = (b6 & 3) + 1;
  return {
    packetBytes,
    framesPerPacket: blocks * FRAMES_PER_AAC_BLOCK,
    sampleRate,
    channels: channels === 7 ? 8 : channels || 2,
  };
}
