/** The name of the recorder in the audio thread. */
export const RECORDER_PROCESSOR = "tutti-recorder";

/** Samples that the recorder has received, one after the other without a gap. */
export type RecordedChunk = {
  /** The frame of the context at which the first sample was received. */
  readonly startFrame: number;
  readonly samples: Float32Array;
};
