import type { Packet } from "#app/audio/packet-source.ts";

/** Consecutive packets that are decoded together. Pieces overlap, because a decoder needs the packets before a position. */
export type Piece = {
  readonly packets: readonly Packet[];
  /** The frames `[fromFrame, toFrame)` are played; neighboring pieces have the others. Null: from the first, to the last. */
  readonly fromFrame: number | null;
  readonly toFrame: number | null;
};

export type PieceLengths = {
  /** Frames of the first piece, without the overlap. Each piece is twice as long as the one before, up to `maxFrames`. */
  readonly firstFrames: number;
  readonly maxFrames: number;
  /** Frames before `fromFrame` that a piece begins with. */
  readonly overlapFrames: number;
};

/**
 * Cuts packets into pieces. A piece also ends with a packet that is not played, so that the decoder's end does not affect
 * what is played. A gap ends a piece, and nothing before it overlaps with the next one.
 */
export async function* cutPieces(packets: AsyncIterable<Packet>, lengths: PieceLengths): AsyncGenerator<Piece> {
  let pending: Packet[] = [];
  let fromFrame: number | null = null;
  let targetFrames = lengths.firstFrames + lengths.overlapFrames;
  for await (const packet of packets) {
    if (packet.isAfterGap && pending.length > 0) {
      yield { packets: pending, fromFrame, toFrame: null };
      pending = [];
      fromFrame = null;
    }
    pending.push(packet);
    const startFrame: number = fromFrame ?? pending[0]?.frame ?? 0;
    if (packet.frame - startFrame < targetFrames) continue;
    yield { packets: pending, fromFrame, toFrame: packet.frame };
    pending = pending.filter(({ frame, frames }) => frame + frames > packet.frame - lengths.overlapFrames);
    fromFrame = packet.frame;
    targetFrames = Math.min(lengths.maxFrames, 2 * targetFrames);
  }
  if (pending.length > 0) yield { packets: pending, fromFrame, toFrame: null };
}
