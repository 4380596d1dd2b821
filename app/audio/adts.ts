import type { SeekMap } from "#app/domain/audio-files/seek-map.ts";

// ISO/IEC 14496-3 table 1.18
export const AAC_RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350];
const LOW_COMPLEXITY = 2;
const FRAMES_PER_BLOCK = 1024;
const HEADER_BYTES = 7;
const CHECKSUM_BYTES = 2;

/**
 * The AudioSpecificConfig (ISO/IEC 14496-3 §1.6.2.1) of an ADTS stream, for packets without their ADTS headers. Null if they
 * need the headers: several blocks in a packet, or channels outside the standard layouts.
 */
export function createAudioSpecificConfig({ sampleRate, channels, framesPerPacket }: SeekMap): Uint8Array | null {
  const rateIndex = AAC_RATES.indexOf(sampleRate);
  const layout = channels === 8 ? 7 : channels;
  if (framesPerPacket !== FRAMES_PER_BLOCK || rateIndex < 0 || layout < 1 || channels === 7) return null;
  return Uint8Array.of((LOW_COMPLEXITY << 3) | (rateIndex >> 1), ((rateIndex & 1) << 7) | (layout << 3));
}

/** Size of the header of the packet at `at`, which may contain a checksum. */
export function countAdtsHeaderBytes(bytes: Uint8Array, at: number): number {
  const hasChecksum = ((bytes[at + 1] ?? 0) & 1) === 0;
  return HEADER_BYTES + (hasChecksum ? CHECKSUM_BYTES : 0);
}
