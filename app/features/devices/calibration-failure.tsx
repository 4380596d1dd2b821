import { CircleAlert } from "lucide-react";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Note } from "#app/ui/note.tsx";
import { explainFailure } from "./calibration-display.ts";
import type { CalibrationFailure as Reason } from "./calibration-run.ts";

/** Why nothing was measured, and the next step. */
export function CalibrationFailure({ reason }: { readonly reason: Reason }) {
  const { t } = useTranslation("calibration");
  const errorText = useErrorText();
  const { fault, error } = explainFailure(reason);
  return (
    <Note tone="danger" icon={<CircleAlert />} role="alert">
      <b className="block">{fault === null ? errorText(error) : t(`faults.${fault}`)}</b>
      {t(fault === null ? "faults.endedText" : `faults.${fault}Text`)}
    </Note>
  );
}
