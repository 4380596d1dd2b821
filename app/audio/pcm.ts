import { recyclePlanes, takePlane } from "./plane-pool.ts";

/** Decoded samples, planar, at a position in the track. */
export type PcmBlock = {
  /** Rate of `startFrame` and of the planes, Hz. */
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

/**
 * Joins consecutive blocks to at least `frames`. Some decoders emit a hundred small blocks a second, and each message to
 * the audio thread takes time from its rendering. The planes of blocks that were joined are filled again.
 */
export async function* joinBlocks(blocks: AsyncIterable<PcmBlock>, frames: number): AsyncGenerator<PcmBlock> {
  let pending: Blocks | null = null;
  for await (const block of blocks) {
    if (pending && !continues(pending, block)) {
      yield join(pending);
      pending = null;
    }
    pending = pending ? [...pending, block] : [block];
    if (countFrames(pending) < frames) continue;
    yield join(pending);
    pending = null;
  }
  if (pending) yield join(pending);
}

type Blocks = readonly [PcmBlock, ...PcmBlock[]];

function continues(blocks: Blocks, block: PcmBlock): boolean {
  const [{ sampleRate, startFrame, planes }] = blocks;
  const hasSameFormat = block.sampleRate === sampleRate && block.planes.length === planes.length;
  return hasSameFormat && block.startFrame === startFrame + countFrames(blocks);
}

function join(blocks: Blocks): PcmBlock {
  const [first] = blocks;
  if (blocks.length === 1) return first;
  const planes = first.planes.map((_, c) => {
    const plane = takePlane(countFrames(blocks));
    for (const { startFrame, planes: parts } of blocks) plane.set(parts[c] ?? [], startFrame - first.startFrame);
    return plane;
  });
  for (const block of blocks) recyclePlanes(block.planes);
  return { ...first, planes };
}

function countFrames(blocks: Blocks): number {
  return blocks.reduce((sum, { planes: [plane] }) => sum + (plane?.length ?? 0), 0);
}
