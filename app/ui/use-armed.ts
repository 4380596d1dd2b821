import { useCallback, useEffect, useMemo, useState } from "react";
import { startTimer } from "#app/lib/timer.ts";
import { uiLimits } from "./ui-limits.ts";

export type Armed<Target> = {
  /** The target of the next press. Null without a first press. */
  readonly target: Target | null;
  readonly arm: (target: Target) => void;
  readonly disarm: () => void;
};

/** The first of two presses for an action on a target. It expires after a few seconds. */
export function useArmed<Target extends string>(): Armed<Target> {
  const [target, setTarget] = useState<Target | null>(null);
  const disarm = useCallback(() => setTarget(null), []);
  useEffect(() => {
    if (target === null) return;
    return startTimer(uiLimits.secondPressMs, disarm);
  }, [target, disarm]);
  return useMemo(() => ({ target, arm: setTarget, disarm }), [target, disarm]);
}
