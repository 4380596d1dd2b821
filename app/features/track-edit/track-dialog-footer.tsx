import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import type { UpdateState } from "./use-track-update.ts";

type TrackDialogFooterProps = {
  /** The id of the form that the save button submits. */
  readonly formId: string;
  /** The number of tracks in the dialog. */
  readonly trackCount: number;
  readonly state: UpdateState;
  readonly canSave: boolean;
  readonly onStop: () => void;
  /** Updates the tracks that failed. */
  readonly onRetry: () => void;
};

export function TrackDialogFooter({ formId, trackCount, state, canSave, onStop, onRetry }: TrackDialogFooterProps) {
  const { t } = useTranslation("trackEdit");
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
      <Button type="submit" form={formId} variant="primary" isBusy={isRunning} isDisabled={!canSave} className="md:ml-auto">
        {t("save")}
      </Button>
    </>
  );
}
