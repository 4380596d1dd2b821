import type { EntryId } from "#app/domain/ids.ts";
import type { Playlist } from "#app/domain/playlist/playlist.ts";

/** Entries that are being dragged to another place. */
export type EntryDrag = {
  readonly ids: ReadonlySet<EntryId>;
  /** The entry whose handle was pressed. */
  readonly draggedId: EntryId;
  /** The entry before which they would be dropped, even if others change the list meanwhile. Null for the end of the list. */
  readonly beforeId: EntryId | null;
  readonly input: "pointer" | "keyboard";
};

/** The index of the row before which the entries would be dropped, or the number of rows for the end of the list. */
export function findDropIndex({ beforeId }: EntryDrag, entries: Playlist): number {
  const index = entries.findIndex(({ id }) => id === beforeId);
  return index < 0 ? entries.length : index;
}

/** The entry of the drag handle that contains the event target, or null. */
export function findHandleEntry(target: EventTarget): EntryId | null {
  const handle = target instanceof Element ? target.closest("[data-handle]") : null;
  const key = handle?.closest<HTMLElement>("[role=row]")?.dataset.key;
  // The key of a row is the id of its entry.
  return (key as EntryId | undefined) ?? null;
}

/** The effect of a key on entries that were picked up by keyboard. `move`: they would be dropped before the row `index`. */
type DragKey = { readonly type: "move"; readonly index: number } | { readonly type: "drop" } | { readonly type: "cancel" };

/** Null for a key without an effect. */
export function readDragKey(key: string, drag: EntryDrag, entries: Playlist): DragKey | null {
  const index = STEPS[key]?.(findDropIndex(drag, entries), entries.length);
  if (index !== undefined) return { type: "move", index };
  if (isPressKey(key)) return { type: "drop" };
  return key === "Escape" ? { type: "cancel" } : null;
}

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowUp: (index) => Math.max(0, index - 1),
  ArrowDown: (index, count) => Math.min(count, index + 1),
  Home: () => 0,
  End: (_, count) => count,
};

/** Whether a key picks up the row whose handle has the focus, and drops it. */
export function isPressKey(key: string): boolean {
  return key === "Enter" || key === " ";
}
