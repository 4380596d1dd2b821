/** A few seconds of a track's samples, addressed by their place in the track. */
export type SampleRing = {
  readonly channels: readonly Float32Array[];
  /** Holds `[from, to)`. */
  readonly from: number;
  readonly to: number;
  /**
   * Takes what continues; what overlaps is skipped, a short gap is silence, a long one starts over. The oldest goes when
   * there is no room.
   */
  write(startFrame: number, planes: readonly Float32Array[]): void;
};

export function makeSampleRing(channelCount: number, capacityFrames: number): SampleRing {
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
        const gap = new Float32Array(startFrame - to);
        for (const ring of channels) writeRing(ring, to, gap);
        to = startFrame;
      }
      const skip = to - startFrame;
      if (skip >= frames) return;
      for (let c = 0; c < channelCount; c++) {
        const ring = channels[c];
        // a mono file sounds on both sides
        const plane = planes[c] ?? planes[0];
        if (ring && plane) writeRing(ring, to, plane.subarray(skip));
      }
      to += frames - skip;
      from = Math.max(from, to - capacityFrames);
    },
  };
}

function writeRing(ring: Float32Array, at: number, samples: Float32Array): void {
  const fitting = samples.length > ring.length ? samples.subarray(samples.length - ring.length) : samples;
  const start = (at + samples.length - fitting.length) % ring.length;
  const head = Math.min(fitting.length, ring.length - start);
  ring.set(fitting.subarray(0, head), start);
  if (head < fitting.length) ring.set(fitting.subarray(head), 0);
}
