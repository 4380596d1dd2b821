import { useEffect, useRef } from "react";

/** Runs with every frame that is painted: for what moves by the room's clock and not by React. */
export function useEachFrame(run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    let frame = requestAnimationFrame(function paint() {
      latest.current();
      frame = requestAnimationFrame(paint);
    });
    return () => cancelAnimationFrame(frame);
  }, []);
}
