import { DropIndicator } from "./drop-indicator.tsx";
import { findDropIndex } from "./entry-drag.ts";
import { GridRow } from "./grid-row.tsx";
import { ROWS } from "./playlist-shape.ts";
import { type EntryGridOptions, useEntryGrid } from "./use-entry-grid.ts";

type EntryGridProps = EntryGridOptions & { readonly label: string };

/**
 * A grid of thousands of rows that renders only the visible ones: https://www.w3.org/WAI/ARIA/apg/patterns/grid/. It does
 * not use the collections of React Aria, because those walk through all rows whenever one of them moves.
 */
export function EntryGrid({ label, ...options }: EntryGridProps) {
  const { scrollBox, entries, rowPx, selection } = options;
  const { drag, activeId, isScrollingFast, rows, rowHandlers, ...gridHandlers } = useEntryGrid(options);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot leave out the rows that are not visible
    <div
      ref={scrollBox}
      id="playlist-rows"
      role="grid"
      aria-label={label}
      aria-rowcount={entries.length}
      aria-multiselectable
      {...gridHandlers}
      className={`${ROWS} overflow-y-auto overscroll-contain scroll-pb-(--list-end) outline-none ${drag ? "cursor-grabbing" : ""}`}
    >
      <div className="relative mb-(--list-end)" style={{ height: entries.length * rowPx }}>
        {rows.map(({ entry, index }) => (
          <GridRow
            key={entry.id}
            entry={entry}
            index={index}
            rowPx={rowPx}
            isSelected={selection.ids.has(entry.id)}
            isActive={entry.id === activeId}
            isPlaceholder={isScrollingFast && entry.id !== activeId}
            isDragged={drag?.ids.has(entry.id) ?? false}
            {...rowHandlers}
          />
        ))}
        {drag && <DropIndicator beforeIndex={findDropIndex(drag, entries)} rowPx={rowPx} />}
      </div>
    </div>
  );
}
