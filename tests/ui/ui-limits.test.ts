import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { uiLimits } from "#app/ui/ui-limits.ts";

it("scripts and style sheets switch to the layout of phones at the same width", () => {
  const [, breakpoint] = /--breakpoint-md: (\S+);/.exec(readFileSync("app/app.css", "utf8")) ?? [];
  expect(breakpoint).toBe("768px");
  expect(breakpoint).toBe(`${uiLimits.mobileBelowPx}px`);
});

it("scripts and style sheets take a screen for a phone in landscape below the same height", () => {
  const [, height] = /@custom-variant short \(@media \(height < (\S+)\)\);/.exec(readFileSync("app/app.css", "utf8")) ?? [];
  expect(height).toBe(`${uiLimits.shortBelowPx}px`);
});
