import { useState } from "react";
import { useLatest } from "#app/lib/use-latest.ts";
import { type DurationRepair, repairDurations } from "./repair-durations.ts";

/** Measures all tracks of the user again and corrects wrong durations. Unmounting stops it after the current step. */
export function useDurationRepair(): { readonly repair: DurationRepair; readonly run: () => void } {
  const [repair, setRepair] = useState<DurationRepair>({ type: "idle" });
  const latest = useLatest();
  const run = () => void latest.run((signal) => repairDurations(signal, setRepair), setRepair);
  return { repair, run };
}
