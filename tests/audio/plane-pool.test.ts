import { expect, it, vi } from "vitest";
import type { PcmBlock } from "#app/audio/pcm.ts";

/** The modules with an empty pool: it is shared by everything that has loaded them. */
async function loadPool() {
  vi.resetModules();
  const { recyclePlanes, takePlane } = await import("#app/audio/plane-pool.ts");
  const { joinBlocks } = await import("#app/audio/pcm.ts");
  return { recyclePlanes, takePlane, joinBlocks };
}

it("fills a plane again that was returned, if it has the right length", async () => {
  const { recyclePlanes, takePlane } = await loadPool();
  const plane = takePlane(100);
  expect(takePlane(100)).not.toBe(plane);
  recyclePlanes([plane]);
  expect(takePlane(99)).not.toBe(plane);
  expect(takePlane(100)).toBe(plane);
  expect(takePlane(100)).not.toBe(plane);
});

it("leaves planes alone that share a buffer, or were transferred", async () => {
  const { recyclePlanes, takePlane } = await loadPool();
  const whole = new Float32Array(200);
  const transferred = new Float32Array(100);
  structuredClone(transferred, { transfer: [transferred.buffer] });
  recyclePlanes([whole.subarray(0, 100), transferred]);
  expect(takePlane(100).buffer.byteLength).toBe(100 * 4);
  expect(takePlane(0) === transferred).toBe(false);
});

it("keeps a limited number of planes, the latest", async () => {
  const { recyclePlanes, takePlane } = await loadPool();
  const planes = Array.from({ length: 30 }, () => new Float32Array(100));
  recyclePlanes(planes);
  const kept = planes.map(() => takePlane(100)).filter((plane) => planes.includes(plane));
  expect(kept).toEqual(planes.slice(6).reverse());
});

it("blocks that are joined keep their samples, and their planes are filled again", async () => {
  const { joinBlocks, takePlane } = await loadPool();
  const toPlane = (from: number) => Float32Array.from({ length: 100 }, (_, i) => from + i);
  const parts = [0, 100, 200, 300].map((startFrame) => ({ sampleRate: 44_100, startFrame, planes: [toPlane(startFrame)] }));
  async function* blocks(): AsyncGenerator<PcmBlock> {
    yield* parts;
  }
  const joined: PcmBlock[] = [];
  for await (const block of joinBlocks(blocks(), 200)) joined.push(block);
  expect(joined.map(({ planes }) => planes[0])).toEqual(
    [0, 200].map((from) => Float32Array.from({ length: 200 }, (_, i) => from + i)),
  );
  expect(parts.map(({ planes }) => planes[0])).toContain(takePlane(100));
});
