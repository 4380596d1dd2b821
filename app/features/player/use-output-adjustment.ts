import { useEffect } from "react";
import { outputDelays } from "#app/app-state/output-delays.ts";
import type { Engine } from "#app/audio/engine.ts";
import { useStore } from "#app/lib/use-store.ts";

/** By how much the current output sounds late without the browser knowing it. The browser stores it for each output. */
export type OutputAdjustment = {
  /** Positive if the device sounds late, whole ms. */
  readonly valueMs: number;
  /** The value is limited to `deviceLimits.delayMs` in both directions. */
  readonly set: (valueMs: number) => void;
};

/** Applies the delay of the current output to the engine. Another device may change it too. */
export function useOutputAdjustment(engine: Engine): OutputAdjustment {
  const valueMs = useStore(outputDelays.delayMs);
  useEffect(() => engine.setOutputAdjustment(valueMs), [engine, valueMs]);
  return { valueMs, set: outputDelays.setDelay };
}
