import { freeSamples } from "./free-samples.ts";

/** A ring buffer with a few seconds of a track's samples, addressed by track frame. */
export type SampleRing = {
  /** Frame `i` of a channel lies at `i % length`. */
  readonly channels: readonly Float32Array[];
  /** The frames in the ring: `[from, to)`. */
  readonly from: number;
  readonly to: number;
  /**
   * Appends samples. Frames that the ring already has are skipped, a gap shorter than the ring is filled with silence, and
   * a longer one empties the ring first. The oldest samples are dropped when the ring is full.
   */
  write(startFrame: number, planes: readonly Float32Array[]): void;
  /** Frees the memory. The ring must not be used any more. */
  free(): void;
};

export function createSampleRing(channelCount: number, capacityFrames: number): SampleRing {
  const channels = Array.from({ length: channelCount }, () => new Float32Array(capacityFrames));
  let from = 0;
  let to = 0;
  return {
    channels,
    get from() {
      return from;
    },
    get to() {
      return to;
    },
    write(startFrame, planes) {
      const frames = planes[0]?.length ?? 0;
      if (from === to || startFrame - to > capacityFrames) {
        from = startFrame;
        to = startFrame;
      } else if (startFrame > to) {
        const silence = new Float32Array(startFrame - to);
        for (const ring of channels) writeToRing(ring, to, silence);
        to = startFrame;
      }
      const skip = to - startFrame;
      if (skip >= frames) return;
      for (const [c, ring] of channels.entries()) {
        // mono plays on both sides
        const plane = planes[c] ?? planes[0];
        if (plane) writeToRing(ring, to, plane.subarray(skip));
      }
      to += frames - skip;
      from = Math.max(from, to - capacityFrames);
    },
    free: () => channels.forEach(freeSamples),
  };
}

function writeToRing(ring: Float32Array, frame: number, samples: Float32Array): void {
  const kept = samples.length > ring.length ? samples.subarray(samples.length - ring.length) : samples;
  const start = (frame + samples.length - kept.length) % ring.length;
  const beforeWrap = Math.min(kept.length, ring.length - start);
  ring.set(kept.subarray(0, beforeWrap), start);
  if (beforeWrap < kept.length) ring.set(kept.subarray(beforeWrap), 0);
}
