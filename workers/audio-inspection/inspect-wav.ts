import { readWavInfo } from "#app/domain/audio-files/wav.ts";
import { ok, type Result } from "#app/domain/result.ts";
import type { AudioFacts } from "./inspect-audio.ts";
import type { StoredBytes } from "./stored-bytes.ts";

/** Inspects a WAV file, which needs its header only. */
export async function inspectWav(bytes: StoredBytes): Promise<Result<AudioFacts>> {
  const info = await readWavInfo(bytes.read, bytes.sizeBytes);
  if (!info.ok) return info;
  const { totalFrames, sampleRate } = info.value;
  return ok({ format: "wav", durationMs: (totalFrames / sampleRate) * 1000, seekMap: null });
}
