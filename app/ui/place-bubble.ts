type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
type Size = { readonly width: number; readonly height: number };

/** A position in px of the viewport; `arrowLeft` is relative to the bubble. */
export type Place = {
  readonly left: number;
  readonly top: number;
  readonly arrowLeft: number;
  readonly side: "above" | "below";
};

const GAP = 8;
const MARGIN = 8;
const ARROW_MARGIN = 12;

/** Centers the bubble above its trigger, or below if there is no space above, and keeps it within the viewport. */
export function placeBubble(trigger: Box, bubble: Size, viewport: Size): Place {
  const middle = trigger.left + trigger.width / 2;
  const rightmost = Math.max(MARGIN, viewport.width - MARGIN - bubble.width);
  const left = Math.min(Math.max(middle - bubble.width / 2, MARGIN), rightmost);
  const above = trigger.top - GAP - bubble.height;
  const side = above >= MARGIN ? "above" : "below";
  return {
    left,
    top: side === "above" ? above : trigger.top + trigger.height + GAP,
    arrowLeft: Math.min(Math.max(middle - left, ARROW_MARGIN), bubble.width - ARROW_MARGIN),
    side,
  };
}
