import { useCallback, useEffect, useRef } from "react";
import { delay } from "#app/lib/retry.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { createReload } from "./reload.ts";

/** Loads when the component mounts and after each change of `key`, with a pause after each load. Returns the function that loads again. */
export function useReload(key: unknown, pauseMs: number, load: (signal: AbortSignal) => Promise<void>): () => void {
  const latestLoad = useLatestRef(load);
  const reload = useRef<(() => void) | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    reload.current = createReload({
      load: async () => (signal.aborted ? undefined : latestLoad.current(signal)),
      pause: () => delay(pauseMs, signal),
    });
    return () => controller.abort();
  }, [pauseMs, latestLoad]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is loaded
  useEffect(() => reload.current?.(), [key]);
  return useCallback(() => reload.current?.(), []);
}
