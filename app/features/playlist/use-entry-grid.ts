import { type MouseEvent, type RefObject, useEffect, useMemo, useRef } from "react";
import type { EntryId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import type { EntryDrag } from "./entry-drag.ts";
import { createGridKeyHandler, toIds } from "./grid-keys.ts";
import type { RowHandlers } from "./grid-row.tsx";
import { useRowContext } from "./row-context.ts";
import { getScrollPaddingBottomPx, isControl } from "./row-elements.ts";
import { isMultiSelect, type Selection, selectOnly, selectRange, toggle } from "./selection.ts";
import { useActiveRow } from "./use-active-row.ts";
import { useEntryDrag } from "./use-entry-drag.ts";
import { useVisibleRows } from "./use-visible-rows.ts";

export type EntryGridOptions = {
  /** The box that scrolls. */
  readonly scrollBox: RefObject<HTMLDivElement>;
  readonly entries: readonly Entry[];
  readonly rowPx: number;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  /** Runs on Enter or a double click. */
  readonly onAction: (id: EntryId) => void;
  readonly onDrop: (drag: EntryDrag) => void;
  /** Null when a drag has ended. */
  readonly onDragChange: (drag: EntryDrag | null) => void;
};

type RenderedRow = { readonly entry: Entry; readonly index: number };

/** Focus, selection, dragging and scrolling of the entry grid. */
export function useEntryGrid(options: EntryGridOptions) {
  const { scrollBox, entries, rowPx, selection, onDrop, onDragChange } = options;
  const { indexById, isPlaylistOrder } = useRowContext();
  const visible = useVisibleRows(scrollBox, entries.length, rowPx);
  const active = useActiveRow(scrollBox, entries, (id) => indexById.has(id));

  const revealRow = (index: number) => {
    if (scrollBox.current) scrollRowIntoView(scrollBox.current, clampIndex(index, entries), rowPx);
  };
  const focusRow = (requestedIndex: number): EntryId | null => {
    const index = clampIndex(requestedIndex, entries);
    const entry = entries[index];
    if (!entry) return null;
    revealRow(index);
    active.focus(entry.id);
    return entry.id;
  };

  const getDraggedIds = (id: EntryId) => (selection.ids.has(id) && isMultiSelect(selection) ? selection.ids : new Set([id]));
  const dragging = useEntryDrag({ scrollBox, rowPx, entries, isPlaylistOrder, getDraggedIds, onDrop, revealRow });
  const { drag } = dragging;
  useEffect(() => onDragChange(drag), [drag, onDragChange]);

  return {
    drag,
    activeId: entries[active.index]?.id ?? null,
    isScrollingFast: visible.isScrollingFast,
    rows: getRenderedRows(entries, visible, active.index),
    rowHandlers: useRowHandlers(options, active.activate),
    onKeyDown: createGridKeyHandler({ ...options, activeIndex: active.index, focusRow, onDragKey: dragging.onKeyDown }),
    onPointerDown: dragging.onPointerDown,
    onFocus: active.onFocus,
    onBlur(event: Parameters<typeof active.onBlur>[0]) {
      dragging.onBlur(event);
      active.onBlur(event);
    },
  };
}

/** The visible rows. The active row is always among them, because it holds the focus. */
function getRenderedRows(
  entries: readonly Entry[],
  { first, end }: { readonly first: number; readonly end: number },
  activeIndex: number,
): readonly RenderedRow[] {
  const rows = entries.slice(first, end).map((entry, i) => ({ entry, index: first + i }));
  const active = entries[activeIndex];
  const isVisible = activeIndex >= first && activeIndex < end;
  return active && !isVisible ? [...rows, { entry: active, index: activeIndex }] : rows;
}

/** Handlers with a stable identity that call those of the latest render. */
function useRowHandlers(
  { entries, selection, onSelect, onAction }: EntryGridOptions,
  activate: (id: EntryId) => void,
): RowHandlers {
  const isTouchPress = useRef(false);
  const onPress = (event: MouseEvent, id: EntryId) => {
    if (isControl(event.target)) return;
    activate(id);
    if (event.shiftKey) onSelect(selectRange(selection, id, toIds(entries)));
    else if (event.ctrlKey || event.metaKey || isMultiSelect(selection)) onSelect(toggle(selection, id));
    else onSelect(selectOnly(id));
  };
  const latest = useLatestRef<RowHandlers>({
    onPointerDown(pointerType) {
      isTouchPress.current = pointerType === "touch";
    },
    onPress,
    onLongPress: (id) => onSelect(toggle({ ...selection, isStarted: true }, id)),
    onFocus: activate,
    // a double tap happens too easily to play an entry for everyone
    onAction: (id) => !isMultiSelect(selection) && !isTouchPress.current && onAction(id),
  });
  return useMemo(
    () => ({
      onPointerDown: (pointerType) => latest.current.onPointerDown(pointerType),
      onPress: (event, id) => latest.current.onPress(event, id),
      onLongPress: (id) => latest.current.onLongPress(id),
      onFocus: (id) => latest.current.onFocus(id),
      onAction: (id) => latest.current.onAction(id),
    }),
    [latest],
  );
}

function clampIndex(index: number, entries: readonly Entry[]): number {
  return Math.max(0, Math.min(entries.length - 1, index));
}

function scrollRowIntoView(box: HTMLElement, index: number, rowPx: number): void {
  const top = index * rowPx;
  if (top < box.scrollTop) box.scrollTop = top;
  const visiblePx = box.clientHeight - getScrollPaddingBottomPx(box);
  if (top + rowPx > box.scrollTop + visiblePx) box.scrollTop = top + rowPx - visiblePx;
}
