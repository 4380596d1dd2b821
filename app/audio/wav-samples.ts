import { readWavInfo, readWavSamples } from "#app/domain/audio-files/wav.ts";
import type { ByteSource } from "./byte-source.ts";
import type { PcmBlock } from "./pcm.ts";

const BLOCK_FRAMES = 16_384;

export type WavSource = {
  readonly sampleRate: number;
  from(frame: number, signal: AbortSignal): AsyncIterable<PcmBlock>;
};

/** WAV: what is stored is what sounds. */
export async function openWav(bytes: ByteSource, signal: AbortSignal): Promise<WavSource> {
  const header = await readWavInfo((start, end) => bytes.read(start, end, signal), bytes.sizeBytes);
  if (!header.ok) throw new Error(header.error);
  const info = header.value;
  const { sampleRate, startByte, frameBytes, totalFrames } = info;

  async function* from(frame: number, reading: AbortSignal): AsyncGenerator<PcmBlock> {
    for (let at = frame; at < totalFrames; at += BLOCK_FRAMES) {
      const end = Math.min(totalFrames, at + BLOCK_FRAMES);
      const samples = await bytes.read(startByte + at * frameBytes, startByte + end * frameBytes, reading);
      yield { sampleRate, startFrame: at, planes: readWavSamples(samples, info) };
    }
  }
  return { sampleRate, from };
}
