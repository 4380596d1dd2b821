import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { type ChoiceChanges, isListenerSettling, listChoices } from "./calibration-choice.ts";
import { CalibrationFailure } from "./calibration-failure.tsx";
import { CalibrationIntro } from "./calibration-intro.tsx";
import { CalibrationProgress } from "./calibration-progress.tsx";
import { CalibrationResult } from "./calibration-result.tsx";
import { useDevices } from "./devices-context.ts";
import { MicrophoneFooter } from "./microphone-footer.tsx";
import { useCalibrationRun } from "./use-calibration-run.ts";
import { useStepFocus } from "./use-step-focus.ts";

const NO_CHANGES: ChoiceChanges = new Map();

/** Finds the delays of other devices: this one listens to them. Nothing is changed before the user applies the result. */
export function MicrophoneDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("calibration");
  const { room, viewer } = useDevices();
  const [changes, setChanges] = useState(NO_CHANGES);
  const devices = useStore(room.list)?.devices ?? [];
  const choices = listChoices(devices, viewer, changes);
  const controls = useCalibrationRun();
  const { state } = controls;
  const content = useStepFocus(state.status);
  return (
    <Dialog
      title={t("microphone.title")}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      width={560}
      footer={<MicrophoneFooter choices={choices} controls={controls} onClose={onClose} />}
    >
      <div ref={content} tabIndex={-1} className="grid gap-4 outline-none">
        {state.status === "idle" && (
          <CalibrationIntro
            choices={choices}
            isSettling={isListenerSettling(devices, viewer)}
            onChange={(id, isSelected) => setChanges((current) => new Map(current).set(id, isSelected))}
          />
        )}
        {(state.status === "asking" || state.status === "waiting" || state.status === "listening") && (
          <CalibrationProgress state={state} />
        )}
        {state.status === "result" && <CalibrationResult rows={state.rows} applied={state.applied} />}
        {state.status === "failed" && <CalibrationFailure reason={state.reason} />}
      </div>
    </Dialog>
  );
}
