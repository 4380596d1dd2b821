import { MINUTE_MS, SECOND_MS } from "#app/domain/units.ts";

/** The length of a sleep in the unit that suits it. */
export type SleepLength = { readonly unit: "seconds" | "minutes"; readonly count: number };

/** Whole seconds, and whole minutes from two minutes on. A short sleep has a second. */
export function toSleepLength(ms: number): SleepLength {
  if (ms >= 2 * MINUTE_MS) return { unit: "minutes", count: Math.round(ms / MINUTE_MS) };
  return { unit: "seconds", count: Math.max(1, Math.round(ms / SECOND_MS)) };
}
