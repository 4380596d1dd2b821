import { useEffect } from "react";
import { useLatestRef } from "#app/lib/use-latest.ts";

/** Calls `run` before each paint, to move elements with the room's clock without rendering a component. */
export function useAnimationFrame(run: () => void): void {
  const latest = useLatestRef(run);
  useEffect(() => {
    let frame = requestAnimationFrame(function onFrame() {
      latest.current();
      frame = requestAnimationFrame(onFrame);
    });
    return () => cancelAnimationFrame(frame);
  }, [latest]);
}
