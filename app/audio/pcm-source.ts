import type { PcmBlock } from "./pcm.ts";

/** Decodes a track, starting at any frame. */
export type PcmSource = {
  /** Sample rate, in Hz, of the frame numbers passed to `blocks`. */
  readonly sampleRate: number;
  /** Blocks in order. The first one contains `frame` or begins shortly before it. */
  blocks(frame: number, signal: AbortSignal): AsyncIterable<PcmBlock>;
};
