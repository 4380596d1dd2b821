import { Download, Ellipsis, FileInput, History, Undo2 } from "lucide-react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RoomId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { withArea } from "#app/i18n/with-texts.ts";
import { query } from "#app/server-client/functions.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { MenuItem, MenuSeparator, MenuTrigger } from "#app/ui/menu.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { useLazy } from "#app/ui/use-lazy.ts";
import { saveFile } from "./save-file.ts";
import { useUndoable } from "./undo.ts";

const loadImport = () => withArea("tracks", import("./import-dialog.tsx"));
const loadHistory = () => withArea("tracks", import("./history-dialog.tsx"));

type PlaylistMenuProps = {
  readonly roomId: RoomId;
  readonly connection: RoomConnection;
  readonly canAdd: boolean;
};

/** What can be done with a playlist as a whole. */
export function PlaylistMenu({ roomId, connection, canAdd }: PlaylistMenuProps) {
  const { t } = useTranslation("room");
  const errorText = useErrorText();
  const undoable = useUndoable();
  const [isImporting, setImporting] = useState(false);
  const stopImporting = useCallback(() => setImporting(false), []);
  const importing = useLazy(loadImport, isImporting && canAdd, stopImporting);
  const [isLookingBack, setLookingBack] = useState(false);
  const stopLookingBack = useCallback(() => setLookingBack(false), []);
  const history = useLazy(loadHistory, isLookingBack, stopLookingBack);

  const save = async (format: "m3u8" | "json") => {
    const file = await query("playlist.export", { roomId, format });
    if (file.ok) saveFile(file.value.text, file.value.fileName);
    else notify({ variant: "error", title: errorText(file.error) });
  };

  return (
    <>
      <MenuTrigger
        label={t("playlist.more")}
        placement="bottom end"
        trigger={<IconButton label={t("playlist.more")} icon={<Ellipsis />} />}
      >
        {undoable && (
          <>
            <MenuItem icon={<Undo2 />} shortcut="Ctrl+Z" onAction={undoable.undo}>
              {t("playlist.undoLast", { what: undoable.title })}
            </MenuItem>
            <MenuSeparator />
          </>
        )}
        <MenuItem icon={<History />} onAction={() => setLookingBack(true)}>
          {t("playlist.history")}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Download />} onAction={() => void save("m3u8")}>
          {t("playlist.exportM3u8")}
        </MenuItem>
        <MenuItem icon={<Download />} onAction={() => void save("json")}>
          {t("playlist.exportJson")}
        </MenuItem>
        {canAdd && (
          <>
            <MenuSeparator />
            <MenuItem icon={<FileInput />} onAction={() => setImporting(true)}>
              {t("playlist.import")}
            </MenuItem>
          </>
        )}
      </MenuTrigger>
      {isImporting && canAdd && importing && <importing.ImportDialog roomId={roomId} onClose={stopImporting} />}
      {isLookingBack && history && <history.HistoryDialog connection={connection} onClose={stopLookingBack} />}
    </>
  );
}
