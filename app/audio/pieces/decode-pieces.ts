import { DecodingError } from "#app/audio/decoding-error.ts";
import type { PacketSource } from "#app/audio/packet-source.ts";
import type { PcmBlock } from "#app/audio/pcm.ts";
import { createDecodeContext } from "./decode-context.ts";
import { countMissing, type Decoded, type DecodePackets, decodeIntact } from "./decode-intact.ts";
import { cutPieces, type Piece } from "./piece.ts";
import type { PieceFormat } from "./piece-file.ts";
import { createPieceFormat } from "./piece-format.ts";

/** The first piece is short, so that playing starts soon. A second of decoded stereo takes 350 KB. */
const FIRST_PIECE_SECONDS = 0.5;
const PIECE_SECONDS_MAX = 4;
/** More than any codec needs to decode correctly: MP3 and Opus need a quarter of a second at most. */
const OVERLAP_SECONDS = 0.4;
/** The decoded samples are passed on in blocks of this length. */
const BLOCK_FRAMES = 16_384;
/** Damaged packets that are skipped before the track counts as undecodable: after some output, and without any. */
const DAMAGED_MAX = 50;
const DAMAGED_AT_START_MAX = 2;

/**
 * Decodes packets with `decodeAudioData`: the fallback for browsers without a WebCodecs decoder for them. Cuts the packets
 * into overlapping pieces of a few seconds, so that memory is bounded. Throws a `DecodingError`.
 */
export async function* decodePieces(source: PacketSource, fromFrame: number, signal: AbortSignal): AsyncGenerator<PcmBlock> {
  const format = createPieceFormat(source);
  if (!format) throw new DecodingError(`no file format for ${source.config.codec}`);
  const { sampleRate } = source;
  const decode = createDecoder(format, sampleRate);
  const overlapFrames = Math.ceil(OVERLAP_SECONDS * sampleRate);
  const lengths = {
    firstFrames: Math.ceil(FIRST_PIECE_SECONDS * sampleRate),
    maxFrames: PIECE_SECONDS_MAX * sampleRate,
    overlapFrames,
  };
  let damaged = 0;
  let hasOutput = false;
  for await (const piece of cutPieces(source.packets(fromFrame - overlapFrames, signal), lengths)) {
    for (let rest: Piece | null = piece; rest; ) {
      signal.throwIfAborted();
      const { decoded, count } = await decodeIntact(rest.packets, decode);
      if (decoded) hasOutput = true;
      if (decoded) yield* cutBlocks(decoded, rest, source);
      if (count < rest.packets.length) damaged += 1;
      rest = skipDamaged(rest, count);
      if (damaged > (hasOutput ? DAMAGED_MAX : DAMAGED_AT_START_MAX)) throw new DecodingError("too many damaged packets");
    }
  }
  if (damaged > 0 && !hasOutput) throw new DecodingError("no output");
}

function createDecoder(format: PieceFormat, sampleRate: number): DecodePackets {
  const context = createDecodeContext(format.outputRate);
  return async (packets) => {
    const { startFrame, frames } = format.span(packets);
    const buffer = await context.decodeAudioData(format.toFile(packets).buffer).catch(() => null);
    const scale = context.sampleRate / sampleRate;
    return buffer && { buffer, startFrame: Math.round(startFrame * scale), frames: Math.round(frames * scale) };
  };
}

/** The packets after the first `count`, which are intact, and after the damaged one that follows. Null if there are none. */
function skipDamaged(piece: Piece, count: number): Piece | null {
  const packets = piece.packets.slice(count + 1);
  return packets.length > 0 ? { ...piece, packets } : null;
}

/** The part of a decoded piece that is played. */
function* cutBlocks({ buffer, startFrame, frames }: Decoded, piece: Piece, source: PacketSource): Generator<PcmBlock> {
  const { sampleRate, length } = buffer;
  const scale = sampleRate / source.sampleRate;
  // what a decoder removes at the start is the encoder's silence
  const silentFrames = countMissing({ buffer, frames });
  const toIndex = (frame: number) => Math.min(silentFrames + length, Math.max(0, Math.round(frame * scale) - startFrame));
  const to = piece.toFrame === null ? silentFrames + length : toIndex(piece.toFrame);
  const channels = Math.min(source.channels, buffer.numberOfChannels);
  for (let at = piece.fromFrame === null ? 0 : toIndex(piece.fromFrame); at < to; at += BLOCK_FRAMES) {
    const end = Math.min(to, at + BLOCK_FRAMES);
    const planes = Array.from({ length: channels }, (_, c) => {
      const plane = new Float32Array(end - at);
      const from = Math.max(at, silentFrames);
      if (from < end) plane.set(buffer.getChannelData(c).subarray(from - silentFrames, end - silentFrames), from - at);
      return plane;
    });
    yield { sampleRate, startFrame: startFrame + at, planes };
  }
}
