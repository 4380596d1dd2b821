import { expect, it } from "vitest";
import { untilNextSecondMs } from "#app/features/player/use-second.ts";

it.each([
  ["in the middle of a second", 49, 49_400, 600],
  ["just before the next one", 49, 49_999.5, 50],
  ["after the next one has begun since the rendering", 49, 50_000.3, 50],
])("a position that is shown in seconds is rendered again in time: %s", (_, second, positionMs, waitMs) => {
  expect(untilNextSecondMs(second, positionMs)).toBe(waitMs);
});
