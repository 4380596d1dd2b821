import { useCallback, useEffect, useRef, useState } from "react";
import { limits } from "#app/domain/limits.ts";
import { announce } from "./announce.ts";

const DOUBLE_CLICK_MS = 500;

type SecondPress = { readonly isArmed: boolean; press(): void; disarm(): void };

/**
 * What cannot be undone needs two presses: the first one arms, for a few seconds, and is announced; the second one does it.
 */
export function useSecondPress({
  announcement,
  onConfirm,
}: {
  readonly announcement: string;
  readonly onConfirm: () => void;
}): SecondPress {
  const [isArmed, setArmed] = useState(false);
  const armedAtMs = useRef(0);

  useEffect(() => {
    if (!isArmed) return;
    const timer = setTimeout(() => setArmed(false), limits.secondPressMs);
    return () => clearTimeout(timer);
  }, [isArmed]);

  return {
    isArmed,
    press() {
      // the second half of a double click is no second thought
      if (isArmed && performance.now() - armedAtMs.current < DOUBLE_CLICK_MS) return;
      if (isArmed) onConfirm();
      else announce(announcement);
      armedAtMs.current = performance.now();
      setArmed(!isArmed);
    },
    disarm: useCallback(() => setArmed(false), []),
  };
}
