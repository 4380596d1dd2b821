import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpDown,
  ArrowUpToLine,
  BookmarkPlus,
  ListStart,
  ListX,
  Pencil,
  Play,
  Trash2,
} from "lucide-react";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { MenuItem, MenuPopover, type MenuProps, MenuSeparator, TwoPressMenuItem } from "#app/ui/menu.tsx";
import { useRowContext } from "./row-context.ts";
import { useSaveTrack } from "./use-save-track.ts";

type EntryProps = { readonly entry: Entry };
/** The rights of the user to an entry. */
export type EntryRights = { readonly canPlay: boolean; readonly canSave: boolean; readonly canArrange: boolean };

type EntryMenuPopoverProps = Omit<MenuProps, "children"> & EntryProps & { readonly rights: EntryRights };

/** The actions that the user may perform on an entry. Loaded when they are first needed. */
export function EntryMenuPopover({ entry, rights, ...menu }: EntryMenuPopoverProps) {
  const { t } = useTranslation("room");
  const { commands } = useRowContext();
  return (
    <MenuPopover {...menu} placement="bottom end">
      {rights.canPlay && (
        <MenuItem icon={<Play />} onAction={() => commands.select(entry.id)}>
          {t("playlist.playNow")}
        </MenuItem>
      )}
      {rights.canSave && <SaveItem entry={entry} />}
      {rights.canArrange && (
        <>
          <QueueItem entry={entry} />
          <EditItem entry={entry} />
          <MoveItems entry={entry} />
          <MenuSeparator />
          <RemoveItem entry={entry} />
        </>
      )}
    </MenuPopover>
  );
}

function SaveItem({ entry: { track } }: EntryProps) {
  const { t } = useTranslation("room");
  const { roomId } = useRowContext();
  const save = useSaveTrack(roomId);
  return (
    <MenuItem icon={<BookmarkPlus />} onAction={() => void save(track)}>
      {t("playlist.save")}
    </MenuItem>
  );
}

function QueueItem({ entry }: EntryProps) {
  const { t } = useTranslation("room");
  const { commands, currentId, queuePositions } = useRowContext();
  const isQueued = queuePositions.has(entry.id);
  return (
    <MenuItem
      icon={isQueued ? <ListX /> : <ListStart />}
      isDisabled={entry.id === currentId}
      onAction={() => commands.queue([entry.id], !isQueued)}
    >
      {t(isQueued ? "playlist.playInTurn" : "playlist.playNext")}
    </MenuItem>
  );
}

function EditItem({ entry }: EntryProps) {
  const { t } = useTranslation("room");
  const { onEdit } = useRowContext();
  return (
    <MenuItem icon={<Pencil />} shortcut="F2" onAction={() => onEdit([entry])}>
      {t("playlist.edit")}
    </MenuItem>
  );
}

function MoveItems({ entry }: EntryProps) {
  const { t } = useTranslation("room");
  const { commands, playlist, indexById, isPlaylistOrder, onMoveTo } = useRowContext();
  if (playlist.length < 2) return null;
  const index = indexById.get(entry.id) ?? 0;
  const lastIndex = playlist.length - 1;
  const moveTo = (target: number) => () => commands.moveTo([entry.id], target);
  return (
    <>
      {isPlaylistOrder && (
        <>
          <MenuItem icon={<ArrowUp />} shortcut="Alt+↑" isDisabled={index === 0} onAction={moveTo(index - 1)}>
            {t("playlist.moveUp")}
          </MenuItem>
          <MenuItem icon={<ArrowDown />} shortcut="Alt+↓" isDisabled={index === lastIndex} onAction={moveTo(index + 1)}>
            {t("playlist.moveDown")}
          </MenuItem>
        </>
      )}
      <MenuItem icon={<ArrowUpToLine />} isDisabled={index === 0} onAction={moveTo(0)}>
        {t("playlist.moveTop")}
      </MenuItem>
      <MenuItem icon={<ArrowDownToLine />} isDisabled={index === lastIndex} onAction={moveTo(lastIndex)}>
        {t("playlist.moveBottom")}
      </MenuItem>
      <MenuItem icon={<ArrowUpDown />} onAction={() => onMoveTo([entry])}>
        {t("playlist.moveToItem")}
      </MenuItem>
    </>
  );
}

function RemoveItem({ entry }: EntryProps) {
  const { t } = useTranslation("room");
  const { commands } = useRowContext();
  return (
    <TwoPressMenuItem
      icon={<Trash2 />}
      label={t("playlist.remove")}
      armedLabel={t("playlist.removeAgain")}
      announcement={t("playlist.removeArmed", { title: entry.track.title })}
      onConfirm={() => commands.remove([entry.id])}
    />
  );
}
