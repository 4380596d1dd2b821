import { expect, it } from "vitest";
import { joinBlocks, type PcmBlock } from "#app/audio/pcm.ts";

const RATE = 48_000;
const block = (startFrame: number, frames: number, sampleRate = RATE): PcmBlock => ({
  sampleRate,
  startFrame,
  planes: [Float32Array.from({ length: frames }, (_, i) => startFrame + i)],
});

async function join(blocks: readonly PcmBlock[], frames: number): Promise<PcmBlock[]> {
  async function* source() {
    yield* blocks;
  }
  const joined: PcmBlock[] = [];
  for await (const result of joinBlocks(source(), frames)) joined.push(result);
  return joined;
}

it("joins small consecutive blocks sample by sample", async () => {
  const joined = await join([block(10, 3), block(13, 4), block(17, 5), block(22, 1)], 7);
  expect(joined).toEqual([block(10, 7), block(17, 6)]);
});

it("does not join blocks after a gap or with another rate", async () => {
  const parts = [block(0, 3), block(5, 3), block(8, 3, RATE / 2)];
  expect(await join(parts, 100)).toEqual(parts);
});
