import { ChevronDown, ChevronUp, Play, RotateCw } from "lucide-react";
import { useId } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import type { ImportBatch } from "#app/domain/imports/import-batch.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { TwoPressButton } from "#app/ui/two-press-button.tsx";
import { type Disclosure, useDisclosure } from "#app/ui/use-disclosure.ts";
import { BatchSummary } from "./batch-summary.tsx";
import type { RoomImportsState } from "./import-state.ts";
import { type BatchStatus, type BatchTotals, countItems, statusOf } from "./import-totals.ts";
import { ItemRow } from "./item-row.tsx";
import { type BatchActions, useBatchActions } from "./use-batch-actions.ts";

/** A batch with more tracks hides them at first. */
const ROWS_SHOWN = 5;

type BatchCardProps = {
  readonly roomId: RoomId;
  readonly batch: ImportBatch;
  readonly state: RoomImportsState;
  readonly onRemoved: () => void;
};

/** An import of several tracks: its progress, its tracks and the actions on it. */
export function BatchCard({ roomId, batch, state, onRemoved }: BatchCardProps) {
  const { t } = useTranslation("imports");
  const titleId = useId();
  const status = statusOf(state, batch);
  const totals = countItems(batch.items);
  const actions = useBatchActions(roomId, batch.id);
  const rows = useDisclosure(batch.items.length <= ROWS_SHOWN && status !== "ended");
  const remove = () => {
    onRemoved();
    actions.remove(batch);
  };
  return (
    <li aria-labelledby={titleId} className="forced-edge grid grid-cols-1 gap-2 rounded-lg p-3 inset-ring inset-ring-line">
      <div className="flex items-baseline gap-3">
        <h4 id={titleId} className="min-w-0 flex-1 truncate font-strong">
          {batch.title || t("list.tracks", { count: totals.total })}
        </h4>
        <span className="shrink-0 text-small text-ink-3 tabular-nums">
          {t("list.progress", { done: totals.done, total: totals.total })}
        </span>
      </div>
      {status !== "ended" && <ProgressBar value={1 - totals.open / totals.total} label={t("list.progressLabel")} />}
      <BatchSummary batch={batch} state={state} status={status} totals={totals} />
      <CardButtons batch={batch} status={status} totals={totals} actions={actions} rows={rows} onRemove={remove} />
      {rows.isOpen && (
        <ul aria-label={t("list.rows")} className="grid grid-cols-1">
          {batch.items.map((item) => (
            <ItemRow
              key={item.id}
              item={item}
              progress={state.progress.get(item.id)}
              onRetry={actions.retry}
              onCancel={actions.cancel}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

type CardButtonsProps = {
  readonly batch: ImportBatch;
  readonly status: BatchStatus;
  readonly totals: BatchTotals;
  readonly actions: BatchActions;
  readonly rows: Disclosure;
  readonly onRemove: () => void;
};

function CardButtons({ batch, status, totals, actions, rows, onRemove }: CardButtonsProps) {
  const { t } = useTranslation("imports");
  const idsOf = (...states: readonly string[]) => batch.items.filter(({ state }) => states.includes(state)).map(({ id }) => id);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {status === "paused" && (
        <Button size="sm" icon={<Play />} onPress={actions.resume}>
          {t("list.continue")}
        </Button>
      )}
      {totals.failed > 0 && (
        <Button size="sm" icon={<RotateCw />} onPress={() => actions.retry(idsOf("failed"))}>
          {t("list.retryAll", { count: totals.failed })}
        </Button>
      )}
      <Button
        size="sm"
        variant="ghost"
        icon={rows.isOpen ? <ChevronUp /> : <ChevronDown />}
        aria-expanded={rows.isOpen}
        onPress={rows.isOpen ? rows.close : rows.open}
      >
        {t(rows.isOpen ? "list.hideTracks" : "list.showTracks")}
      </Button>
      {totals.open > 0 && (
        <Button size="sm" variant="ghost" onPress={() => actions.cancel(idsOf("waiting", "running"))}>
          {t("list.cancelAll")}
        </Button>
      )}
      <TwoPressButton
        size="sm"
        variant="ghost"
        label={t("list.remove")}
        armedLabel={t("list.removeAgain")}
        announcement={t("list.removeArmed")}
        onConfirm={onRemove}
      />
    </div>
  );
}
