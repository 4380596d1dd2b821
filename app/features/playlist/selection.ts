import type { EntryId } from "#app/domain/ids.ts";

/** The selected entries of the playlist. */
export type Selection = {
  readonly ids: ReadonlySet<EntryId>;
  /** The fixed end of a range selection. */
  readonly anchorId: EntryId | null;
  /** True after the user has started multi-selection, however many entries are selected. */
  readonly isStarted: boolean;
};

export const EMPTY_SELECTION: Selection = { ids: new Set(), anchorId: null, isStarted: false };
/** Multi-selection without an entry yet. */
export const EMPTY_MULTI_SELECTION: Selection = { ...EMPTY_SELECTION, isStarted: true };

/** In multi-selection a press adds or removes an entry. Otherwise it selects that entry alone. */
export function isMultiSelect({ ids, isStarted }: Selection): boolean {
  return isStarted || ids.size > 1;
}

/** Selects one entry and ends multi-selection. */
export function selectOnly(id: EntryId): Selection {
  return { ids: new Set([id]), anchorId: id, isStarted: false };
}

export function toggle({ ids, isStarted }: Selection, id: EntryId): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchorId: id, isStarted };
}

/** Selects all entries between the anchor and `id`, both included, in the order of `visibleIds`. */
export function selectRange({ anchorId, isStarted }: Selection, id: EntryId, visibleIds: readonly EntryId[]): Selection {
  const [from, to] = [visibleIds.indexOf(anchorId ?? id), visibleIds.indexOf(id)];
  if (from < 0 || to < 0) return { ...selectOnly(id), isStarted };
  const ids = new Set(visibleIds.slice(Math.min(from, to), Math.max(from, to) + 1));
  return { ids, anchorId: visibleIds[from] ?? id, isStarted };
}

export function selectAll(visibleIds: readonly EntryId[]): Selection {
  return { ids: new Set(visibleIds), anchorId: visibleIds[0] ?? null, isStarted: true };
}

/** Drops the entries that are not in `existing`. Returns the same object if all of them are. */
export function retainExisting(selection: Selection, existing: ReadonlySet<EntryId>): Selection {
  const ids = new Set([...selection.ids].filter((id) => existing.has(id)));
  return ids.size === selection.ids.size ? selection : { ...selection, ids };
}
