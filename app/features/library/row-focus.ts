import type { TrackId } from "#app/domain/ids.ts";

/** To the button of a row's menu: what was asked there is answered. */
export function focusMenu(list: HTMLElement | null, id: TrackId): void {
  rowsOf(list)
    .find((row) => row.dataset.track === id)
    ?.querySelector<HTMLElement>("[aria-haspopup=menu]")
    ?.focus();
}

/** To the row behind those that are about to go, or the last before them, if the focus is on a button that goes too. */
export function focusBeyond(list: HTMLElement | null, going: ReadonlySet<TrackId>): void {
  if (!(document.activeElement instanceof HTMLButtonElement)) return;
  const rows = rowsOf(list);
  // rows are named by their tracks
  const goes = (row: HTMLElement) => going.has(row.dataset.track as TrackId);
  const first = Math.max(0, rows.findIndex(goes));
  const next = rows.slice(first).find((row) => !goes(row)) ?? rows.slice(0, first).at(-1);
  next?.querySelector<HTMLElement>("input[type=checkbox]")?.focus();
}

function rowsOf(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>("[data-track]") ?? [])];
}
