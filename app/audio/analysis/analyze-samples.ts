import { createLoudnessMeter } from "./loudness-meter.ts";
import { createTruePeakMeter } from "./true-peak-meter.ts";
import { createWaveformMeter } from "./waveform-meter.ts";

/** Measurements of a track's samples. */
export type SampleAnalysis = {
  /** Integrated loudness (EBU R 128), LUFS; null for silence. */
  readonly loudnessLufs: number | null;
  /** Peak of the curve between the samples, dBTP, above 0 if it will clip; null for digital silence. */
  readonly truePeakDb: number | null;
  /** `WAVEFORM_POINTS` bytes from start to end; 255 is the loudest point. */
  readonly waveform: Uint8Array;
};

/** Measures a track in one pass, in constant memory. */
export type Analyzer = {
  /** Takes the next samples, in planes of the same length. */
  push(planes: readonly Float32Array[]): void;
  finish(): SampleAnalysis;
};

/** `totalFrames` is a hint: it may be inexact, and 0 if unknown. */
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
