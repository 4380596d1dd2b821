import { readWavInfo, readWavSamples } from "#app/domain/audio-files/wav.ts";
import type { ByteSource } from "./byte-source.ts";
import type { PcmBlock } from "./pcm.ts";
import type { PcmSource } from "./pcm-source.ts";

const BLOCK_FRAMES = 16_384;

/** WAV: the samples are stored uncompressed. */
export async function createWavSource(bytes: ByteSource, signal: AbortSignal): Promise<PcmSource> {
  const header = await readWavInfo((start, end) => bytes.read(start, end, signal), bytes.sizeBytes);
  if (!header.ok) throw new Error(header.error);
  const info = header.value;
  const { sampleRate, startByte, frameBytes, totalFrames } = info;

  async function* blocks(frame: number, blocksSignal: AbortSignal): AsyncGenerator<PcmBlock> {
    for (let at = frame; at < totalFrames; at += BLOCK_FRAMES) {
      const end = Math.min(totalFrames, at + BLOCK_FRAMES);
      const samples = await bytes.read(startByte + at * frameBytes, startByte + end * frameBytes, blocksSignal);
      yield { sampleRate, startFrame: at, planes: readWavSamples(samples, info) };
    }
  }
  return { sampleRate, blocks };
}
