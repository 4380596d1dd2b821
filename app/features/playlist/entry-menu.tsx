import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpDown,
  ArrowUpToLine,
  Ellipsis,
  ListStart,
  ListX,
  Pencil,
  Play,
  Trash2,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { MenuItem, MenuSeparator, MenuTrigger, TwoPressMenuItem } from "#app/ui/menu.tsx";
import { useRowFacts } from "./row-facts.ts";
import { canArrange } from "./use-entry-commands.ts";

/** What may be done with an entry. What may not be done is not in it; where nothing may, there is no menu. */
export function EntryMenu({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation("room");
  const { self, canPlay, commands, playlist, positions, currentId, queue, isWhole, onEdit, onMoveTo } = useRowFacts();
  const canArrangeEntry = canArrange(entry, self);
  if (!canArrangeEntry && !canPlay) return null;
  const { title } = entry.track;
  const at = positions.get(entry.id) ?? 0;
  const last = playlist.length - 1;
  const isQueued = queue.has(entry.id);
  const move = (place: number) => () => commands.moveTo([entry.id], place);
  return (
    <MenuTrigger
      label={t("playlist.menu", { title })}
      placement="bottom end"
      trigger={<IconButton size="sm" tabIndex={-1} label={t("playlist.menu", { title })} icon={<Ellipsis />} />}
    >
      {canPlay && (
        <MenuItem icon={<Play />} onAction={() => commands.select(entry.id)}>
          {t("playlist.playNow")}
        </MenuItem>
      )}
      {canArrangeEntry && (
        <MenuItem
          icon={isQueued ? <ListX /> : <ListStart />}
          isDisabled={entry.id === currentId}
          onAction={() => commands.queue([entry.id], !isQueued)}
        >
          {t(isQueued ? "playlist.playInTurn" : "playlist.playNext")}
        </MenuItem>
      )}
      {canArrangeEntry && (
        <MenuItem icon={<Pencil />} shortcut="F2" onAction={() => onEdit([entry])}>
          {t("playlist.edit")}
        </MenuItem>
      )}
      {canArrangeEntry && isWhole && playlist.length > 1 && (
        <>
          <MenuItem icon={<ArrowUp />} shortcut="Alt+↑" isDisabled={at === 0} onAction={move(at - 1)}>
            {t("playlist.moveUp")}
          </MenuItem>
          <MenuItem icon={<ArrowDown />} shortcut="Alt+↓" isDisabled={at === last} onAction={move(at + 1)}>
            {t("playlist.moveDown")}
          </MenuItem>
        </>
      )}
      {canArrangeEntry && playlist.length > 1 && (
        <>
          <MenuItem icon={<ArrowUpToLine />} isDisabled={at === 0} onAction={move(0)}>
            {t("playlist.moveTop")}
          </MenuItem>
          <MenuItem icon={<ArrowDownToLine />} isDisabled={at === last} onAction={move(last)}>
            {t("playlist.moveBottom")}
          </MenuItem>
          <MenuItem icon={<ArrowUpDown />} onAction={() => onMoveTo([entry])}>
            {t("playlist.moveToItem")}
          </MenuItem>
        </>
      )}
      {canArrangeEntry && (
        <>
          <MenuSeparator />
          <TwoPressMenuItem
            icon={<Trash2 />}
            label={t("playlist.remove")}
            armedLabel={t("playlist.removeAgain")}
            announcement={t("playlist.removeArmed", { title })}
            onConfirm={() => commands.remove([entry.id])}
          />
        </>
      )}
    </MenuTrigger>
  );
}
