import { Upload } from "lucide-react";
import type { RoomId } from "#app/domain/ids.ts";
import { formatPercent } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { FileChooser } from "./file-chooser.tsx";
import type { UploadItem } from "./upload-item.ts";
import { UploadRow } from "./upload-row.tsx";
import { uploads } from "./upload-store.ts";
import type { UploadTotals } from "./upload-totals.ts";

type FilesTabProps = {
  readonly roomId: RoomId;
  readonly items: readonly UploadItem[];
  readonly totals: UploadTotals;
};

export function FilesTab({ roomId, items, totals }: FilesTabProps) {
  const { t } = useTranslation("uploads");
  return (
    <>
      <FileChooser
        icon={<Upload size={20} strokeWidth={1.75} aria-hidden className="shrink-0" />}
        label={<ChooserLabel />}
        folderLabel={t("chooseFolder")}
        hint={t("formats")}
        testId="files"
        onFiles={(files) => uploads.add(roomId, files)}
      />
      {items.length > 0 && (
        <>
          <TotalProgress totals={totals} />
          <ul className="-mx-6">
            {items.map((item) => (
              <UploadRow key={item.id} item={item} duplicateCount={totals.duplicates} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Phones cannot drag files, so their label does not mention it. */
function ChooserLabel() {
  const { t } = useTranslation("uploads");
  return (
    <>
      <span className="max-md:hidden">
        <b className="font-strong text-ink">{t("drop")}</b> {t("or")}{" "}
        <span className="text-ink underline underline-offset-3">{t("choose")}</span>
      </span>
      <b className="font-strong text-ink md:hidden">{t("chooseMobile")}</b>
    </>
  );
}

/** The progress as one number: the sent share, or how many files are ready once nothing is sent. One file shows it itself. */
function TotalProgress({ totals }: { readonly totals: UploadTotals }) {
  const { t, language } = useTranslation("uploads");
  if (totals.isMoving && totals.total === 1) return null;
  const exceptions = [
    ...(totals.duplicates > 0 ? [t("needYou", { count: totals.duplicates })] : []),
    ...(totals.failed > 0 ? [t("failed", { count: totals.failed })] : []),
  ];
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
        <b className="font-strong">
          {totals.isMoving
            ? t("sentShare", { share: formatPercent(totals.share, language) })
            : t("ready", { ready: totals.ready, total: totals.total })}
        </b>
        <span className="text-ink-3">{exceptions.join(" · ")}</span>
      </p>
      {totals.isMoving && <ProgressBar value={totals.share} label={t("progress")} />}
    </div>
  );
}
