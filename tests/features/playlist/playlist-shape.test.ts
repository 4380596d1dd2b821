import { expect, it } from "vitest";
import { IS_SELECT_FOLDED, IS_SORT_FOLDED, SELECT_TOOL, SORT_TOOL } from "#app/features/playlist/playlist-shape.ts";

it("a tool is in the playlist's menu on exactly the phones whose header hides it", () => {
  for (const [tool, query] of [
    [SORT_TOOL, IS_SORT_FOLDED],
    [SELECT_TOOL, IS_SELECT_FOLDED],
  ] as const) {
    const [, width] = /max-\[(\d+px)\]:hidden/.exec(tool) ?? [];
    expect(query).toBe(`(width < ${width})`);
  }
});
