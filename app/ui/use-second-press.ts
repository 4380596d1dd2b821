import { useCallback, useEffect, useState } from "react";
import { announce } from "./announce.ts";
import { uiLimits } from "./ui-limits.ts";

type SecondPress = { readonly isArmed: boolean; press(how?: { readonly isDoubleClick?: boolean }): void; disarm(): void };

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

  useEffect(() => {
    if (!isArmed) return;
    const timer = setTimeout(() => setArmed(false), uiLimits.secondPressMs);
    return () => clearTimeout(timer);
  }, [isArmed]);

  return {
    isArmed,
    press({ isDoubleClick = false } = {}) {
      // the second half of a double click is no second thought
      if (isArmed && isDoubleClick) return;
      if (isArmed) onConfirm();
      else announce(announcement);
      setArmed(!isArmed);
    },
    disarm: useCallback(() => setArmed(false), []),
  };
}
