import { type KeyboardEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { EntryId } from "#app/domain/ids.ts";
import { announce } from "#app/ui/announce.ts";
import { uiLimits } from "#app/ui/ui-limits.ts";
import type { RowFacts } from "./row-facts.ts";
import { lastUndoable } from "./undo.ts";
import { canArrange } from "./use-entry-commands.ts";

/**
 * Alt and an arrow move an entry by one, with Home and End to the ends; Delete pressed twice removes it, F2 edits it;
 * Ctrl and Z take back what was done last.
 */
export function useRowKeys(facts: RowFacts): (event: KeyboardEvent) => void {
  const { t } = useTranslation("room");
  const armed = useRef<{ readonly id: EntryId; readonly untilMs: number } | null>(null);

  return (event) => {
    const { playlist, positions, self, commands, isWhole, onEdit } = facts;
    const row = (event.target as HTMLElement).closest<HTMLElement>("[role=row][data-key]");
    const done = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    const undoable = (event.ctrlKey || event.metaKey) && event.code === "KeyZ" && row ? lastUndoable() : null;
    if (undoable) {
      done();
      return undoable.undo();
    }
    const entry = playlist.find(({ id }) => id === row?.dataset.key);
    if (!entry || !canArrange(entry, self)) return;
    const at = positions.get(entry.id) ?? 0;
    const ends: Record<string, number> = { Home: 0, End: playlist.length - 1 };
    const steps: Record<string, number> = isWhole ? { ArrowUp: at - 1, ArrowDown: at + 1 } : {};
    const place = event.altKey ? { ...ends, ...steps }[event.key] : undefined;
    if (place !== undefined) {
      done();
      return commands.moveTo([entry.id], Math.max(0, place));
    }
    if (event.key === "F2") {
      done();
      return onEdit([entry]);
    }
    if (event.key !== "Delete" && event.key !== "Backspace") return;
    event.preventDefault();
    // a key that is held is one press
    if (event.repeat) return;
    const isArmed = armed.current?.id === entry.id && armed.current.untilMs > Date.now();
    armed.current = isArmed ? null : { id: entry.id, untilMs: Date.now() + uiLimits.secondPressMs };
    if (isArmed) commands.remove([entry.id]);
    else announce(t("playlist.removeArmed", { title: entry.track.title }));
  };
}
