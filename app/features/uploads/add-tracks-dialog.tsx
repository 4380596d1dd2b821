import { FileClock, RotateCw, Upload } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RoomId } from "#app/domain/ids.ts";
import { formatPercent } from "#app/i18n/format.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Note } from "#app/ui/note.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { TwoPressButton } from "#app/ui/two-press-button.tsx";
import { FileChooser } from "./file-chooser.tsx";
import { LinkTab } from "./link-tab.tsx";
import type { UploadItem } from "./upload-item.ts";
import { createLanes } from "./upload-queues.ts";
import { UploadRow } from "./upload-row.tsx";
import { uploads } from "./upload-store.ts";
import type { UploadTotals } from "./upload-totals.ts";
import { useUploads } from "./use-uploads.ts";

// most who come to a room add nothing: what does the work comes with the dialog
createLanes();

type AddTracksDialogProps = {
  readonly roomId: RoomId;
  /** Files of an upload that was broken off. */
  readonly unfinished: number;
  /** What the person has already, to choose from: it is another feature's. */
  readonly library: ReactNode;
  readonly onResume: () => void;
  readonly onClose: () => void;
};

/** Choose files, and see them go. Closing it stops nothing. */
export function AddTracksDialog({ roomId, unfinished, library, onResume, onClose }: AddTracksDialogProps) {
  const { t } = useTranslation(["uploads", "room"]);
  const { items, totals } = useUploads(roomId);
  const [tab, setTab] = useState<"files" | "library" | "link">("files");
  const tabs = [
    { id: "files", label: t("tab.files") },
    { id: "library", label: t("tab.library") },
    { id: "link", label: t("tab.link") },
  ] as const;

  const close = () => {
    uploads.clearDone();
    onClose();
  };

  return (
    <Dialog
      title={t("title")}
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
      width={680}
      footer={
        <>
          {totals.isUnderWay && <p className="mr-auto text-small text-ink-3 max-md:w-full">{t("goesOn")}</p>}
          {totals.isUnderWay && (
            <TwoPressButton
              label={t("cancelAll")}
              armedLabel={t("cancelAllAgain")}
              variant="ghost"
              onConfirm={() => uploads.cancelAll(roomId)}
            />
          )}
          {totals.failed > 0 && <Failed roomId={roomId} totals={totals} />}
          <Button variant="primary" onPress={close} className="md:ml-auto">
            {t("close")}
          </Button>
        </>
      }
    >
      {unfinished > 0 && (
        <Note tone="warn" icon={<FileClock />}>
          <span className="flex flex-wrap items-center justify-between gap-2">
            {t("room:upload.unfinished", { count: unfinished })}
            <Button size="sm" onPress={onResume}>
              {t("room:upload.resume")}
            </Button>
          </span>
        </Note>
      )}
      <Tabs variant="underlined" label={t("title")} tabs={tabs} selected={tab} onSelect={setTab}>
        <div className="grid gap-4 pt-4">
          {tab === "files" && <FilesTab roomId={roomId} items={items} totals={totals} />}
          {tab === "library" && library}
          {tab === "link" && <LinkTab roomId={roomId} />}
        </div>
      </Tabs>
    </Dialog>
  );
}

type FilesTabProps = {
  readonly roomId: RoomId;
  readonly items: readonly UploadItem[];
  readonly totals: UploadTotals;
};

function FilesTab({ roomId, items, totals }: FilesTabProps) {
  const { t } = useTranslation("uploads");
  return (
    <>
      <FileChooser
        icon={<Upload size={20} strokeWidth={1.75} aria-hidden className="shrink-0" />}
        label={
          <>
            <span className="max-md:hidden">
              <b className="font-strong text-ink">{t("drop")}</b> {t("or")}{" "}
              <span className="text-ink underline underline-offset-3">{t("choose")}</span>
            </span>
            <b className="font-strong text-ink md:hidden">{t("chooseMobile")}</b>
          </>
        }
        folderLabel={t("chooseFolder")}
        hint={t("formats")}
        testId="files"
        onFiles={(files) => uploads.add(roomId, files)}
      />
      {items.length > 0 && (
        <>
          <Sum totals={totals} />
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

/** What can be done about all that failed together. */
function Failed({ roomId, totals }: { readonly roomId: RoomId; readonly totals: UploadTotals }) {
  const { t } = useTranslation("uploads");
  return (
    <>
      {totals.curable > 1 && (
        <Button icon={<RotateCw />} onPress={() => uploads.retryAll(roomId)}>
          {t("retryAll", { count: totals.curable })}
        </Button>
      )}
      <Button onPress={() => uploads.dropFailed(roomId)}>{t("dropFailed")}</Button>
    </>
  );
}

function Sum({ totals }: { readonly totals: UploadTotals }) {
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
