import { Check, CircleAlert, RotateCw, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatBytes, formatPercent, formatTimeLeft } from "#app/i18n/format.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Cover } from "#app/ui/cover.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { isUnderWay, type UploadItem, uploads } from "./upload-store.ts";
import { sentOf, timeLeftMs } from "./upload-totals.ts";

/** Errors that trying again may cure. */
const CURABLE = new Set(["network", "internal", "upload-failed", "upload-incomplete", "upload-not-found", "upload-part-size"]);

export function UploadRow({ item }: { readonly item: UploadItem }) {
  const { t } = useTranslation("room");
  const { file, step, tags } = item;
  const name = tags?.tags.title ?? file.name;
  return (
    <li className="flex items-center gap-3 py-2.5 pr-4 pl-6">
      {item.coverUrl ? <Cover src={item.coverUrl} size={40} /> : <FormatMark name={file.name} />}
      <div className="min-w-0 flex-1">
        <p className="truncate font-label">{name}</p>
        <StepLine item={item} />
        {step.name === "uploading" && (
          <div className="mt-1.5">
            <ProgressBar value={sentOf(item) / file.size} label={`${t("upload.progress")}: ${name}`} />
          </div>
        )}
      </div>
      {step.name === "uploading" && <Share share={sentOf(item) / file.size} />}
      {step.name === "done" && (
        <span className="mr-2 flex items-center gap-1.5 text-small font-label text-accent-ink">
          <Check size={16} aria-hidden />
          {t("upload.done")}
        </span>
      )}
      {step.name === "failed" && CURABLE.has(step.error) && (
        <Button size="sm" icon={<RotateCw />} onPress={() => uploads.retry(item.id)}>
          {t("upload.retry")}
        </Button>
      )}
      {step.name !== "done" && (
        <IconButton
          size="sm"
          label={t(isUnderWay(step) ? "upload.cancel" : "upload.remove", { name })}
          icon={<X />}
          onPress={() => uploads.cancel(item.id)}
        />
      )}
    </li>
  );
}

function StepLine({ item }: { readonly item: UploadItem }) {
  const { t, i18n } = useTranslation("room");
  const errorText = useErrorText();
  const { file, step, tags } = item;
  const size = formatBytes(file.size, i18n.language);
  switch (step.name) {
    case "waiting":
      return <Line>{`${t("upload.waitingLine")} · ${size}`}</Line>;
    case "reading":
      return <Line isBusy>{t("upload.reading")}</Line>;
    case "uploading": {
      const sent = t("upload.bytes", { sent: formatBytes(step.sentBytes, i18n.language), total: size });
      const leftMs = timeLeftMs(item, performance.now());
      const left = leftMs === null ? null : t("upload.left", { time: formatTimeLeft(leftMs, i18n.language) });
      return <Line>{left ? `${sent} · ${left}` : sent}</Line>;
    }
    case "finishing":
      return <Line isBusy>{t("upload.finishing")}</Line>;
    case "done":
      return <Line>{[tags?.tags.artist, size].filter((part) => part).join(" · ")}</Line>;
    case "failed":
      return (
        <p role="alert" className="flex items-start gap-1.5 text-small leading-[18px] text-danger-ink">
          <CircleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
          {errorText(step.error)}
        </p>
      );
  }
}

function Line({ children, isBusy = false }: { readonly children: string; readonly isBusy?: boolean }) {
  return (
    <p className="flex items-center gap-1.5 truncate text-small leading-[18px] text-ink-3 tabular-nums">
      {isBusy && <Spinner />}
      {children}
    </p>
  );
}

function Share({ share }: { readonly share: number }) {
  const { i18n } = useTranslation();
  return <span className="text-ink-3 tabular-nums">{formatPercent(share, i18n.language)}</span>;
}

function FormatMark({ name }: { readonly name: string }) {
  const extension = /\.(\w{2,4})$/.exec(name)?.[1] ?? "?";
  return (
    <span
      aria-hidden
      className="grid size-10 shrink-0 place-items-center rounded-sm bg-sunken text-[10px] font-bold text-ink-2 uppercase"
    >
      {extension}
    </span>
  );
}
