import { ChartNoAxesColumn, Download, Ellipsis, FileInput, History, ListOrdered, ScrollText, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { can } from "#app/domain/access/permissions.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { withAreaTexts } from "#app/i18n/with-page-texts.ts";
import { query } from "#app/server-client/functions.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { MenuItem, MenuSeparator, MenuTrigger } from "#app/ui/menu.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { saveBlob } from "#app/ui/save-blob.ts";
import { useLastUndo } from "#app/ui/undo-store.ts";
import { useLazyDialog } from "#app/ui/use-lazy-dialog.ts";

const loadImport = () => withAreaTexts("tracks", import("./import-dialog.tsx"));
const loadHistory = () => withAreaTexts("tracks", import("./history-dialog.tsx"));
const loadLog = () => withAreaTexts("tracks", import("./log-dialog.tsx"));
const loadSession = () => withAreaTexts("tracks", import("./session/session-dialog.tsx"));
const loadUpNext = () => import("./up-next-dialog.tsx");

type PlaylistMenuProps = {
  readonly roomId: RoomId;
  readonly connection: RoomConnection;
  readonly canAdd: boolean;
  /** Items for the tools of the header that it has no space for. */
  readonly foldedTools: ReactNode;
};

/** Undo, what plays next, history, the summary of the session, the room log, export and import. */
export function PlaylistMenu({ roomId, connection, canAdd, foldedTools }: PlaylistMenuProps) {
  const { t } = useTranslation(["room", "playback"]);
  const importDialog = useLazyDialog(loadImport, canAdd);
  const playback = usePlaybackDialogs(connection);
  const log = useLog(roomId, connection);
  return (
    <>
      <MenuTrigger
        label={t("playlist.more")}
        placement="bottom end"
        trigger={<IconButton label={t("playlist.more")} icon={<Ellipsis />} />}
      >
        <UndoItem />
        {foldedTools}
        <MenuItem icon={<ListOrdered />} onAction={playback.openUpNext}>
          {t("playback:upNext.title")}
        </MenuItem>
        <MenuItem icon={<History />} onAction={playback.openHistory}>
          {t("playlist.history")}
        </MenuItem>
        <MenuItem icon={<ChartNoAxesColumn />} onAction={playback.openSession}>
          {t("playlist.session")}
        </MenuItem>
        {log.item}
        <MenuSeparator />
        <ExportItems roomId={roomId} />
        {canAdd && <ImportItem onAction={importDialog.open} />}
      </MenuTrigger>
      {importDialog.module && <importDialog.module.ImportDialog roomId={roomId} onClose={importDialog.close} />}
      {log.dialog}
      {playback.dialogs}
    </>
  );
}

function ImportItem({ onAction }: { readonly onAction: () => void }) {
  const { t } = useTranslation("room");
  return (
    <>
      <MenuSeparator />
      <MenuItem icon={<FileInput />} onAction={onAction}>
        {t("playlist.import")}
      </MenuItem>
    </>
  );
}

/** The dialogs about what plays next and about what has played. */
function usePlaybackDialogs(connection: RoomConnection) {
  const history = useLazyDialog(loadHistory);
  const session = useLazyDialog(loadSession);
  const upNext = useLazyDialog(loadUpNext);
  const dialogs = (
    <>
      {history.module && <history.module.HistoryDialog connection={connection} onClose={history.close} />}
      {session.module && <session.module.SessionDialog connection={connection} onClose={session.close} />}
      {upNext.module && <upNext.module.UpNextDialog connection={connection} onClose={upNext.close} />}
    </>
  );
  return { openHistory: history.open, openSession: session.open, openUpNext: upNext.open, dialogs };
}

/** The log of the room, for people who may see it: its menu item, and its dialog while it is open. */
function useLog(roomId: RoomId, connection: RoomConnection): { readonly item: ReactNode; readonly dialog: ReactNode } {
  const { t } = useTranslation("room");
  const { self, state } = useRoomView(connection);
  const canSeeLog = state !== null && can(self.effectiveRole, "see-log", state.info);
  const { module, open, close } = useLazyDialog(loadLog, canSeeLog);
  return {
    item: canSeeLog && (
      <MenuItem icon={<ScrollText />} onAction={open}>
        {t("playlist.log")}
      </MenuItem>
    ),
    dialog: module && <module.LogDialog roomId={roomId} connection={connection} onClose={close} />,
  };
}

function UndoItem() {
  const { t } = useTranslation("room");
  const lastUndo = useLastUndo();
  if (!lastUndo) return null;
  return (
    <>
      <MenuItem icon={<Undo2 />} shortcut="Ctrl+Z" onAction={lastUndo.undo}>
        {t("undo.last", { what: lastUndo.title })}
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
