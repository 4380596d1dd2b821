/** Decoded sound: planar samples from a place in the track on. */
export type PcmBlock = {
  /** Frames a second of `startFrame` and of the planes. */
  readonly sampleRate: number;
  readonly startFrame: number;
  readonly planes: readonly Float32Array[];
};

/** The part of a block inside `[fromFrame, toFrame)`, or null. */
export function cutBlock(block: PcmBlock, fromFrame: number, toFrame: number): PcmBlock | null {
  const frames = block.planes[0]?.length ?? 0;
  const from = Math.max(0, fromFrame - block.startFrame);
  const to = Math.min(frames, toFrame - block.startFrame);
  if (from >= to) return null;
  if (from === 0 && to === frames) return block;
  return { ...block, startFrame: block.startFrame + from, planes: block.planes.map((plane) => plane.slice(from, to)) };
}
