import type { EntryId } from "#app/domain/ids.ts";

/** Which entries are selected, and between which of them a range is drawn. */
export type Selection = {
  readonly ids: ReadonlySet<EntryId>;
  /** Where a range begins. */
  readonly anchorId: EntryId | null;
  /** Somebody has said that several are meant, be there one or none so far. */
  readonly isOpen: boolean;
};

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchorId: null, isOpen: false };
export const SELECTING: Selection = { ...NOTHING_SELECTED, isOpen: true };

/** Several are meant: a press adds and takes away. One is only what was pressed last. */
export function isSelecting({ ids, isOpen }: Selection): boolean {
  return isOpen || ids.size > 1;
}

/** This one and no other. */
export function selectOnly(id: EntryId): Selection {
  return { ids: new Set([id]), anchorId: id, isOpen: false };
}

export function toggled({ ids, isOpen }: Selection, id: EntryId): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchorId: id, isOpen };
}

/** Everything from the anchor to this one, in the order in which they are shown. */
export function rangeTo({ anchorId, isOpen }: Selection, id: EntryId, shown: readonly EntryId[]): Selection {
  const [from, to] = [shown.indexOf(anchorId ?? id), shown.indexOf(id)];
  if (from < 0 || to < 0) return { ...selectOnly(id), isOpen };
  return { ids: new Set(shown.slice(Math.min(from, to), Math.max(from, to) + 1)), anchorId: shown[from] ?? id, isOpen };
}

export function selectAll(shown: readonly EntryId[]): Selection {
  return { ids: new Set(shown), anchorId: shown[0] ?? null, isOpen: true };
}

/** Without what is there no more; the same where all still are. */
export function stillThere(selection: Selection, there: ReadonlySet<EntryId> | ReadonlyMap<EntryId, unknown>): Selection {
  const ids = new Set([...selection.ids].filter((id) => there.has(id)));
  return ids.size === selection.ids.size ? selection : { ...selection, ids };
}
