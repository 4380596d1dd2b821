import { DropIndicator } from "./drop-indicator.tsx";
import { findDropIndex } from "./entry-drag.ts";
import { GridRow } from "./grid-row.tsx";
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
      className={`-mx-4 min-h-0 flex-1 overflow-y-auto overscroll-contain scroll-pb-28 outline-none md:-ml-5 md:mr-0 ${drag ? "cursor-grabbing" : ""}`}
    >
      <div className="relative mb-28" style={{ height: entries.length * rowPx }}>
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
