import { useCallback, useEffect, useState } from "react";
import type { Engine } from "#app/audio/engine.ts";

/** By how much this device sounds late without the browser knowing it. The browser stores it. */
export type OutputAdjustment = {
  /** Positive if the device sounds late, ms. */
  readonly valueMs: number;
  /** The value is limited to `ADJUSTMENT_MAX_MS` in both directions. */
  readonly set: (valueMs: number) => void;
};

/** More than the latency of any wireless loudspeaker. */
export const ADJUSTMENT_MAX_MS = 500;
const STORAGE_KEY = "output-adjustment-ms";

export function useOutputAdjustment(engine: Engine): OutputAdjustment {
  const [valueMs, setValueMs] = useState(readStored);
  useEffect(() => engine.setOutputAdjustment(valueMs), [engine, valueMs]);
  const set = useCallback((next: number) => {
    const limited = limit(Math.round(next));
    setValueMs(limited);
    try {
      localStorage.setItem(STORAGE_KEY, String(limited));
    } catch {
      // storage is full or forbidden: the value lasts until the page is closed
    }
  }, []);
  return { valueMs, set };
}

function limit(valueMs: number): number {
  return Math.max(-ADJUSTMENT_MAX_MS, Math.min(ADJUSTMENT_MAX_MS, valueMs));
}

function readStored(): number {
  try {
    const stored = Number(localStorage.getItem(STORAGE_KEY) ?? 0);
    return Number.isFinite(stored) ? limit(stored) : 0;
  } catch {
    // storage is forbidden
    return 0;
  }
}
