import { useEffect } from "react";
import { useLatestRef } from "#app/lib/use-latest.ts";

/** A bar of this width, px, moves by at most one pixel at a time. */
const BAR_PX = 1500;
const INTERVAL_MIN_MS = 33;
const INTERVAL_MAX_MS = 250;

/**
 * Calls `move` after each render and then regularly, to move elements with the room's clock without rendering a component.
 * It does so only as often as can be seen, because each change is painted, and a busy device plays less evenly.
 * @param durationMs time that the whole width of the bar stands for
 */
export function useMovement(move: () => void, durationMs: number): void {
  const latest = useLatestRef(move);
  useEffect(() => latest.current());
  useEffect(() => {
    const intervalMs = Math.min(INTERVAL_MAX_MS, Math.max(INTERVAL_MIN_MS, durationMs / BAR_PX));
    const timer = setInterval(() => {
      if (!document.hidden) latest.current();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [latest, durationMs]);
}
