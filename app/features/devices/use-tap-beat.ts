import { useCallback, useEffect, useMemo, useState } from "react";
import { outputDelays } from "#app/app-state/output-delays.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatest } from "#app/lib/use-latest.ts";
import { useStore } from "#app/lib/use-store.ts";
import type { UndoOutcome } from "#app/ui/undo-store.ts";
import { type OfferUndo, useOfferUndo } from "#app/ui/use-offer-undo.ts";
import { useDevices } from "./devices-context.ts";
import type { TapResult } from "./tap-beat.ts";
import { createTapPlayer } from "./tap-player.ts";
import { unlockSound } from "./unlock-sound.ts";
import { useFormatDelay } from "./use-format-delay.ts";

export type TapStep = "intro" | "tapping" | "result";

export type TapControls = {
  readonly step: TapStep;
  readonly offsetsMs: readonly number[];
  readonly result: TapResult | null;
  /** True if the last start has failed, because the sound is not ready. */
  readonly isSilent: boolean;
  /** Must be called during a user gesture. */
  readonly start: () => void;
  /** @param atMs the time of the tap, as in `event.timeStamp` */
  readonly tap: (atMs: number) => void;
  /** Sets the delay and offers to undo that. */
  readonly apply: () => void;
};

/** Taps to a beat that only this device plays. The beat ends with the last tap that is needed, or with the component. */
export function useTapBeat(): TapControls {
  const { engine } = useDevices();
  const beat = useMemo(() => createTapPlayer({ engine, localNowMs: () => performance.now() }), [engine]);
  const { isPlaying, offsetsMs, result } = useStore(beat.state);
  const [isSilent, setSilent] = useState(false);
  useEffect(() => beat.stop, [beat]);
  useEffect(() => {
    if (result) beat.stop();
  }, [beat, result]);

  // the dialog may be closed while the sound starts
  const latest = useLatest();
  const start = useCallback(
    () =>
      void latest.run(
        () => unlockSound(engine),
        () => setSilent(!beat.start()),
      ),
    [beat, engine, latest],
  );

  const offerUndo = useOfferDelayUndo();
  const apply = () => {
    const undo = prepareUndo();
    beat.apply();
    offerUndo(undo);
  };
  const step = result ? "result" : isPlaying ? "tapping" : "intro";
  return { step, offsetsMs, result, isSilent, start, tap: beat.tap, apply };
}

type DelayUndo = () => "done" | "other-output";

/** Remembers the delay of the current output. */
function prepareUndo(): DelayUndo {
  const { key } = outputDelays.current.get();
  const delayMs = outputDelays.delayMs.get();
  return () => {
    if (outputDelays.current.get().key !== key) return "other-output";
    outputDelays.setDelay(delayMs);
    return "done";
  };
}

/** Returns the function that shows the delay that is set now, with the possibility to undo it. */
function useOfferDelayUndo(): (undo: DelayUndo) => ReturnType<OfferUndo> {
  const { t } = useTranslation("calibration");
  const format = useFormatDelay();
  const offerUndo = useOfferUndo();
  return (undo) => {
    const { name } = outputDelays.current.get();
    const title = t("applied", { delay: format(outputDelays.delayMs.get()) });
    const toOutcome = (): UndoOutcome | null => (undo() === "done" ? null : { type: "refused", reason: t("otherOutput") });
    return offerUndo({ title, ...(name !== null && { message: name }), topic: "delay" }, async () => toOutcome());
  };
}
