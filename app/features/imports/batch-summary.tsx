import { useIsOnline } from "#app/app-state/use-is-online.ts";
import type { ImportBatch } from "#app/domain/imports/import-batch.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { RoomImportsState } from "./import-state.ts";
import type { BatchStatus, BatchTotals } from "./import-totals.ts";

type BatchSummaryProps = {
  readonly batch: ImportBatch;
  readonly state: RoomImportsState;
  readonly status: BatchStatus;
  readonly totals: BatchTotals;
};

/** The state of a batch in one sentence, which screen readers speak when it changes. The end is announced for all batches at once. */
export function BatchSummary(props: BatchSummaryProps) {
  const text = useSummary(props);
  return (
    <p role={props.status === "ended" ? undefined : "status"} className="text-small text-ink-3">
      {text}
    </p>
  );
}

function useSummary({ batch, state, status, totals }: BatchSummaryProps): string {
  const { t } = useTranslation("imports");
  const errorText = useErrorText();
  const isOnline = useIsOnline();
  const { open, done, failed } = totals;
  if (status === "paused") {
    const { stopError } = state;
    const isStopped = stopError !== null && batch.items.some(({ error }) => error === stopError);
    return isStopped ? errorText(stopError) : t("list.paused", { count: open });
  }
  if (status === "ended") {
    if (failed > 0) return t("list.someFailed", { done, failed });
    return done > 0 ? t("list.imported", { count: done }) : t("item.cancelled");
  }
  if (!isOnline || state.pauses.has("network")) return t("list.offline");
  if (isBusy(batch, state)) return t("list.busy");
  return t(failed > 0 ? "list.othersContinue" : "list.continues");
}

/** Whether the batch waits for a busy service. */
function isBusy({ items }: ImportBatch, { pauses }: RoomImportsState): boolean {
  return items.some(({ state, track }) => state === "waiting" && pauses.has(track.service));
}
