import { useEffect, useRef, useState } from "react";
import { useEachFrame } from "./use-each-frame.ts";

/** Whole seconds of a position that moves: changes once a second, and at once when the position jumps. */
export function useSecond(positionMs: () => number): number {
  const [second, setSecond] = useState(0);
  const shown = useRef(second);
  const read = () => {
    const now = Math.floor(positionMs() / 1000);
    if (now === shown.current) return;
    shown.current = now;
    setSecond(now);
  };
  useEachFrame(read);
  // a page that is not painted has no frames
  useEffect(() => {
    const timer = setInterval(read, 1000);
    return () => clearInterval(timer);
  });
  return second;
}
