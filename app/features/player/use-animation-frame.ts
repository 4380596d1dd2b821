import { useEffect } from "react";
import { useLatestRef } from "#app/lib/use-latest.ts";

/** Runs in each painted frame, for what moves with the room's clock. Updates the page without rendering a component. */
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
