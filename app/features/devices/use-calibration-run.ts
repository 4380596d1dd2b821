import { useEffect, useMemo, useState } from "react";
import { outputDelays } from "#app/app-state/output-delays.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";
import { useLatest } from "#app/lib/use-latest.ts";
import { useStore } from "#app/lib/use-store.ts";
import { uiLimits } from "#app/ui/ui-limits.ts";
import { useOfferUndo } from "#app/ui/use-offer-undo.ts";
import { listMeasured, type MeasuredRow } from "./calibration-display.ts";
import { type CalibrationRun, type CalibrationState, createCalibrationRun } from "./calibration-run.ts";
import { useDevices } from "./devices-context.ts";
import { unlockSound } from "./unlock-sound.ts";

export type CalibrationControls = {
  readonly state: CalibrationState;
  /** Must be called during a user gesture. */
  readonly start: (deviceIds: readonly DeviceId[]) => void;
  /** Forgets the result, to measure again. */
  readonly reset: () => void;
  /** Sets the delays and offers to undo that. Resolves to whether all of them were set. */
  readonly apply: () => Promise<boolean>;
};

const IDLE: ReadableStore<CalibrationState> = createStore<CalibrationState>({ status: "idle" });

/** A calibration that ends with the component. */
export function useCalibrationRun(): CalibrationControls {
  const { engine } = useDevices();
  const run = useRun();
  const state = useStore(run?.state ?? IDLE);
  const offerUndo = useOfferApplied();
  // the dialog may be closed while the sound starts
  const latest = useLatest();
  const hasResult = state.status === "result";
  useEffect(() => {
    // a browser names the outputs after the user has allowed the microphone
    if (hasResult) void outputDelays.refresh();
  }, [hasResult]);
  return useMemo(
    () => ({
      state,
      start: (deviceIds) =>
        void latest.run(
          () => unlockSound(engine),
          () => void run?.start(deviceIds),
        ),
      reset: () => run?.cancel(),
      async apply() {
        if (!run) return false;
        await run.apply();
        const rows = readMeasured(run);
        const changed = rows.flatMap(({ deviceId, error }) => (error === null ? [deviceId] : []));
        if (changed.length > 0) offerUndo(run, changed);
        return changed.length === rows.length;
      },
    }),
    [engine, latest, run, state, offerUndo],
  );
}

function useRun(): CalibrationRun | null {
  const { connection, engine, room } = useDevices();
  const [run, setRun] = useState<CalibrationRun | null>(null);
  useEffect(() => {
    const created = createCalibrationRun({ connection, devices: room, engine });
    setRun(created);
    return () => release(created);
  }, [connection, engine, room]);
  return run;
}

/** Closes a run. One whose delays were applied stays usable until its undo is no longer offered. */
function release(run: CalibrationRun): void {
  const state = run.state.get();
  const isApplied = state.status === "result" && state.applied !== "no";
  if (isApplied) setTimeout(run.close, uiLimits.undoMs);
  else run.close();
}

/** Returns the function that shows that delays were set, with the possibility to undo it. */
function useOfferApplied(): (run: CalibrationRun, changed: readonly DeviceId[]) => void {
  const { t } = useTranslation("calibration");
  const errorText = useErrorText();
  const offerUndo = useOfferUndo();
  return useMemo(
    () => (run, changed) => {
      const action = { title: t("microphone.appliedAll", { count: changed.length }), topic: "delay" };
      offerUndo(action, async () => {
        const error = await undo(run, changed);
        // a calibration can be undone once, so that a lost connection is final too
        return error && { type: "refused", reason: errorText(error) };
      });
    },
    [t, errorText, offerUndo],
  );
}

/** Restores the delays of these devices. Resolves to why one of them was not restored. */
async function undo(run: CalibrationRun, changed: readonly DeviceId[]): Promise<ErrorCode | null> {
  await run.undo();
  const failed = readMeasured(run).find(({ deviceId, error }) => error !== null && changed.includes(deviceId));
  return failed?.error ?? null;
}

function readMeasured(run: CalibrationRun): readonly MeasuredRow[] {
  const state = run.state.get();
  return state.status === "result" ? listMeasured(state.rows) : [];
}
