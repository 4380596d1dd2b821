import { useEffect, useRef, useState } from "react";
import { useLatestRef } from "#app/lib/use-latest.ts";

const INTERVAL_MS = 50;

/** A moving position in full seconds. Renders once a second, and at once when the position jumps. */
export function useSecond(positionMs: () => number): number {
  const [second, setSecond] = useState(0);
  const rendered = useRef(second);
  const update = () => {
    const current = Math.floor(positionMs() / 1000);
    if (current === rendered.current) return;
    rendered.current = current;
    setSecond(current);
  };
  const latestUpdate = useLatestRef(update);
  useEffect(() => {
    const timer = setInterval(() => latestUpdate.current(), INTERVAL_MS);
    return () => clearInterval(timer);
  }, [latestUpdate]);
  return second;
}
