import type { ErrorCode } from "#app/domain/errors.ts";
import type { CalibrationFailure, CalibrationRow } from "./calibration-run.ts";

/** The texts of a failure in `calibration.faults`. */
export type Fault = "denied" | "missing" | "failed" | "noSound" | "ended";

const FAULTS = {
  "microphone-denied": "denied",
  "microphone-missing": "missing",
  "microphone-failed": "failed",
  "sound-off": "noSound",
  "connection-lost": "ended",
  stopped: "ended",
} as const satisfies Record<Exclude<CalibrationFailure, ErrorCode>, Fault>;

/** The texts that explain a failure; an error code of the room has its own text. */
export function explainFailure(
  reason: CalibrationFailure,
): { readonly fault: Fault; readonly error: null } | { readonly fault: null; readonly error: ErrorCode } {
  return isOwnFailure(reason) ? { fault: FAULTS[reason], error: null } : { fault: null, error: reason };
}

function isOwnFailure(reason: CalibrationFailure): reason is keyof typeof FAULTS {
  return Object.hasOwn(FAULTS, reason);
}

export type MeasuredRow = Extract<CalibrationRow, { status: "measured" }>;

export function listMeasured(rows: readonly CalibrationRow[]): readonly MeasuredRow[] {
  return rows.filter((row): row is MeasuredRow => row.status === "measured");
}

/** Whether a device sounds late or early, in ms without a sign. */
export function describeLateness(measuredMs: number): { readonly side: "late" | "early"; readonly ms: number } {
  return { side: measuredMs < 0 ? "early" : "late", ms: Math.abs(measuredMs) };
}
