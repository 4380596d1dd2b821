import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { HAS_DOCK, IS_DOCK_FOLDED } from "#app/features/player/player-shape.ts";

const appCss = readFileSync("app/app.css", "utf8");

it("scripts and style sheets show the dock on the same screens", () => {
  expect(appCss).toContain(`@custom-variant dock {\n  @media ${HAS_DOCK} {`);
  expect(readFileSync("app/ui/tokens/layout.css", "utf8")).toContain(`@media ${HAS_DOCK} {`);
});

it("the menu of the dock exists below the width from which the dock has all controls", () => {
  const [, breakpoint] = /--breakpoint-lg: (\S+);/.exec(appCss) ?? [];
  expect(IS_DOCK_FOLDED).toBe(`(width < ${breakpoint})`);
});
