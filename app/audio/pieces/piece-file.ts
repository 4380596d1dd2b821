import type { Packet } from "#app/audio/packet-source.ts";

/** Makes files of consecutive packets that `decodeAudioData` accepts. */
export type PieceFormat = {
  /** Rate of the decoded samples, Hz. */
  readonly outputRate: number;
  toFile(packets: readonly Packet[]): Uint8Array<ArrayBuffer>;
  /** The frames of the packet source that the decoded packets cover. */
  span(packets: readonly Packet[]): Span;
};

export type Span = { readonly startFrame: number; readonly frames: number };

/** For codecs whose packets are equally long. A container may state a shorter time for the first and for the last one. */
export function spanEqualPackets(packets: readonly Packet[]): Span {
  const packetFrames = Math.max(...packets.map(({ frames }) => frames));
  const [first, second] = packets;
  const startFrame = second ? second.frame - packetFrames : (first?.frame ?? 0);
  return { startFrame, frames: packets.length * packetFrames };
}
