import { useCallback, useEffect, useState } from "react";
import { readNumber, type StoredNumber, storeNumber } from "#app/app-state/stored-number.ts";
import type { Engine } from "#app/audio/engine.ts";

/** By how much this device sounds late without the browser knowing it. The browser stores it. */
export type OutputAdjustment = {
  /** Positive if the device sounds late, whole ms. */
  readonly valueMs: number;
  /** The value is limited to `ADJUSTMENT_MAX_MS` in both directions. */
  readonly set: (valueMs: number) => void;
};

/** More than the latency of any wireless loudspeaker. */
export const ADJUSTMENT_MAX_MS = 500;
const STORED: StoredNumber = { key: "output-adjustment-ms", min: -ADJUSTMENT_MAX_MS, max: ADJUSTMENT_MAX_MS, fallback: 0 };

export function useOutputAdjustment(engine: Engine): OutputAdjustment {
  const [valueMs, setValueMs] = useState(() => readNumber(STORED));
  useEffect(() => engine.setOutputAdjustment(valueMs), [engine, valueMs]);
  const set = useCallback((next: number) => setValueMs(storeNumber(STORED, Math.round(next))), []);
  return { valueMs, set };
}
