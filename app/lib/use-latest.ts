import { type MutableRefObject, useEffect, useRef, useState } from "react";
import { createLatest, type Latest } from "./latest.ts";
import { nextTask } from "./next-task.ts";

/** A ref that holds the value of the latest render, for callbacks that outlive the render they were made in. */
export function useLatestRef<T>(value: T): MutableRefObject<T> {
  const ref = useRef(value);
  ref.current = value;
  return ref;
}

/** Runs of which only the latest counts, cancelled when the component unmounts. */
export function useLatest(): Latest {
  const [latest] = useState(createLatest);
  useEffect(() => latest.cancel, [latest]);
  return latest;
}

type LatestLoad<T> = {
  /** Identifies the data to load. Another key starts another load; null loads nothing. */
  readonly key: string | number | null;
  readonly load: (signal: AbortSignal) => Promise<T>;
  /** Receives the result of the latest load only, and nothing after unmounting. */
  readonly apply: (result: T) => void;
};

/** Loads when the component mounts and whenever `key` changes. */
export function useLatestLoad<T>({ key, load, apply }: LatestLoad<T>): void {
  const latest = useLatest();
  const callbacks = useLatestRef({ load, apply });
  useEffect(() => {
    if (key === null) return;
    void latest.run(
      async (signal) => {
        // many components may mount at once, and a request takes a while to start
        await nextTask();
        signal.throwIfAborted();
        return callbacks.current.load(signal);
      },
      (result) => callbacks.current.apply(result),
    );
    return latest.cancel;
  }, [key, latest, callbacks]);
}
