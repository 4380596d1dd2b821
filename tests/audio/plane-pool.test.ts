import { expect, it } from "vitest";
import { joinBlocks, type PcmBlock } from "#app/audio/pcm.ts";
import { recyclePlanes, takePlane } from "#app/audio/plane-pool.ts";

it("fills a plane again that was returned, if it has the right length", () => {
  const plane = takePlane(101);
  expect(takePlane(101)).not.toBe(plane);
  recyclePlanes([plane]);
  expect(takePlane(102)).not.toBe(plane);
  expect(takePlane(101)).toBe(plane);
  expect(takePlane(101)).not.toBe(plane);
});

it("leaves planes alone that share a buffer, or were transferred", () => {
  const whole = new Float32Array(206);
  const transferred = new Float32Array(103);
  structuredClone(transferred, { transfer: [transferred.buffer] });
  recyclePlanes([whole.subarray(0, 103), transferred]);
  expect(takePlane(103).buffer.byteLength).toBe(103 * 4);
  expect(takePlane(0).length).toBe(0);
});

it("keeps a limited number of planes, the latest", () => {
  const planes = Array.from({ length: 30 }, () => new Float32Array(104));
  recyclePlanes(planes);
  const kept = planes.map(() => takePlane(104)).filter((plane) => planes.includes(plane));
  expect(kept).toEqual(planes.slice(6).reverse());
});

it("blocks that are joined keep their samples, and their planes are filled again", async () => {
  const toPlane = (from: number) => Float32Array.from({ length: 107 }, (_, i) => from + i);
  const parts = [0, 107, 214, 321].map((startFrame) => ({ sampleRate: 44_100, startFrame, planes: [toPlane(startFrame)] }));
  async function* blocks(): AsyncGenerator<PcmBlock> {
    yield* parts;
  }
  const joined: PcmBlock[] = [];
  for await (const block of joinBlocks(blocks(), 200)) joined.push(block);
  expect(joined.map(({ planes }) => planes[0])).toEqual(
    [0, 214].map((from) => Float32Array.from({ length: 214 }, (_, i) => from + i)),
  );
  expect(parts.map(({ planes }) => planes[0])).toContain(takePlane(107));
});
