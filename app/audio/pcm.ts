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

/**
 * Blocks of at least `frames` where they continue each other: some decoders give a hundred small ones a second, and each
 * message to the audio thread takes time from its sound.
 */
export async function* joinBlocks(blocks: AsyncIterable<PcmBlock>, frames: number): AsyncGenerator<PcmBlock> {
  let held: Blocks | null = null;
  for await (const block of blocks) {
    if (held && !continues(held, block)) {
      yield joined(held);
      held = null;
    }
    held = held ? [...held, block] : [block];
    if (totalOf(held) < frames) continue;
    yield joined(held);
    held = null;
  }
  if (held) yield joined(held);
}

type Blocks = readonly [PcmBlock, ...PcmBlock[]];

function continues(blocks: Blocks, block: PcmBlock): boolean {
  const [{ sampleRate, startFrame, planes }] = blocks;
  const isAlike = block.sampleRate === sampleRate && block.planes.length === planes.length;
  return isAlike && block.startFrame === startFrame + totalOf(blocks);
}

function joined(blocks: Blocks): PcmBlock {
  const [first] = blocks;
  if (blocks.length === 1) return first;
  const planes = first.planes.map((_, c) => {
    const plane = new Float32Array(totalOf(blocks));
    for (const { startFrame, planes: parts } of blocks) plane.set(parts[c] ?? [], startFrame - first.startFrame);
    return plane;
  });
  return { ...first, planes };
}

function totalOf(blocks: Blocks): number {
  return blocks.reduce((sum, { planes: [plane] }) => sum + (plane?.length ?? 0), 0);
}
