/** How a list of equal cards lies on the page; lengths in px. */
export type Lie = {
  /** From the upper edge of the screen down to that of the list; negative where it is scrolled past. */
  readonly topPx: number;
  readonly screenPx: number;
  /** From the upper edge of one row to that of the next. */
  readonly pitchPx: number;
  readonly columns: number;
};

/** Cards from `first` up to, and without, `end`. */
export type Range = { readonly first: number; readonly end: number };

/** So much beyond the screen is drawn too: what the next turn of a wheel, or the next Tab, brings. */
const BEYOND_PX = 600;

/** The cards worth drawing: whole rows, the first one at a row's beginning. */
export function windowRange({ topPx, screenPx, pitchPx, columns }: Lie, total: number): Range {
  const rows = Math.ceil(total / columns);
  const rowAt = (px: number) => Math.min(rows, Math.max(0, px / pitchPx));
  const firstRow = Math.floor(rowAt(-topPx - BEYOND_PX));
  const endRow = Math.ceil(rowAt(screenPx - topPx + BEYOND_PX));
  // scrolled past its end, a list that has just become short shows that end
  const first = Math.min(firstRow, Math.max(0, rows - 1)) * columns;
  return { first, end: Math.min(total, Math.max(endRow * columns, first + columns)) };
}
