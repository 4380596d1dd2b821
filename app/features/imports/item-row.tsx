import { Check, CircleAlert, RotateCw, X } from "lucide-react";
import { memo, useRef } from "react";
import type { ImportItemId } from "#app/domain/ids.ts";
import type { ImportItem } from "#app/domain/imports/import-batch.ts";
import { formatBytes } from "#app/i18n/format.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { ImportProgress } from "#app/server-client/import-stream.ts";
import { Button } from "#app/ui/button.tsx";
import { Cover } from "#app/ui/cover.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { serviceCoverUrl } from "./cover-url.ts";

type ItemRowProps = {
  readonly item: ImportItem;
  /** Undefined unless this page imports the item now; null before its first byte. */
  readonly progress: ImportProgress | null | undefined;
  readonly onRetry: (ids: readonly ImportItemId[]) => void;
  readonly onCancel: (ids: readonly ImportItemId[]) => void;
};

/** Memoized, because an import may have hundreds of rows and some change several times per second. */
export const ItemRow = memo(function ItemRow({ item, progress, onRetry, onCancel }: ItemRowProps) {
  const { t } = useTranslation("imports");
  const row = useRef<HTMLLIElement>(null);
  const { track } = item;
  const { title } = track;
  /** The pressed button disappears. */
  const act = (run: ItemRowProps["onRetry"]) => () => {
    row.current?.focus();
    run([item.id]);
  };
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="flex flex-wrap items-center gap-3 py-2 outline-none [contain-intrinsic-size:auto_56px] [content-visibility:auto]"
    >
      <Cover src={serviceCoverUrl(track)} size={40} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="truncate font-label" title={title}>
          {[title, track.artist].filter((part) => part !== "").join(" · ")}
        </p>
        <ItemState item={item} progress={progress} />
      </div>
      {(item.state === "failed" || item.state === "cancelled") && (
        <Button size="sm" icon={<RotateCw />} aria-label={t("list.retryTrack", { title })} onPress={act(onRetry)}>
          {t("retry")}
        </Button>
      )}
      {(item.state === "waiting" || item.state === "running") && (
        <IconButton size="sm" label={t("list.cancelTrack", { title })} icon={<X />} onPress={act(onCancel)} />
      )}
    </li>
  );
});

function ItemState({ item, progress }: Pick<ItemRowProps, "item" | "progress">) {
  const { t } = useTranslation("imports");
  const errorText = useErrorText();
  switch (item.state) {
    case "waiting":
      return <Line>{t("item.waiting")}</Line>;
    case "cancelled":
      return <Line>{t("item.cancelled")}</Line>;
    case "running":
      return progress === undefined ? (
        <Line>{t("item.elsewhere")}</Line>
      ) : (
        <RunningLine title={item.track.title} progress={progress} />
      );
    case "done":
      return (
        <p className="flex items-center gap-1.5 text-small font-label text-accent-ink">
          <Check size={14} aria-hidden />
          {t("item.done")}
        </p>
      );
    case "failed":
      return (
        <p className="flex items-start gap-1.5 text-small leading-[18px] text-danger-ink">
          <CircleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
          {errorText(item.error ?? "import-failed", item.errorDetail ?? undefined)}
        </p>
      );
  }
}

type RunningLineProps = { readonly title: string; readonly progress: ImportProgress | null };

function RunningLine({ title, progress }: RunningLineProps) {
  const { t, language } = useTranslation("imports");
  if (!progress) return <Line isBusy>{t("item.starting")}</Line>;
  const { receivedBytes, totalBytes } = progress;
  if (totalBytes !== null && receivedBytes >= totalBytes) return <Line isBusy>{t("item.finishing")}</Line>;
  const received = formatBytes(receivedBytes, language);
  return (
    <div className="grid gap-1">
      <Line>{totalBytes === null ? received : t("item.bytes", { received, total: formatBytes(totalBytes, language) })}</Line>
      <ProgressBar value={totalBytes ? receivedBytes / totalBytes : null} label={t("item.progress", { title })} />
    </div>
  );
}

function Line({ children, isBusy = false }: { readonly children: string; readonly isBusy?: boolean }) {
  return (
    <p className="flex items-center gap-1.5 text-small leading-[18px] text-ink-3 tabular-nums">
      {isBusy && <Spinner />}
      {children}
    </p>
  );
}
