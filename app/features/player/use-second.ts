import { useEffect, useReducer } from "react";
import { SECOND_MS } from "#app/domain/units.ts";

/** Timers may fire a little early by the clock of the position, which may also stay for a moment before a start. */
const WAIT_MIN_MS = 50;

/** A position in full seconds. Renders once a second while it moves; a jump of the position renders its component anyway. */
export function useSecond(positionMs: () => number, isMoving: boolean): number {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const second = Math.floor(positionMs() / SECOND_MS);
  // After each render, because every change of the position moves the next full second.
  useEffect(() => {
    if (!isMoving) return;
    const timer = setTimeout(render, untilNextSecondMs(second, positionMs()));
    return () => clearTimeout(timer);
  });
  return second;
}

/**
 * When to render again. The position may have passed a full second since the last render.
 * @param shownSecond the position that was rendered, whole seconds
 */
export function untilNextSecondMs(shownSecond: number, positionMs: number): number {
  return Math.max(WAIT_MIN_MS, (shownSecond + 1) * SECOND_MS - positionMs);
}
