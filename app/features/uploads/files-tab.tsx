import { Upload } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { RoomId } from "#app/domain/ids.ts";
import { formatPercent } from "#app/i18n/format.ts";
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

function TotalProgress({ totals }: { readonly totals: UploadTotals }) {
  const { t, i18n } = useTranslation("uploads");
  const counts = [
    ...(totals.uploading > 0 ? [t("uploading", { count: totals.uploading })] : []),
    ...(totals.waiting > 0 ? [t("waiting", { count: totals.waiting })] : []),
    ...(totals.duplicates > 0 ? [t("needYou", { count: totals.duplicates })] : []),
    ...(totals.failed > 0 ? [t("failed", { count: totals.failed })] : []),
  ];
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
        <b className="font-strong">{t("ready", { ready: totals.ready, total: totals.total })}</b>
        <span className="text-ink-3">{counts.join(" · ")}</span>
        <span className="ml-auto text-ink-3">{formatPercent(totals.share, i18n.language)}</span>
      </p>
      <ProgressBar value={totals.share} label={t("progress")} />
    </div>
  );
}
