import type { KeyboardEvent } from "react";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { canArrangeEntry } from "#app/domain/room/decide-playlist.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { announce } from "#app/ui/announce.ts";
import { findShortcut } from "#app/ui/shortcuts.ts";
import { ENTRY_KEYS, MOVE_KEYS } from "./playlist-shortcuts.ts";
import type { RowContextValue } from "./row-context.ts";

/**
 * Alt with an arrow key moves an entry by one place, Alt with Home or End to the ends. F2 edits it, Delete pressed twice
 * removes it.
 */
export function useEntryShortcuts(context: RowContextValue): (event: KeyboardEvent) => void {
  const removeOnSecondPress = useRemoveOnSecondPress(context);

  return (event) => {
    const { playlist, self, opening, commands, onEdit, armedRemoval } = context;
    const row = (event.target as HTMLElement).closest<HTMLElement>("[role=row][data-key]");
    const run = (action: () => void) => {
      event.preventDefault();
      event.stopPropagation();
      action();
    };
    const entry = playlist.find(({ id }) => id === row?.dataset.key);
    if (!entry || !canArrangeEntry(entry, self, opening)) return;
    const index = event.altKey ? getMoveIndex(context, entry, event.key) : undefined;
    if (index !== undefined) return run(() => commands.moveTo([entry.id], Math.max(0, index)));
    const entryKey = findShortcut(ENTRY_KEYS, event.key);
    if (entryKey === "edit") return run(() => onEdit([entry]));
    if (event.key === "Escape" && armedRemoval.target === entry.id) return run(armedRemoval.disarm);
    if (entryKey === "remove") removeOnSecondPress(entry, event);
  };
}

/** The index that a key moves the entry to. Single steps need the playlist order, where neighbors are neighbors. */
function getMoveIndex({ playlist, indexById, isPlaylistOrder }: RowContextValue, entry: Entry, key: string) {
  const name = findShortcut(MOVE_KEYS, key);
  if (name === null) return undefined;
  const index = indexById.get(entry.id) ?? 0;
  const last = playlist.length - 1;
  const targets: Record<keyof typeof MOVE_KEYS, number> = { up: index - 1, down: index + 1, first: 0, last };
  const isStep = name === "up" || name === "down";
  return isStep && !isPlaylistOrder ? undefined : targets[name];
}

function useRemoveOnSecondPress({ commands, armedRemoval }: RowContextValue) {
  const { t } = useTranslation("room");

  return (entry: Entry, event: KeyboardEvent) => {
    event.preventDefault();
    // A key that is held down counts as one press.
    if (event.repeat) return;
    if (armedRemoval.target === entry.id) {
      armedRemoval.disarm();
      commands.remove([entry.id]);
    } else {
      armedRemoval.arm(entry.id);
      announce(t("playlist.removeArmed", { title: entry.track.title }));
    }
  };
}
