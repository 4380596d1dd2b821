import { Download, Ellipsis, FileInput, History, ListOrdered, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { withAreaTexts } from "#app/i18n/with-page-texts.ts";
import { query } from "#app/server-client/functions.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { MenuItem, MenuSeparator, MenuTrigger } from "#app/ui/menu.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { saveBlob } from "#app/ui/save-blob.ts";
import { useLazyDialog } from "#app/ui/use-lazy-dialog.ts";
import { useLastUndo } from "./undo.ts";

const loadImport = () => withAreaTexts("tracks", import("./import-dialog.tsx"));
const loadHistory = () => withAreaTexts("tracks", import("./history-dialog.tsx"));
const loadUpNext = () => import("./up-next-dialog.tsx");

type PlaylistMenuProps = {
  readonly roomId: RoomId;
  readonly connection: RoomConnection;
  readonly canAdd: boolean;
  /** Items for the tools of the header that it has no space for. */
  readonly foldedTools: ReactNode;
};

/** Undo, what plays next, history, export and import. */
export function PlaylistMenu({ roomId, connection, canAdd, foldedTools }: PlaylistMenuProps) {
  const { t } = useTranslation(["room", "playback"]);
  const importDialog = useLazyDialog(loadImport, canAdd);
  const historyDialog = useLazyDialog(loadHistory);
  const upNext = useLazyDialog(loadUpNext);
  return (
    <>
      <MenuTrigger
        label={t("playlist.more")}
        placement="bottom end"
        trigger={<IconButton label={t("playlist.more")} icon={<Ellipsis />} />}
      >
        <UndoItem />
        {foldedTools}
        <MenuItem icon={<ListOrdered />} onAction={upNext.open}>
          {t("playback:upNext.title")}
        </MenuItem>
        <MenuItem icon={<History />} onAction={historyDialog.open}>
          {t("playlist.history")}
        </MenuItem>
        <MenuSeparator />
        <ExportItems roomId={roomId} />
        {canAdd && (
          <>
            <MenuSeparator />
            <MenuItem icon={<FileInput />} onAction={importDialog.open}>
              {t("playlist.import")}
            </MenuItem>
          </>
        )}
      </MenuTrigger>
      {importDialog.module && <importDialog.module.ImportDialog roomId={roomId} onClose={importDialog.close} />}
      {historyDialog.module && <historyDialog.module.HistoryDialog connection={connection} onClose={historyDialog.close} />}
      {upNext.module && <upNext.module.UpNextDialog connection={connection} onClose={upNext.close} />}
    </>
  );
}

function UndoItem() {
  const { t } = useTranslation("room");
  const lastUndo = useLastUndo();
  if (!lastUndo) return null;
  return (
    <>
      <MenuItem icon={<Undo2 />} shortcut="Ctrl+Z" onAction={lastUndo.undo}>
        {t("playlist.undoLast", { what: lastUndo.title })}
      </MenuItem>
      <MenuSeparator />
    </>
  );
}

function ExportItems({ roomId }: { readonly roomId: RoomId }) {
  const { t } = useTranslation("room");
  const errorText = useErrorText();
  const download = async (format: "m3u8" | "json") => {
    const file = await query("playlist.export", { roomId, format });
    if (!file.ok) return void notify({ variant: "error", title: errorText(file.error) });
    const { text, fileName } = file.value;
    saveBlob(new Blob([text], { type: "application/octet-stream" }), fileName);
  };
  return (
    <>
      <MenuItem icon={<Download />} onAction={() => void download("m3u8")}>
        {t("playlist.exportM3u8")}
      </MenuItem>
      <MenuItem icon={<Download />} onAction={() => void download("json")}>
        {t("playlist.exportJson")}
      </MenuItem>
    </>
  );
}
