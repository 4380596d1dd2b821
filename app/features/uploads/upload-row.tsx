import { Check, CircleAlert, Copy, RotateCw, X } from "lucide-react";
import { memo } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import { formatBytes, formatPercent, formatTimeLeft } from "#app/i18n/format.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { replaceInternal } from "#app/server-client/replace-internal.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Cover } from "#app/ui/cover.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { DuplicateChooser } from "./duplicate-chooser.tsx";
import { FormatMark } from "./format-mark.tsx";
import { isRetryableError } from "./upload-errors.ts";
import { isInProgress, type UploadItem } from "./upload-item.ts";
import { uploads } from "./upload-store.ts";
import { sentBytesOf, timeLeftMs } from "./upload-totals.ts";

type UploadRowProps = {
  readonly item: UploadItem;
  /** The number of files in the list that have duplicates. */
  readonly duplicateCount: number;
};

/** Memoized, because a list may have hundreds of rows and its items change several times per second. */
export const UploadRow = memo(function UploadRow({ item, duplicateCount }: UploadRowProps) {
  const { t } = useTranslation("uploads");
  const { file, step } = item;
  const name = nameOf(item);
  const isDuplicate = step.name === "duplicate";
  return (
    <li
      className={`flex flex-wrap items-start gap-3 py-2.5 pr-4 pl-6 ${isDuplicate ? "bg-[color-mix(in_oklch,var(--sunken)_45%,transparent)]" : ""}`}
    >
      {item.coverUrl ? <Cover src={item.coverUrl} size={40} /> : <FormatMark name={file.name} />}
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-label">
          <span title={file.name} className="truncate">
            {isDuplicate ? file.name : name}
          </span>
          {isDuplicate && (
            <Badge tone="warn" icon={<Copy />}>
              {t("duplicates.badge")}
            </Badge>
          )}
        </p>
        <StepLine item={item} />
        {step.name === "uploading" && (
          <div className="mt-1.5">
            <ProgressBar value={sentBytesOf(item) / file.size} label={`${t("progress")}: ${name}`} />
          </div>
        )}
        {isDuplicate && <DuplicateChooser item={item} tracks={step.tracks} count={duplicateCount} />}
      </div>
      <RowActions item={item} />
    </li>
  );
});

function nameOf({ facts, file }: UploadItem): string {
  return facts?.tags.title ?? file.name;
}

/** The share that is sent or the final state, and the buttons of the row. */
function RowActions({ item }: { readonly item: UploadItem }) {
  const { t, language } = useTranslation("uploads");
  const { id, file, step } = item;
  const isRetryable = step.name === "failed" && isRetryableError(step.error);
  return (
    // on a phone, the reason of a failure needs the whole width
    <span className={`flex min-h-10 items-center gap-2 ${isRetryable ? "max-md:basis-full max-md:justify-end" : ""}`}>
      {step.name === "uploading" && (
        <span className="text-ink-3 tabular-nums">{formatPercent(sentBytesOf(item) / file.size, language)}</span>
      )}
      {step.name === "done" && (
        <span className="mr-2 flex items-center gap-1.5 text-small font-label text-accent-ink">
          <Check size={16} aria-hidden />
          {t("done")}
        </span>
      )}
      {isRetryable && (
        <Button size="sm" icon={<RotateCw />} onPress={() => uploads.retry(id)}>
          {t("retry")}
        </Button>
      )}
      {step.name !== "done" && (
        <IconButton
          size="sm"
          label={t(isInProgress(item) ? "cancel" : "remove", { name: nameOf(item) })}
          icon={<X />}
          onPress={() => uploads.cancel(id)}
        />
      )}
    </span>
  );
}

function StepLine({ item }: { readonly item: UploadItem }) {
  const { t, language } = useTranslation("uploads");
  const { file, step, facts } = item;
  const size = formatBytes(file.size, language);
  switch (step.name) {
    case "waiting":
    case "queued":
      return <Line>{`${t("waitingFile")} · ${size}`}</Line>;
    case "reading": {
      const share = step.share > 0 ? ` · ${formatPercent(step.share, language)}` : "";
      return <Line isBusy>{`${t("reading")}${share}`}</Line>;
    }
    case "duplicate":
      return <Line>{t(step.tracks[0]?.isExact ? "duplicates.exact" : "duplicates.likely")}</Line>;
    case "adding-track":
      return <Line isBusy>{t("addingTrack")}</Line>;
    case "uploading": {
      const leftMs = timeLeftMs(item, performance.now());
      const left = leftMs === null ? null : t("left", { time: formatTimeLeft(leftMs, language) });
      return <Line>{left ? `${size} · ${left}` : size}</Line>;
    }
    case "completing":
      return <Line isBusy>{t("finishing")}</Line>;
    case "done":
      return <Line>{[facts?.tags.artist, size].filter((part) => part).join(" · ")}</Line>;
    case "failed":
      return <ErrorLine error={step.error} />;
  }
}

function Line({ children, isBusy = false }: { readonly children: string; readonly isBusy?: boolean }) {
  return (
    <p className="flex items-center gap-1.5 text-small leading-[18px] text-ink-3 tabular-nums">
      {isBusy && <Spinner />}
      {children}
    </p>
  );
}

function ErrorLine({ error }: { readonly error: ErrorCode }) {
  const errorText = useErrorText();
  return (
    <p role="alert" className="flex items-start gap-1.5 text-small leading-[18px] text-danger-ink">
      <CircleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
      {errorText(replaceInternal(error, "audio-upload-failed"))}
    </p>
  );
}
