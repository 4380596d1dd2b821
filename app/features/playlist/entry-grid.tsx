import { type KeyboardEvent, type MouseEvent, type RefObject, useCallback, useEffect, useRef } from "react";
import type { EntryId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { DragLine } from "./drag-line.tsx";
import { GridRow, isControl, isRow, moveInRow } from "./grid-row.tsx";
import { useRowFacts } from "./row-facts.ts";
import { isSelecting, NOTHING_SELECTED, rangeTo, type Selection, selectAll, selectOnly, toggled } from "./selection.ts";
import { useCursor } from "./use-cursor.ts";
import { type EntryDrag, placeOfDrag, useEntryDrag } from "./use-entry-drag.ts";
import { useRowsWindow } from "./use-rows-window.ts";

type EntryGridProps = {
  readonly label: string;
  /** The box that scrolls. */
  readonly box: RefObject<HTMLDivElement>;
  readonly entries: readonly Entry[];
  readonly rowPx: number;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  /** Enter, a double click, a tap. */
  readonly onAction: (id: EntryId) => void;
  /** Rows were dragged to another place. */
  readonly onDrop: (drag: EntryDrag) => void;
  readonly onDragTo: (drag: EntryDrag | null) => void;
};

/**
 * Thousands of rows as the grid of the ARIA practices guide, of which only those are drawn that are seen. By hand: a
 * collection of React Aria walks through all rows whenever one has moved. One row has the focus or gets it by Tab;
 * arrows go from row to row, and sideways to what is in a row.
 */
export function EntryGrid(props: EntryGridProps) {
  const { label, box, entries, rowPx, selection, onSelect, onAction, onDrop, onDragTo } = props;
  const { first, end, isFast } = useRowsWindow(box, entries.length, rowPx);
  const { positions, isWhole } = useRowFacts();
  const { at: cursorAt, ...cursoring } = useCursor(box, entries, (id) => positions.has(id));
  const drawn = entries.slice(first, end).map((entry, i) => ({ entry, at: first + i }));
  const cursor = entries[cursorAt];
  // what has the focus stays, however far it is scrolled away
  const rows = cursor && (cursorAt < first || cursorAt >= end) ? [...drawn, { entry: cursor, at: cursorAt }] : drawn;

  const reveal = (at: number) => {
    const element = box.current;
    if (!element) return;
    const top = Math.max(0, Math.min(entries.length - 1, at)) * rowPx;
    if (top < element.scrollTop) element.scrollTop = top;
    // what lies behind the player's bar is not seen
    const seenPx = element.clientHeight - Number.parseFloat(getComputedStyle(element).scrollPaddingBottom || "0");
    if (top + rowPx > element.scrollTop + seenPx) element.scrollTop = top + rowPx - seenPx;
  };

  const goTo = (at: number) => {
    const place = Math.max(0, Math.min(entries.length - 1, at));
    const entry = entries[place];
    if (!entry) return null;
    reveal(place);
    cursoring.focus(entry.id);
    return entry.id;
  };

  const { drag, onPointerDown, onKeyDown, onBlur } = useEntryDrag({
    box,
    rowPx,
    entries,
    isWhole,
    companions: (id) => (selection.ids.has(id) && isSelecting(selection) ? selection.ids : new Set([id])),
    onDrop,
    onReach: reveal,
  });
  useEffect(() => onDragTo(drag), [drag, onDragTo]);

  const shownIds = () => entries.map(({ id }) => id);
  const hearKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || !cursor) return;
    const step = STEPS[event.key]?.(cursorAt, {
      last: entries.length - 1,
      page: Math.floor((box.current?.clientHeight ?? 0) / rowPx),
    });
    if (onKeyDown(event)) {
      // it was about dragging
    } else if (step !== undefined) {
      const id = goTo(step);
      if (id && event.shiftKey) onSelect(rangeTo(selection.ids.size > 0 ? selection : selectOnly(cursor.id), id, shownIds()));
    } else if (event.key === "ArrowRight" || event.key === "ArrowLeft")
      moveInRow(event.target, event.key === "ArrowRight" ? 1 : -1);
    else if (isRow(event.target) && event.key === "Enter") {
      if (isSelecting(selection)) onSelect(toggled(selection, cursor.id));
      else onAction(cursor.id);
    } else if (isRow(event.target) && event.key === " ") onSelect(toggled(selection, cursor.id));
    else if ((event.ctrlKey || event.metaKey) && event.code === "KeyA") onSelect(selectAll(shownIds()));
    else if (event.key === "Escape" && (selection.ids.size > 0 || selection.isOpen)) onSelect(NOTHING_SELECTED);
    else return;
    event.preventDefault();
  };

  const pick = (event: MouseEvent, id: EntryId) => {
    if (isControl(event.target)) return;
    cursoring.put(id);
    const isTouch = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === "touch";
    if (event.shiftKey) onSelect(rangeTo(selection, id, shownIds()));
    else if (event.ctrlKey || event.metaKey || isSelecting(selection)) onSelect(toggled(selection, id));
    else if (isTouch) onAction(id);
    else onSelect(selectOnly(id));
  };
  // a finger that stays
  const hold = (id: EntryId) => onSelect(toggled({ ...selection, isOpen: true }, id));
  const act = (id: EntryId) => !isSelecting(selection) && onAction(id);
  const hands = useLatest({ onPick: pick, onHold: hold, onFocus: cursoring.put, onAction: act });

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot leave out the rows that nobody sees
    <div
      ref={box}
      id="playlist-rows"
      role="grid"
      aria-label={label}
      aria-rowcount={entries.length}
      aria-multiselectable
      onKeyDown={hearKey}
      onPointerDown={onPointerDown}
      onFocus={cursoring.onFocus}
      onBlur={(event) => {
        onBlur(event);
        cursoring.onBlur(event);
      }}
      className={`-mx-4 min-h-0 flex-1 overflow-y-auto overscroll-contain scroll-pb-28 outline-none md:-ml-5 md:mr-0 ${drag ? "cursor-grabbing" : ""}`}
    >
      <div className="relative mb-28" style={{ height: entries.length * rowPx }}>
        {rows.map(({ entry, at }) => (
          <GridRow
            key={entry.id}
            entry={entry}
            at={at}
            rowPx={rowPx}
            isSelected={selection.ids.has(entry.id)}
            isCursor={entry.id === cursor?.id}
            isFlying={isFast && entry.id !== cursor?.id}
            isDragged={drag?.ids.has(entry.id) ?? false}
            {...hands}
          />
        ))}
        {drag && <DragLine before={placeOfDrag(drag, entries)} rowPx={rowPx} />}
      </div>
    </div>
  );
}

type Hands = {
  readonly onPick: (event: MouseEvent, id: EntryId) => void;
  readonly onHold: (id: EntryId) => void;
  readonly onFocus: (id: EntryId) => void;
  readonly onAction: (id: EntryId) => void;
};

/** The same functions always, which do what the latest do: rows need not be drawn anew for them. */
function useLatest(hands: Hands): Hands {
  const latest = useRef(hands);
  latest.current = hands;
  return {
    onPick: useCallback((event, id) => latest.current.onPick(event, id), []),
    onHold: useCallback((id) => latest.current.onHold(id), []),
    onFocus: useCallback((id) => latest.current.onFocus(id), []),
    onAction: useCallback((id) => latest.current.onAction(id), []),
  };
}

type Extent = { readonly last: number; readonly page: number };

/** Where a key takes the cursor. */
const STEPS: Readonly<Record<string, (at: number, extent: Extent) => number>> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  PageUp: (at, { page }) => at - page,
  PageDown: (at, { page }) => at + page,
  Home: () => 0,
  End: (_, { last }) => last,
};
