import { expect, it } from "vitest";
import { placeBubble } from "#app/ui/place-bubble.ts";

const viewport = { width: 400, height: 800 };
const bubble = { width: 120, height: 28 };
const trigger = (left: number, top: number) => ({ left, top, width: 40, height: 40 });

it("a tooltip is centered above its trigger", () => {
  expect(placeBubble(trigger(180, 300), bubble, viewport)).toEqual({ left: 140, top: 264, arrowLeft: 60, side: "above" });
});

it("a tooltip without space above is placed below its trigger", () => {
  expect(placeBubble(trigger(180, 10), bubble, viewport)).toMatchObject({ top: 58, side: "below" });
});

it("a tooltip stays within the viewport, and its arrow points at the trigger", () => {
  expect(placeBubble(trigger(0, 300), bubble, viewport)).toMatchObject({ left: 8, arrowLeft: 12 });
  expect(placeBubble(trigger(360, 300), bubble, viewport)).toMatchObject({ left: 272, arrowLeft: 108 });
});
