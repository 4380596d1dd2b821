import { useCallback, useEffect, useMemo, useState } from "react";
import type { EntryId } from "#app/domain/ids.ts";
import { uiLimits } from "#app/ui/ui-limits.ts";

export type ArmedRemoval = {
  /** The entry that the next press of Delete removes. Null without one. */
  readonly id: EntryId | null;
  readonly arm: (id: EntryId) => void;
  readonly disarm: () => void;
};

/** The first of the two presses of Delete that remove an entry. It expires after a few seconds. */
export function useArmedRemoval(): ArmedRemoval {
  const [id, setId] = useState<EntryId | null>(null);
  const disarm = useCallback(() => setId(null), []);
  useEffect(() => {
    if (id === null) return;
    const timer = setTimeout(disarm, uiLimits.secondPressMs);
    return () => clearTimeout(timer);
  }, [id, disarm]);
  return useMemo(() => ({ id, arm: setId, disarm }), [id, disarm]);
}
