import { type RefObject, useEffect, useRef, useState } from "react";
import { SECOND_MS } from "#app/domain/units.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { useMediaQuery } from "#app/ui/use-media-query.ts";

type Movement = {
  /** The transform at the start of the track. */
  readonly from: string;
  /** The transform at its end. */
  readonly to: string;
  readonly durationMs: number;
  /** The position now. */
  readonly positionMs: () => number;
  /** False if the position stays, because the room is paused or a user drags it. */
  readonly isMoving: boolean;
};

/** An animation that is off by more than this is set again. */
const TOLERANCE_MS = 50;
const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

/**
 * Moves an element with the position in the track. The browser's compositor does that without the main thread, which has audio to
 * decode. After each render the animation is compared with the room's clock. Under reduced motion it moves once a second.
 */
export function useMovement(element: RefObject<HTMLElement>, movement: Movement): void {
  const { from, to, durationMs } = movement;
  const animation = useRef<Animation | null>(null);
  const isShown = useIsShown(element);
  useEffect(() => {
    // a hidden element has no compositor, and its animation would recalculate the styles of every frame
    if (!isShown) return;
    const keyframes = [{ transform: from }, { transform: to }];
    const created = element.current?.animate(keyframes, { duration: Math.max(1, durationMs), fill: "both" }) ?? null;
    created?.pause();
    animation.current = created;
    return () => {
      created?.cancel();
      animation.current = null;
    };
  }, [element, isShown, from, to, durationMs]);
  useEffect(() => {
    if (animation.current) follow(animation.current, movement);
  });
  const latest = useLatestRef(movement);
  const hasSteps = useMediaQuery(REDUCED_MOTION) && movement.isMoving;
  useEffect(() => {
    if (!hasSteps) return;
    const timer = setInterval(() => animation.current && follow(animation.current, latest.current), SECOND_MS);
    return () => clearInterval(timer);
  }, [hasSteps, latest]);
}

/** Whether an element has a box: the styles hide the player of other screen sizes. */
function useIsShown(element: RefObject<HTMLElement>): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setShown(entry.target.getClientRects().length > 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isShown;
}

function follow(animation: Animation, { positionMs, durationMs, isMoving }: Movement): void {
  const ms = Math.min(durationMs, positionMs());
  // At its end, an animation that is played begins again.
  const runs = isMoving && ms < durationMs && !matchMedia(REDUCED_MOTION).matches;
  const offMs = Math.abs(Number(animation.currentTime ?? 0) - ms);
  if (!runs) animation.pause();
  if (offMs > (runs ? TOLERANCE_MS : 0)) animation.currentTime = ms;
  if (runs && animation.playState !== "running") animation.play();
}
