import type { MouseEvent } from "react";

/** Whether the event target is a row itself, and not something inside it. */
export function isRow(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.role === "row";
}

/** Whether the event target is inside a control that handles the press itself. */
export function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("button, a, input") !== null;
}

export function isTouch({ nativeEvent }: MouseEvent): boolean {
  return nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";
}

/** The height at the bottom of the scrolling box that the player bar covers. */
export function getScrollPaddingBottomPx(box: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(box).scrollPaddingBottom || "0");
}

/** Moves the focus between a row and the buttons in it. */
export function moveFocusInRow(target: EventTarget, steps: 1 | -1): void {
  const row = target instanceof Element ? target.closest<HTMLElement>("[role=row]") : null;
  if (!row) return;
  // Buttons that are hidden at this width have no offset parent.
  const stops = [row, ...row.querySelectorAll<HTMLElement>("button")].filter(
    (stop) => stop.offsetParent !== null || stop === row,
  );
  const index = document.activeElement instanceof HTMLElement ? stops.indexOf(document.activeElement) : 0;
  stops[Math.max(0, Math.min(stops.length - 1, index + steps))]?.focus();
}
