import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { type CalibrationChoice, selectedIds } from "./calibration-choice.ts";
import { listMeasured } from "./calibration-display.ts";
import type { CalibrationState } from "./calibration-run.ts";
import type { CalibrationControls } from "./use-calibration-run.ts";

type FooterProps = {
  readonly choices: readonly CalibrationChoice[];
  readonly controls: CalibrationControls;
  readonly onClose: () => void;
};

/** The buttons of each step. */
export function MicrophoneFooter({ choices, controls, onClose }: FooterProps) {
  const { t } = useTranslation("calibration");
  const { state } = controls;
  const isOver = state.status === "result" && state.applied !== "no" && state.applied !== "applying";
  return (
    <>
      <Button variant="ghost" onPress={onClose} className="md:mr-auto">
        {t(isOver ? "close" : "cancel")}
      </Button>
      {state.status === "idle" && <StartButton choices={choices} onStart={controls.start} />}
      {state.status === "failed" && (
        <Button variant="primary" onPress={controls.reset}>
          {t("again")}
        </Button>
      )}
      {state.status === "result" && !isOver && <ResultButtons state={state} controls={controls} onClose={onClose} />}
    </>
  );
}

type StartButtonProps = {
  readonly choices: FooterProps["choices"];
  readonly onStart: CalibrationControls["start"];
};

function StartButton({ choices, onStart }: StartButtonProps) {
  const { t } = useTranslation("calibration");
  const ids = selectedIds(choices);
  const reason = ids.length === 0 ? t("microphone.selectFirst") : null;
  return (
    <Button variant="primary" disabledReason={reason} onPress={() => onStart(ids)}>
      {t("microphone.start")}
    </Button>
  );
}

type ResultButtonsProps = Pick<FooterProps, "controls" | "onClose"> & {
  readonly state: Extract<CalibrationState, { status: "result" }>;
};

function ResultButtons({ state, controls, onClose }: ResultButtonsProps) {
  const { t } = useTranslation("calibration");
  const hasDelays = listMeasured(state.rows).length > 0;
  const apply = async () => {
    if (await controls.apply()) onClose();
  };
  return (
    <>
      <Button variant={hasDelays ? "secondary" : "primary"} onPress={controls.reset}>
        {t("again")}
      </Button>
      {hasDelays && (
        <Button variant="primary" isBusy={state.applied === "applying"} onPress={() => void apply()}>
          {t("microphone.applyAll")}
        </Button>
      )}
    </>
  );
}
