import { describe, expect, it } from "vitest";
import { chunk, mapInChunks } from "#app/lib/chunk.ts";

describe("chunk", () => {
  it("splits items into groups of the given size, the last one smaller", () => {
    expect(chunk([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(chunk([], 2)).toEqual([]);
  });

  it("runs at most one group at a time and keeps the order of the results", async () => {
    let running = 0;
    let most = 0;
    const results = await mapInChunks([1, 2, 3, 4, 5], 2, async (item) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return item * 10;
    });
    expect(results).toEqual([10, 20, 30, 40, 50]);
    expect(most).toBe(2);
  });
});
