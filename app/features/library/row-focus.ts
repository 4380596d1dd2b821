import type { TrackId } from "#app/domain/ids.ts";

/** Returns the focus to the menu button of a track's row, after a note that the menu opened is closed. */
export function focusMenuButton(list: HTMLElement | null, id: TrackId): void {
  findRows(list)
    .find((row) => row.dataset.track === id)
    ?.querySelector<HTMLElement>("[aria-haspopup=menu]")
    ?.focus();
}

/**
 * Moves the focus away from a button that will be removed together with some rows: to the first remaining row after them,
 * or else to the last one before them. Does nothing if the focus is not on a button.
 */
export function focusRemainingRow(list: HTMLElement | null, removedIds: ReadonlySet<TrackId>): void {
  if (!(document.activeElement instanceof HTMLButtonElement)) return;
  const rows = findRows(list);
  // LibraryRow sets the attribute to the id of its track
  const isRemoved = (row: HTMLElement) => removedIds.has(row.dataset.track as TrackId);
  const firstRemoved = Math.max(0, rows.findIndex(isRemoved));
  const next = rows.slice(firstRemoved).find((row) => !isRemoved(row)) ?? rows.slice(0, firstRemoved).at(-1);
  next?.querySelector<HTMLElement>("input[type=checkbox]")?.focus();
}

function findRows(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>("[data-track]") ?? [])];
}
