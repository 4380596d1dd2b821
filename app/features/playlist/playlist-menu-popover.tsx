import { ChartNoAxesColumn, Download, FileInput, History, ListOrdered, ScrollText, Undo2 } from "lucide-react";
import type { RoomId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { query } from "#app/server-client/functions.ts";
import { MenuItem, MenuPopover, type MenuProps, MenuSeparator } from "#app/ui/menu.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { saveBlob } from "#app/ui/save-blob.ts";
import { useLastUndo } from "#app/ui/undo-store.ts";
import { FoldedTools } from "./folded-tools.tsx";
import type { ListToolsProps } from "./list-tools.tsx";

type PlaylistMenuPopoverProps = Omit<MenuProps, "children"> & {
  readonly roomId: RoomId;
  /** The tools of the header, for which it may have no space. Null for an empty playlist. */
  readonly tools: ListToolsProps | null;
  readonly onUpNext: () => void;
  readonly onHistory: () => void;
  readonly onSession: () => void;
  /** Null for people who may not see the log. */
  readonly onLog: (() => void) | null;
  /** Null for people who may not add tracks. */
  readonly onImport: (() => void) | null;
};

/** The items of the playlist's menu. Loaded when they are first needed. */
export function PlaylistMenuPopover({ roomId, tools, onLog, onImport, ...props }: PlaylistMenuPopoverProps) {
  const { t } = useTranslation(["room", "playback"]);
  const { onUpNext, onHistory, onSession, ...menu } = props;
  return (
    <MenuPopover {...menu} placement="bottom end">
      <UndoItem />
      {tools && <FoldedTools {...tools} />}
      <MenuItem icon={<ListOrdered />} onAction={onUpNext}>
        {t("playback:upNext.title")}
      </MenuItem>
      <MenuItem icon={<History />} onAction={onHistory}>
        {t("playlist.history")}
      </MenuItem>
      <MenuItem icon={<ChartNoAxesColumn />} onAction={onSession}>
        {t("playlist.session")}
      </MenuItem>
      {onLog && (
        <MenuItem icon={<ScrollText />} onAction={onLog}>
          {t("playlist.log")}
        </MenuItem>
      )}
      <MenuSeparator />
      <ExportItems roomId={roomId} />
      {onImport && <ImportItem onAction={onImport} />}
    </MenuPopover>
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
