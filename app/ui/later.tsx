import { type ReactNode, startTransition, useEffect, useState } from "react";
import { nextTask } from "#app/lib/next-task.ts";

type LaterProps = {
  /** Shown until then. It has the size of the children, so that nothing moves. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
};

/** Mounts its children in a task after the one that mounts the rest of a page, so that the page can respond in between. */
export function Later({ fallback, children }: LaterProps) {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    void nextTask().then(() => {
      if (!controller.signal.aborted) startTransition(() => setIsMounted(true));
    });
    return () => controller.abort();
  }, []);
  return isMounted ? children : fallback;
}
