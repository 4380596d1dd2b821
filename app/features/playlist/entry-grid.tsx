import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { EntryId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist.ts";
import { isSelecting, NOTHING_SELECTED, rangeTo, type Selection, selectAll, selectOnly, toggled } from "./selection.ts";
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
  readonly children: (entry: Entry) => ReactNode;
};

/**
 * Thousands of rows as the grid of the ARIA practices guide, of which only those are drawn that are seen. By hand: a
 * collection of React Aria walks through all rows whenever one has moved. One row has the focus or gets it by Tab;
 * arrows go from row to row, and sideways to what is in a row.
 */
export function EntryGrid({ label, box, entries, rowPx, selection, onSelect, onAction, children }: EntryGridProps) {
  const { first, end } = useRowsWindow(box, entries.length, rowPx);
  const [cursorId, setCursorId] = useState<EntryId | null>(null);
  const toFocus = useRef<EntryId | null>(null);
  const cursorAt = Math.max(0, cursorId === null ? 0 : entries.findIndex(({ id }) => id === cursorId));
  const drawn = entries.slice(first, end).map((entry, i) => ({ entry, at: first + i }));
  const cursor = entries[cursorAt];
  // what has the focus stays, however far it is scrolled away
  const rows = cursor && (cursorAt < first || cursorAt >= end) ? [...drawn, { entry: cursor, at: cursorAt }] : drawn;

  useEffect(() => {
    if (toFocus.current === null) return;
    box.current?.querySelector<HTMLElement>(`[data-key="${toFocus.current}"]`)?.focus({ preventScroll: true });
    toFocus.current = null;
  });

  const goTo = (at: number) => {
    const entry = entries[Math.max(0, Math.min(entries.length - 1, at))];
    const element = box.current;
    if (!entry || !element) return null;
    const top = entries.indexOf(entry) * rowPx;
    if (top < element.scrollTop) element.scrollTop = top;
    // what lies behind the player's bar is not seen
    const seenPx = element.clientHeight - Number.parseFloat(getComputedStyle(element).scrollPaddingBottom || "0");
    if (top + rowPx > element.scrollTop + seenPx) element.scrollTop = top + rowPx - seenPx;
    toFocus.current = entry.id;
    setCursorId(entry.id);
    return entry.id;
  };

  const shownIds = () => entries.map(({ id }) => id);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || !cursor) return;
    const step = STEPS[event.key]?.(cursorAt, {
      last: entries.length - 1,
      page: Math.floor((box.current?.clientHeight ?? 0) / rowPx),
    });
    if (step !== undefined) {
      const id = goTo(step);
      if (id && event.shiftKey) onSelect(rangeTo(selection.ids.size > 0 ? selection : selectOnly(cursor.id), id, shownIds()));
    } else if (event.key === "ArrowRight" || event.key === "ArrowLeft")
      moveInRow(event.target, event.key === "ArrowRight" ? 1 : -1);
    else if (isRow(event.target) && event.key === "Enter") onAction(cursor.id);
    else if (isRow(event.target) && event.key === " ") onSelect(toggled(selection, cursor.id));
    else if ((event.ctrlKey || event.metaKey) && event.code === "KeyA") onSelect(selectAll(shownIds()));
    else if (event.key === "Escape" && selection.ids.size > 0) onSelect(NOTHING_SELECTED);
    else return;
    event.preventDefault();
  };

  const pick = (event: MouseEvent, id: EntryId) => {
    if (isControl(event.target)) return;
    setCursorId(id);
    const isTouch = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === "touch";
    if (event.shiftKey) onSelect(rangeTo(selection, id, shownIds()));
    else if (event.ctrlKey || event.metaKey || isSelecting(selection)) onSelect(toggled(selection, id));
    else if (isTouch) onAction(id);
    else onSelect(selectOnly(id));
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot leave out the rows that nobody sees
    <div
      ref={box}
      id="playlist-rows"
      role="grid"
      aria-label={label}
      aria-rowcount={entries.length}
      aria-multiselectable
      onKeyDown={onKeyDown}
      className="-mx-4 min-h-0 flex-1 overflow-y-auto overscroll-contain scroll-pb-28 outline-none md:-ml-5 md:mr-0"
    >
      <div className="relative mb-28" style={{ height: entries.length * rowPx }}>
        {rows.map(({ entry, at }) => (
          <Row
            key={entry.id}
            entry={entry}
            at={at}
            rowPx={rowPx}
            isSelected={selection.ids.has(entry.id)}
            isCursor={entry.id === cursor?.id}
            onPick={pick}
            onHold={(id) => onSelect(toggled(selection, id))}
            onFocus={setCursorId}
            onAction={onAction}
          >
            {children(entry)}
          </Row>
        ))}
      </div>
    </div>
  );
}

type RowProps = {
  readonly entry: Entry;
  readonly at: number;
  readonly rowPx: number;
  readonly isSelected: boolean;
  readonly isCursor: boolean;
  readonly onPick: (event: MouseEvent, id: EntryId) => void;
  /** A finger that stays. */
  readonly onHold: (id: EntryId) => void;
  readonly onFocus: (id: EntryId) => void;
  readonly onAction: (id: EntryId) => void;
  readonly children: ReactNode;
};

function Row({ entry, at, rowPx, isSelected, isCursor, onPick, onHold, onFocus, onAction, children }: RowProps) {
  const { id, track } = entry;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys
    // biome-ignore lint/a11y/useSemanticElements: it is placed by itself, which a table's row is not
    <div
      role="row"
      data-key={id}
      tabIndex={isCursor ? 0 : -1}
      aria-rowindex={at + 1}
      aria-selected={isSelected}
      aria-label={[track.title, track.artist].filter((text) => text !== "").join(", ")}
      data-selected={isSelected || undefined}
      onClick={(event) => onPick(event, id)}
      onDoubleClick={({ target }) => !isControl(target) && onAction(id)}
      onContextMenu={(event) => {
        if (!(event.nativeEvent instanceof PointerEvent) || event.nativeEvent.pointerType !== "touch") return;
        event.preventDefault();
        onHold(id);
      }}
      onFocus={() => onFocus(id)}
      className="group absolute inset-x-0 select-none rounded-none outline-offset-[-2px] focus-visible:outline-2 focus-visible:outline-focus md:rounded-md"
      style={{ height: rowPx, transform: `translateY(${at * rowPx}px)` }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as its row */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row has the focus for it */}
      <div role="gridcell" className="relative h-full">
        {children}
      </div>
    </div>
  );
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

function isRow(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.role === "row";
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("button, a, input") !== null;
}

/** From the row to what can be pressed in it, and back. */
function moveInRow(target: EventTarget, steps: 1 | -1): void {
  const row = target instanceof Element ? target.closest<HTMLElement>("[role=row]") : null;
  if (!row) return;
  // what is hidden, or belongs to the other layout, is not offered
  const stops = [row, ...row.querySelectorAll<HTMLElement>("button")].filter(
    (stop) => stop.offsetParent !== null || stop === row,
  );
  const at = document.activeElement instanceof HTMLElement ? stops.indexOf(document.activeElement) : 0;
  stops[Math.max(0, Math.min(stops.length - 1, at + steps))]?.focus();
}
