import { expect, it } from "vitest";
import { placeBubble } from "#app/ui/place-bubble.ts";

const viewport = { width: 400, height: 800 };
const bubble = { width: 120, height: 28 };
const trigger = (left: number, top: number) => ({ left, top, width: 40, height: 40 });

it("stands above the trigger, centred on it", () => {
  expect(placeBubble(trigger(180, 300), bubble, viewport)).toEqual({ left: 140, top: 264, arrowLeft: 60, side: "above" });
});

it("goes below where there is no room above", () => {
  expect(placeBubble(trigger(180, 10), bubble, viewport)).toMatchObject({ top: 58, side: "below" });
});

it("keeps off the edges, and its arrow keeps to the trigger", () => {
  expect(placeBubble(trigger(0, 300), bubble, viewport)).toMatchObject({ left: 8, arrowLeft: 12 });
  expect(placeBubble(trigger(360, 300), bubble, viewport)).toMatchObject({ left: 272, arrowLeft: 108 });
});
