import { FileClock, RotateCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Note } from "#app/ui/note.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { TwoPressButton } from "#app/ui/two-press-button.tsx";
import { FilesTab } from "./files-tab.tsx";
import { LinkTab } from "./link-tab.tsx";
import { uploads } from "./upload-store.ts";
import type { UploadTotals } from "./upload-totals.ts";
import { useUnfinishedText } from "./use-unfinished-text.ts";
import type { UnfinishedCounts } from "./use-unfinished-uploads.ts";
import { useUploads } from "./use-uploads.ts";

type AddTracksDialogProps = {
  readonly roomId: RoomId;
  /** The uploads of an earlier visit. */
  readonly unfinished: UnfinishedCounts;
  /** A link to add, with which the dialog opens. Null without one. */
  readonly sharedLink: string | null;
  /** The content of the library tab. A prop, because it belongs to another feature. */
  readonly library: ReactNode;
  /** The content of the tab of music services, which also belongs to another feature. */
  readonly services: (props: ServicesProps) => ReactNode;
  readonly onResume: () => void;
  readonly onClose: () => void;
};

type ServicesProps = {
  /** A link of a service to open at first. Null without one. */
  readonly link: string | null;
  /** Shows where files are uploaded. */
  readonly onUpload: () => void;
};

const TABS = ["files", "library", "services", "link"] as const;

/** The selected tab, and the link with which the tab of services opens. */
type SelectedTab = { readonly tab: (typeof TABS)[number]; readonly serviceLink: string | null };

/** Adds files, library tracks, tracks of services and links to a room. Uploads and imports continue after it is closed. */
export function AddTracksDialog({ roomId, unfinished, sharedLink, library, services, ...props }: AddTracksDialogProps) {
  const { onResume, onClose } = props;
  const { t } = useTranslation(["uploads", "room"]);
  const { items, totals } = useUploads(roomId);
  const [selected, setSelected] = useState<SelectedTab>({ tab: sharedLink === null ? "files" : "link", serviceLink: null });
  const { tab, serviceLink } = selected;
  const setTab = (next: SelectedTab["tab"]) => setSelected({ tab: next, serviceLink: null });
  const openService = (link: string) => setSelected({ tab: "services", serviceLink: link });

  const close = () => {
    uploads.removeDone();
    onClose();
  };

  return (
    <Dialog
      title={t("title")}
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
      width={680}
      footer={<DialogFooter roomId={roomId} totals={totals} onClose={close} />}
    >
      {unfinished.count > 0 && <ResumeNote unfinished={unfinished} onResume={onResume} />}
      <Tabs
        variant="underlined"
        label={t("title")}
        tabs={TABS.map((id) => ({ id, label: t(`tab.${id}`) }))}
        selected={tab}
        onSelect={setTab}
      >
        <div className="grid gap-4 pt-4">
          {tab === "files" && <FilesTab roomId={roomId} items={items} totals={totals} />}
          {tab === "library" && library}
          {tab === "services" && services({ link: serviceLink, onUpload: () => setTab("files") })}
          {tab === "link" && <LinkTab roomId={roomId} sharedLink={sharedLink} onService={openService} />}
        </div>
      </Tabs>
    </Dialog>
  );
}

function ResumeNote({ unfinished, onResume }: { readonly unfinished: UnfinishedCounts; readonly onResume: () => void }) {
  const { t } = useTranslation("room");
  const text = useUnfinishedText(unfinished);
  return (
    <Note tone="warn" icon={<FileClock />}>
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span>
          <span className="block font-strong">{t("upload.unfinished", { count: unfinished.count })}</span>
          {text}
        </span>
        <Button size="sm" onPress={onResume}>
          {t("upload.resume")}
        </Button>
      </span>
    </Note>
  );
}

type DialogFooterProps = { readonly roomId: RoomId; readonly totals: UploadTotals; readonly onClose: () => void };

function DialogFooter({ roomId, totals, onClose }: DialogFooterProps) {
  const { t } = useTranslation("uploads");
  return (
    <>
      {totals.isInProgress && <p className="mr-auto text-small text-ink-3 max-md:w-full">{t("continues")}</p>}
      {totals.isInProgress && (
        <TwoPressButton
          label={t("cancelAll")}
          armedLabel={t("cancelAllAgain")}
          variant="ghost"
          onConfirm={() => uploads.cancelAll(roomId)}
        />
      )}
      {totals.failed > 0 && <FailedActions roomId={roomId} totals={totals} />}
      <Button variant="primary" onPress={onClose} className="md:ml-auto">
        {t("close")}
      </Button>
    </>
  );
}

/** Acts on all failed uploads of the room at once. */
function FailedActions({ roomId, totals }: { readonly roomId: RoomId; readonly totals: UploadTotals }) {
  const { t } = useTranslation("uploads");
  return (
    <>
      {totals.retryable > 1 && (
        <Button icon={<RotateCw />} onPress={() => uploads.retryAll(roomId)}>
          {t("retryAll", { count: totals.retryable })}
        </Button>
      )}
      <Button onPress={() => uploads.removeFailed(roomId)}>{t("dropFailed")}</Button>
    </>
  );
}
