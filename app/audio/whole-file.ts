import type { ByteSource } from "./byte-source.ts";
import type { PcmBlock } from "./pcm.ts";

const BLOCK_FRAMES = 16_384;

/**
 * The way for browsers without WebCodecs, or without this codec in them: the whole file is fetched and decoded before
 * the first sound, and kept in memory. Decoders leave an encoder's silence out where they know of it; where they do
 * not, the result is longer than the track by as much, and that much is taken off its start.
 */
export async function decodeWhole(
  bytes: ByteSource,
  {
    context,
    durationMs,
    signal,
  }: { readonly context: BaseAudioContext; readonly durationMs: number; readonly signal: AbortSignal },
): Promise<{ readonly sampleRate: number; readonly from: (frame: number, signal: AbortSignal) => AsyncIterable<PcmBlock> }> {
  const file = await bytes.read(0, bytes.sizeBytes, signal);
  const buffer = await context.decodeAudioData(new Uint8Array(file).buffer);
  const { sampleRate } = buffer;
  const silence = Math.max(0, buffer.length - Math.round((durationMs / 1000) * sampleRate));
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
