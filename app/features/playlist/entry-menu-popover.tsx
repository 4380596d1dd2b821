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
import type { MenuProps } from "#app/ui/menu.tsx";
import { Item, MenuPopover, Separator, TwoPressItem } from "#app/ui/menu-parts.tsx";
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
        <Item icon={<Play />} onAction={() => commands.select(entry.id)}>
          {t("playlist.playNow")}
        </Item>
      )}
      {rights.canSave && <SaveItem entry={entry} />}
      {rights.canArrange && (
        <>
          <QueueItem entry={entry} />
          <EditItem entry={entry} />
          <MoveItems entry={entry} />
          <Separator />
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
    <Item icon={<BookmarkPlus />} onAction={() => void save(track)}>
      {t("playlist.save")}
    </Item>
  );
}

function QueueItem({ entry }: EntryProps) {
  const { t } = useTranslation("room");
  const { commands, currentId, queuePositions } = useRowContext();
  const isQueued = queuePositions.has(entry.id);
  return (
    <Item
      icon={isQueued ? <ListX /> : <ListStart />}
      isDisabled={entry.id === currentId}
      onAction={() => commands.queue([entry.id], !isQueued)}
    >
      {t(isQueued ? "playlist.playInTurn" : "playlist.playNext")}
    </Item>
  );
}

function EditItem({ entry }: EntryProps) {
  const { t } = useTranslation("room");
  const { onEdit } = useRowContext();
  return (
    <Item icon={<Pencil />} shortcut="F2" onAction={() => onEdit([entry])}>
      {t("playlist.edit")}
    </Item>
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
          <Item icon={<ArrowUp />} shortcut="Alt+↑" isDisabled={index === 0} onAction={moveTo(index - 1)}>
            {t("playlist.moveUp")}
          </Item>
          <Item icon={<ArrowDown />} shortcut="Alt+↓" isDisabled={index === lastIndex} onAction={moveTo(index + 1)}>
            {t("playlist.moveDown")}
          </Item>
        </>
      )}
      <Item icon={<ArrowUpToLine />} isDisabled={index === 0} onAction={moveTo(0)}>
        {t("playlist.moveTop")}
      </Item>
      <Item icon={<ArrowDownToLine />} isDisabled={index === lastIndex} onAction={moveTo(lastIndex)}>
        {t("playlist.moveBottom")}
      </Item>
      <Item icon={<ArrowUpDown />} onAction={() => onMoveTo([entry])}>
        {t("playlist.moveToItem")}
      </Item>
    </>
  );
}

function RemoveItem({ entry }: EntryProps) {
  const { t } = useTranslation("room");
  const { commands } = useRowContext();
  return (
    <TwoPressItem
      icon={<Trash2 />}
      label={t("playlist.remove")}
      armedLabel={t("playlist.removeAgain")}
      announcement={t("playlist.removeArmed", { title: entry.track.title })}
      onConfirm={() => commands.remove([entry.id])}
    />
  );
}
