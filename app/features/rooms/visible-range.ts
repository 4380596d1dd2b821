/** How a grid of equal cards lies on the page; lengths in px. */
export type GridLayout = {
  /** From the top of the window to the top of the grid. Negative once the grid is scrolled past the top. */
  readonly topPx: number;
  readonly windowPx: number;
  /** From the top of one row to the top of the next. */
  readonly rowPitchPx: number;
  readonly columns: number;
};

/** Cards from `first` up to `end`, which is not included. */
export type VisibleRange = { readonly first: number; readonly end: number };

/** The cards of the rows that are in the window, even in part. `end` may lie beyond the end of the list. */
export type Viewport = VisibleRange & { readonly columns: number };

/** Cards this far outside the window are rendered too, for the next turn of a wheel or the next Tab. */
const OVERSCAN_PX = 600;

export function getViewport({ topPx, windowPx, rowPitchPx, columns }: GridLayout): Viewport {
  const toRow = (px: number) => Math.max(0, px / rowPitchPx);
  return { first: Math.floor(toRow(-topPx)) * columns, end: Math.ceil(toRow(windowPx - topPx)) * columns, columns };
}

/** The cards to render: all cards of the rows in or near the window. */
export function getVisibleRange({ topPx, windowPx, rowPitchPx, columns }: GridLayout, total: number): VisibleRange {
  const rows = Math.ceil(total / columns);
  const toRow = (px: number) => Math.min(rows, Math.max(0, px / rowPitchPx));
  const firstRow = Math.floor(toRow(-topPx - OVERSCAN_PX));
  const endRow = Math.ceil(toRow(windowPx - topPx + OVERSCAN_PX));
  // A list that has become shorter than the scroll position shows its last row.
  const first = Math.min(firstRow, Math.max(0, rows - 1)) * columns;
  return { first, end: Math.min(total, Math.max(endRow * columns, first + columns)) };
}
