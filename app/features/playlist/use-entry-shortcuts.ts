import { type KeyboardEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { EntryId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { canArrangeEntry } from "#app/domain/room/decide-playlist.ts";
import { announce } from "#app/ui/announce.ts";
import { uiLimits } from "#app/ui/ui-limits.ts";
import type { RowContextValue } from "./row-context.ts";
import { getLastUndo } from "./undo.ts";

/**
 * Alt with an arrow key moves an entry by one place, Alt with Home or End to the ends. F2 edits it, Delete pressed twice
 * removes it. Ctrl+Z undoes the last action.
 */
export function useEntryShortcuts(context: RowContextValue): (event: KeyboardEvent) => void {
  const removeOnSecondPress = useRemoveOnSecondPress(context);

  return (event) => {
    const { playlist, self, commands, onEdit } = context;
    const row = (event.target as HTMLElement).closest<HTMLElement>("[role=row][data-key]");
    const run = (action: () => void) => {
      event.preventDefault();
      event.stopPropagation();
      action();
    };
    const isUndo = (event.ctrlKey || event.metaKey) && event.code === "KeyZ" && row !== null;
    const lastUndo = isUndo ? getLastUndo() : null;
    if (lastUndo) return run(lastUndo.undo);
    const entry = playlist.find(({ id }) => id === row?.dataset.key);
    if (!entry || !canArrangeEntry(entry, self)) return;
    const index = event.altKey ? getMoveIndex(context, entry, event.key) : undefined;
    if (index !== undefined) return run(() => commands.moveTo([entry.id], Math.max(0, index)));
    if (event.key === "F2") return run(() => onEdit([entry]));
    if (event.key === "Delete" || event.key === "Backspace") removeOnSecondPress(entry, event);
  };
}

/** The index that a key moves the entry to. Single steps need the playlist order, where neighbors are neighbors. */
function getMoveIndex({ playlist, indexById, isPlaylistOrder }: RowContextValue, entry: Entry, key: string) {
  const index = indexById.get(entry.id) ?? 0;
  const ends: Record<string, number> = { Home: 0, End: playlist.length - 1 };
  const steps: Record<string, number> = isPlaylistOrder ? { ArrowUp: index - 1, ArrowDown: index + 1 } : {};
  return { ...ends, ...steps }[key];
}

function useRemoveOnSecondPress({ commands }: RowContextValue) {
  const { t } = useTranslation("room");
  const armed = useRef<{ readonly id: EntryId; readonly untilMs: number } | null>(null);

  return (entry: Entry, event: KeyboardEvent) => {
    event.preventDefault();
    // A key that is held down counts as one press.
    if (event.repeat) return;
    const isArmed = armed.current?.id === entry.id && armed.current.untilMs > Date.now();
    armed.current = isArmed ? null : { id: entry.id, untilMs: Date.now() + uiLimits.secondPressMs };
    if (isArmed) commands.remove([entry.id]);
    else announce(t("playlist.removeArmed", { title: entry.track.title }));
  };
}
