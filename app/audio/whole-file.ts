import type { ByteSource } from "./byte-source.ts";
import type { PcmBlock } from "./pcm.ts";

const BLOCK_FRAMES = 16_384;
const READ_BYTES = 1024 * 1024;
/** Decoded, a minute of stereo takes 21 MB: a telephone has no room for more than this. */
const DURATION_MS_MAX = 20 * 60_000;

/** It would not fit into the memory of a device that cannot decode piece by piece. */
export class TooLongForBrowser extends Error {
  override readonly name = "TooLongForBrowser";
}

/**
 * The way for browsers without WebCodecs, or without this codec in them: the whole file is fetched and decoded before
 * the first sound, and kept in memory. Decoders leave an encoder's silence out where they know of it; where they do
 * not, the result is longer than the track, and what the encoder put in front is taken off: as far as that is known,
 * else all that is too much.
 */
export async function decodeWhole(
  bytes: ByteSource,
  {
    context,
    durationMs,
    leadInSec,
    signal,
  }: {
    readonly context: BaseAudioContext;
    readonly durationMs: number;
    readonly leadInSec: number | null;
    readonly signal: AbortSignal;
  },
): Promise<{ readonly sampleRate: number; readonly from: (frame: number, signal: AbortSignal) => AsyncIterable<PcmBlock> }> {
  if (durationMs > DURATION_MS_MAX) throw new TooLongForBrowser();
  const buffer = await context.decodeAudioData((await readAll(bytes, signal)).buffer);
  const { sampleRate } = buffer;
  const tooMuch = Math.max(0, buffer.length - Math.round((durationMs / 1000) * sampleRate));
  const silence = Math.min(tooMuch, leadInSec === null ? tooMuch : Math.round(leadInSec * sampleRate));
  const channels = Array.from({ length: buffer.numberOfChannels }, (_, c) => buffer.getChannelData(c).subarray(silence));

  async function* from(frame: number, stop: AbortSignal): AsyncGenerator<PcmBlock> {
    const length = channels[0]?.length ?? 0;
    for (let at = Math.max(0, frame); at < length; at += BLOCK_FRAMES) {
      stop.throwIfAborted();
      yield { sampleRate, startFrame: at, planes: channels.map((channel) => channel.slice(at, at + BLOCK_FRAMES)) };
    }
  }
  return { sampleRate, from };
}

async function readAll(bytes: ByteSource, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const all = new Uint8Array(bytes.sizeBytes);
  for (let at = 0; at < all.length; at += READ_BYTES) all.set(await bytes.read(at, at + READ_BYTES, signal), at);
  return all;
}
