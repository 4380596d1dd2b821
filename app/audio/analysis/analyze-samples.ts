import { createLoudnessMeter } from "./loudness-meter.ts";
import { createTruePeakMeter } from "./true-peak.ts";
import { createWaveformMeter } from "./waveform.ts";

/** What the samples of a track say about it. */
export type TrackAnalysis = {
  /** Integrated loudness (EBU R 128), LUFS; null for silence. */
  readonly loudnessLufs: number | null;
  /** The highest point between the samples, dBTP, above 0 where it will clip; null for digital silence. */
  readonly truePeakDb: number | null;
  /** `WAVEFORM_POINTS` bytes from beginning to end, 255 for the loudest point. */
  readonly waveform: Uint8Array;
};

/** Takes a track once, from beginning to end, in planes of whatever length, and keeps none of it. */
export type Analyzer = {
  push(planes: readonly Float32Array[]): void;
  finish(): TrackAnalysis;
};

/** `totalFrames` may be off, or 0 where it is not known. */
export function createAnalyzer(format: {
  readonly sampleRate: number;
  readonly channels: number;
  readonly totalFrames: number;
}): Analyzer {
  const loudness = createLoudnessMeter(format);
  const truePeak = createTruePeakMeter(format.channels);
  const waveform = createWaveformMeter(format.totalFrames);
  return {
    push(planes) {
      for (const meter of [loudness, truePeak, waveform]) meter.push(planes);
    },
    finish: () => ({
      loudnessLufs: loudness.finish(),
      truePeakDb: truePeak.finish(),
      waveform: waveform.finish(),
    }),
  };
}
