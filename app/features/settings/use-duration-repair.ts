import { useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { Result } from "#app/domain/result.ts";
import { useLatest } from "#app/lib/use-latest.ts";
import { action, type FunctionValue } from "#app/server-client/functions.ts";

type Totals = { readonly checked: number; readonly wrong: number; readonly fixed: number };
type RepairStep = FunctionValue<"tracks.fixDurations">;

export type DurationRepair =
  | { readonly type: "idle" }
  | { readonly type: "running"; readonly totals: Totals }
  | { readonly type: "done"; readonly totals: Totals }
  | { readonly type: "failed"; readonly totals: Totals; readonly error: ErrorCode };

const NO_TOTALS: Totals = { checked: 0, wrong: 0, fixed: 0 };

/** Measures all tracks of the user again and corrects wrong durations. Unmounting stops it after the current step. */
export function useDurationRepair(): { readonly repair: DurationRepair; readonly run: () => void } {
  const [repair, setRepair] = useState<DurationRepair>({ type: "idle" });
  const latest = useLatest();
  const run = () => void latest.run((signal) => repairDurations(signal, setRepair), setRepair);
  return { repair, run };
}

/** Measures all tracks of the user again, some at a time. Aborting stops it after the current step. */
export async function repairDurations(
  signal: AbortSignal,
  onProgress: (repair: DurationRepair) => void,
): Promise<DurationRepair> {
  let totals = NO_TOTALS;
  let cursor: RepairStep["nextCursor"] = null;
  do {
    onProgress({ type: "running", totals });
    const step: Result<RepairStep> = await action("tracks.fixDurations", { cursor });
    if (!step.ok) return { type: "failed", totals, error: step.error };
    totals = addStep(totals, step.value);
    cursor = step.value.nextCursor;
  } while (cursor !== null && !signal.aborted);
  return { type: "done", totals };
}

function addStep(totals: Totals, { checked, wrong, fixed }: RepairStep): Totals {
  return { checked: totals.checked + checked, wrong: totals.wrong + wrong, fixed: totals.fixed + fixed };
}
