import { Upload } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { ACCEPTED_FILES } from "#app/domain/audio-format.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { formatPercent } from "#app/i18n/format.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { TwoPressButton } from "#app/ui/two-press-button.tsx";
import { UploadRow } from "./upload-row.tsx";
import { uploads } from "./upload-store.ts";
import { useUploads } from "./use-uploads.ts";

type AddTracksDialogProps = { readonly roomId: RoomId; readonly onClose: () => void };

/** Choose files, and see them go. Closing it stops nothing. */
export function AddTracksDialog({ roomId, onClose }: AddTracksDialogProps) {
  const { t, i18n } = useTranslation("room");
  const { items, totals } = useUploads(roomId);
  const input = useRef<HTMLInputElement>(null);

  const close = () => {
    uploads.clearDone();
    onClose();
  };
  const counts = [
    ...(totals.uploading > 0 ? [t("upload.uploading", { count: totals.uploading })] : []),
    ...(totals.waiting > 0 ? [t("upload.waiting", { count: totals.waiting })] : []),
    ...(totals.failed > 0 ? [t("upload.failed", { count: totals.failed })] : []),
  ];

  return (
    <Dialog
      title={t("upload.title")}
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
      width={680}
      footer={
        <>
          {totals.isUnderWay && <p className="mr-auto text-small text-ink-3 max-md:w-full">{t("upload.goesOn")}</p>}
          {totals.isUnderWay && (
            <TwoPressButton
              label={t("upload.cancelAll")}
              armedLabel={t("upload.cancelAllAgain")}
              variant="ghost"
              onConfirm={() => uploads.cancelAll(roomId)}
            />
          )}
          <Button variant="primary" onPress={close} className="md:ml-auto">
            {t("upload.close")}
          </Button>
        </>
      }
    >
      <button
        type="button"
        onClick={() => input.current?.click()}
        className="flex min-h-14 items-center gap-3 rounded-[12px] border-[1.5px] border-dashed border-line-strong px-4 py-2 text-left text-ink-2 hover:bg-sunken"
      >
        <Upload size={20} strokeWidth={1.75} aria-hidden className="shrink-0" />
        <span className="max-md:hidden">
          <b className="font-strong text-ink">{t("upload.drop")}</b> {t("upload.or")}{" "}
          <span className="text-ink underline underline-offset-3">{t("upload.choose")}</span>
        </span>
        <b className="font-strong text-ink md:hidden">{t("upload.chooseMobile")}</b>
        <span className="ml-auto text-caption">{t("upload.formats")}</span>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPTED_FILES}
        hidden
        data-testid="files"
        onChange={({ currentTarget }) => {
          uploads.add(roomId, Array.from(currentTarget.files ?? []));
          // the same files may be chosen again
          currentTarget.value = "";
        }}
      />
      {items.length > 0 && (
        <>
          <div className="grid gap-2">
            <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
              <b className="font-strong">{t("upload.ready", { ready: totals.ready, total: totals.total })}</b>
              <span className="text-ink-3">{counts.join(" · ")}</span>
              <span className="ml-auto text-ink-3">{formatPercent(totals.share, i18n.language)}</span>
            </p>
            <ProgressBar value={totals.share} label={t("upload.progress")} />
          </div>
          <ul className="-mx-6">
            {items.map((item) => (
              <UploadRow key={item.id} item={item} />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
