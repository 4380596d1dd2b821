import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import type { UpdateState } from "./use-track-update.ts";

type TrackDialogFooterProps = {
  /** The id of the form that the save button submits. */
  readonly formId: string;
  /** The number of tracks in the dialog. */
  readonly trackCount: number;
  readonly state: UpdateState;
  readonly canSave: boolean;
  /** Whether a field has an error. */
  readonly hasErrors: boolean;
  readonly onStop: () => void;
  /** Updates the tracks that failed. */
  readonly onRetry: () => void;
};

export function TrackDialogFooter(props: TrackDialogFooterProps) {
  const { formId, trackCount, state, canSave, hasErrors, onStop, onRetry } = props;
  const { t } = useTranslation(["trackEdit", "shell"]);
  const reason = canSave ? null : t(hasErrors ? "shell:correctFields" : "shell:nothingChanged");
  const isRunning = state.type === "running";
  const failureCount = state.type === "ended" ? state.outcome.failures.length : 0;
  return (
    <>
      {isRunning && trackCount > 1 && (
        <Button variant="ghost" onPress={onStop}>
          {t("stop")}
        </Button>
      )}
      {failureCount > 0 && <Button onPress={onRetry}>{t("retry", { count: failureCount })}</Button>}
      <Button type="submit" form={formId} variant="primary" isBusy={isRunning} disabledReason={reason} className="md:ml-auto">
        {t("save")}
      </Button>
    </>
  );
}
