import { useCallback, useMemo, useState } from "react";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { EMPTY_SELECTION, retainExisting, type Selection } from "./selection.ts";

export type EntrySelection = {
  readonly current: Selection;
  /** The selected entries in playlist order. */
  readonly entries: readonly Entry[];
  readonly select: (selection: Selection) => void;
  readonly clear: () => void;
};

/** The selection among the visible entries. An entry that is removed or filtered out is no longer selected. */
export function useEntrySelection(playlist: readonly Entry[], visibleEntries: readonly Entry[]): EntrySelection {
  const [chosen, setChosen] = useState<Selection>(EMPTY_SELECTION);
  const visibleIds = useMemo(() => new Set(visibleEntries.map(({ id }) => id)), [visibleEntries]);
  const current = useMemo(() => retainExisting(chosen, visibleIds), [chosen, visibleIds]);
  const entries = useMemo(() => playlist.filter(({ id }) => current.ids.has(id)), [playlist, current]);
  const clear = useCallback(() => setChosen(EMPTY_SELECTION), []);
  return { current, entries, select: setChosen, clear };
}
