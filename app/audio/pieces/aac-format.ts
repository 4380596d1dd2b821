import { joinBytes } from "#app/domain/audio-files/join-bytes.ts";
import type { AdtsStream } from "#app/domain/audio-files/packet-header.ts";
import { type PieceFormat, spanEqualPackets } from "./piece-file.ts";

type AacConfig = AdtsStream & {
  /** Rate of the decoded samples, Hz. */
  readonly outputRate: number;
};

// ISO/IEC 14496-3 table 1.18
const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350];
const RATE_INDEX_ESCAPE = 15;
const OBJECT_TYPE_ESCAPE = 31;
const LOW_COMPLEXITY = 2;
const SBR = 5;
const PARAMETRIC_STEREO = 29;
const ADTS_OBJECT_TYPE_MAX = 4;
/** Streams up to this rate may contain SBR (HE-AAC) that only the decoder finds; it doubles the rate. */
const IMPLICIT_SBR_RATE_MAX = 24_000;
const ADTS_HEADER_BYTES = 7;

/**
 * AAC as ADTS: packets of an ADTS stream as they are, packets of an MP4 file behind a header. Null for streams that ADTS
 * cannot state: other object types such as xHE-AAC, packets of 960 frames, and channels outside the standard layouts.
 *
 * @param description the AudioSpecificConfig of an MP4 file; null for ADTS packets
 */
export function createAacFormat(sampleRate: number, description: Uint8Array | null): PieceFormat | null {
  if (!description) {
    const toFile: PieceFormat["toFile"] = (packets) => joinBytes(packets.map(({ data }) => data));
    return { outputRate: withImplicitSbr(sampleRate), toFile, span: spanEqualPackets };
  }
  const config = readAudioSpecificConfig(description);
  if (!config) return null;
  const toFile: PieceFormat["toFile"] = (packets) =>
    joinBytes(packets.flatMap(({ data }) => [createAdtsHeader(config, data.length), data]));
  return { outputRate: config.outputRate, toFile, span: spanEqualPackets };
}

/** The AudioSpecificConfig of an MP4 file with this stream (ISO/IEC 14496-3 §1.6.2.1), for packets of 1,024 frames. */
export function createAudioSpecificConfig({ objectType, rateIndex, channelConfiguration }: AdtsStream): Uint8Array {
  return Uint8Array.of((objectType << 3) | (rateIndex >> 1), ((rateIndex & 1) << 7) | (channelConfiguration << 3));
}

/** Whether a stream is AAC-LC in one of the standard layouts, without SBR that only the decoder finds. */
export function isPlainAac({ objectType, rateIndex, channelConfiguration }: AdtsStream): boolean {
  const hasOwnRate = (RATES[rateIndex] ?? 0) > IMPLICIT_SBR_RATE_MAX;
  return objectType === LOW_COMPLEXITY && hasOwnRate && channelConfiguration >= 1;
}

/** The header of an ADTS packet without a checksum (ISO/IEC 14496-3 §1.A.2.2). */
export function createAdtsHeader({ objectType, rateIndex, channelConfiguration }: AdtsStream, dataBytes: number): Uint8Array {
  const bytes = ADTS_HEADER_BYTES + dataBytes;
  return Uint8Array.of(
    0xff,
    0xf1,
    ((objectType - 1) << 6) | (rateIndex << 2) | (channelConfiguration >> 2),
    ((channelConfiguration & 3) << 6) | (bytes >> 11),
    (bytes >> 3) & 0xff,
    // a buffer fullness of 0x7ff means a variable bit rate
    ((bytes & 7) << 5) | 0x1f,
    0xfc,
  );
}

/** Reads an AudioSpecificConfig (ISO/IEC 14496-3 §1.6.2.1). Null if ADTS cannot state it. */
export function readAudioSpecificConfig(description: Uint8Array): AacConfig | null {
  const bits = new BitReader(description);
  const read = { objectType: readObjectType(bits), rate: readRate(bits), channelConfiguration: bits.read(4) };
  const hasSbr = read.objectType === SBR || read.objectType === PARAMETRIC_STEREO;
  const outputRate = hasSbr ? readRate(bits).rate : withImplicitSbr(read.rate.rate);
  const objectType = hasSbr ? readObjectType(bits) : read.objectType;
  const isShortPacket = bits.read(1) === 1;
  const { rate, channelConfiguration } = read;
  const isInAdts = objectType >= 1 && objectType <= ADTS_OBJECT_TYPE_MAX && rate.index !== RATE_INDEX_ESCAPE;
  if (!isInAdts || isShortPacket || channelConfiguration < 1 || channelConfiguration > 7) return null;
  return { objectType, rateIndex: rate.index, channelConfiguration, outputRate };
}

function withImplicitSbr(rate: number): number {
  return rate <= IMPLICIT_SBR_RATE_MAX ? 2 * rate : rate;
}

function readObjectType(bits: BitReader): number {
  const type = bits.read(5);
  return type === OBJECT_TYPE_ESCAPE ? 32 + bits.read(6) : type;
}

function readRate(bits: BitReader): { readonly index: number; readonly rate: number } {
  const index = bits.read(4);
  return { index, rate: index === RATE_INDEX_ESCAPE ? bits.read(24) : (RATES[index] ?? 0) };
}

/** Reads bits from the most significant one on. Bits after the end are 0. */
class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++, this.#at++) {
      const byte = this.#bytes[this.#at >> 3] ?? 0;
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
    }
    return value;
  }
}
