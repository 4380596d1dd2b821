import type { ByteSource } from "./byte-source.ts";
import type { PcmBlock } from "./pcm.ts";
import type { PcmSource } from "./pcm-source.ts";

const BLOCK_FRAMES = 16_384;
const READ_BYTES = 1024 * 1024;
/** A minute of decoded stereo takes 21 MB; phones lack the memory for longer tracks. */
const DURATION_MS_MAX = 20 * 60_000;

/** The decoded track would not fit into the memory of a device that cannot decode it in pieces. */
export class TrackTooLongError extends Error {
  override readonly name = "TrackTooLongError";
}

type WholeFileOptions = {
  readonly context: BaseAudioContext;
  readonly durationMs: number;
  /** Silence that the encoder added before the track, s; null if unknown. */
  readonly leadInSec: number | null;
  readonly signal: AbortSignal;
};

/**
 * The fallback for browsers without WebCodecs or without this codec in it: fetches and decodes the whole file before the
 * first sound, and keeps it in memory. Some decoders remove the encoder's silence, others do not; then the result is longer
 * than the track, and the excess is removed from the start, limited to `leadInSec` where that is known.
 *
 * Throws a `TrackTooLongError` above 20 minutes.
 */
export async function decodeWholeFile(bytes: ByteSource, options: WholeFileOptions): Promise<PcmSource> {
  const { context, durationMs, leadInSec, signal } = options;
  if (durationMs > DURATION_MS_MAX) throw new TrackTooLongError();
  const buffer = await context.decodeAudioData((await readAll(bytes, signal)).buffer);
  const { sampleRate } = buffer;
  const excessFrames = Math.max(0, buffer.length - Math.round((durationMs / 1000) * sampleRate));
  const leadInFrames = leadInSec === null ? excessFrames : Math.round(leadInSec * sampleRate);
  const trimFrames = Math.min(excessFrames, leadInFrames);
  const channels = Array.from({ length: buffer.numberOfChannels }, (_, c) => buffer.getChannelData(c).subarray(trimFrames));

  async function* blocks(frame: number, blocksSignal: AbortSignal): AsyncGenerator<PcmBlock> {
    const length = channels[0]?.length ?? 0;
    for (let at = Math.max(0, frame); at < length; at += BLOCK_FRAMES) {
      blocksSignal.throwIfAborted();
      yield { sampleRate, startFrame: at, planes: channels.map((channel) => channel.slice(at, at + BLOCK_FRAMES)) };
    }
  }
  return { sampleRate, blocks };
}

async function readAll(bytes: ByteSource, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const all = new Uint8Array(bytes.sizeBytes);
  for (let at = 0; at < all.length; at += READ_BYTES) all.set(await bytes.read(at, at + READ_BYTES, signal), at);
  return all;
}
