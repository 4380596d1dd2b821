import type { Packet } from "#app/audio/packet-source.ts";

export type Decoded = {
  readonly buffer: AudioBuffer;
  /** Position of the first packet's output in the track, and the length of the output, if the decoder removes nothing. */
  readonly startFrame: number;
  readonly frames: number;
};

/** Null if the browser rejects the packets. */
export type DecodePackets = (packets: readonly Packet[]) => Promise<Decoded | null>;

export type IntactPart = {
  /** Null if not even the first packet is intact. */
  readonly decoded: Decoded | null;
  /** The number of packets in it. */
  readonly count: number;
};

/** A decoder may remove this much at the start: two packets of AAC, for which some remove the encoder's silence. */
const START_LOSS_MAX = 2 * 1024;
/** A resampled end may be a frame or two shorter. */
const ROUNDING_FRAMES = 4;
/** The packets that show how much a decoder removes at the start. */
const PROBE_PACKETS = 8;

/**
 * Decodes the longest part without a damaged packet. At damage browsers reject all packets, omit some, or end there, and
 * then the output is shorter than the packets: a binary search finds the place.
 */
export async function decodeIntact(packets: readonly Packet[], decode: DecodePackets): Promise<IntactPart> {
  const all = await decode(packets);
  if (all && countMissing(all) === 0) return { decoded: all, count: packets.length };
  const startLoss = await measureStartLoss(packets, decode);
  const isIntact = (decoded: Decoded) => countMissing(decoded) <= startLoss + ROUNDING_FRAMES;
  if (all && isIntact(all)) return { decoded: all, count: packets.length };
  let intact: IntactPart = { decoded: null, count: 0 };
  for (let end = packets.length; end - intact.count > 1; ) {
    const count = (intact.count + end) >> 1;
    const decoded = await decode(packets.slice(0, count));
    if (decoded && isIntact(decoded)) intact = { decoded, count };
    else end = count;
  }
  return intact;
}

/** Frames that the decoder removes from the first packets. If these are damaged, 0. */
async function measureStartLoss(packets: readonly Packet[], decode: DecodePackets): Promise<number> {
  const probe = await decode(packets.slice(0, PROBE_PACKETS));
  const missing = probe ? countMissing(probe) : 0;
  return missing <= START_LOSS_MAX ? missing : 0;
}

/** Frames that the decoder has not put out, at the start if nothing is damaged. */
export function countMissing({ buffer, frames }: Pick<Decoded, "buffer" | "frames">): number {
  const missing = frames - buffer.length;
  return missing > ROUNDING_FRAMES ? missing : 0;
}
