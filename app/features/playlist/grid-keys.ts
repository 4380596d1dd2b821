import type { KeyboardEvent, RefObject } from "react";
import type { EntryId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { findShortcut } from "#app/ui/shortcuts.ts";
import { CTRL_KEYS, FOCUS_KEYS, ROW_KEYS } from "./playlist-shortcuts.ts";
import { isRow, moveFocusInRow } from "./row-elements.ts";
import { EMPTY_SELECTION, isMultiSelect, type Selection, selectAll, selectOnly, selectRange, toggle } from "./selection.ts";

type GridKeysOptions = {
  readonly scrollBox: RefObject<HTMLElement>;
  readonly entries: readonly Entry[];
  readonly rowPx: number;
  readonly activeIndex: number;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onAction: (id: EntryId) => void;
  /** Focuses the row nearest to the index. Returns its entry, or null without entries. */
  readonly focusRow: (index: number) => EntryId | null;
  /** Returns true if the key was used for dragging. */
  readonly onDragKey: (event: KeyboardEvent<HTMLElement>) => boolean;
};

/**
 * The keys of the grid pattern: https://www.w3.org/WAI/ARIA/apg/patterns/grid/. The arrow keys move between rows and to
 * the buttons in a row.
 */
export function createGridKeyHandler(options: GridKeysOptions): (event: KeyboardEvent<HTMLElement>) => void {
  const active = options.entries[options.activeIndex];
  return (event) => {
    // Alt with a key moves entries; see `useEntryShortcuts`.
    if (event.altKey || !active) return;
    const isHandled =
      options.onDragKey(event) || moveFocus(options, active.id, event) || changeSelection(options, active.id, event);
    if (isHandled) event.preventDefault();
  };
}

function moveFocus(options: GridKeysOptions, activeId: EntryId, { key, shiftKey, target }: KeyboardEvent): boolean {
  const { scrollBox, entries, rowPx, activeIndex, selection, onSelect, focusRow } = options;
  const rowKey = findShortcut(ROW_KEYS, key);
  if (rowKey === "nextControl" || rowKey === "previousControl") {
    moveFocusInRow(target, rowKey === "nextControl" ? 1 : -1);
    return true;
  }
  const step = findShortcut(FOCUS_KEYS, key);
  if (step === null) return false;
  const pageRows = Math.floor((scrollBox.current?.clientHeight ?? 0) / rowPx);
  const id = focusRow(STEPS[step](activeIndex, { lastIndex: entries.length - 1, pageRows }));
  const start = selection.ids.size > 0 ? selection : selectOnly(activeId);
  if (id && shiftKey) onSelect(selectRange(start, id, toIds(entries)));
  return true;
}

function changeSelection(options: GridKeysOptions, activeId: EntryId, event: KeyboardEvent): boolean {
  const { entries, selection, onSelect, onAction } = options;
  const rowKey = findShortcut(ROW_KEYS, event.key);
  const isSelectAll = (event.ctrlKey || event.metaKey) && findShortcut(CTRL_KEYS, event.code) === "selectAll";
  if (isRow(event.target) && rowKey === "play") {
    if (isMultiSelect(selection)) onSelect(toggle(selection, activeId));
    else onAction(activeId);
  } else if (isRow(event.target) && rowKey === "select") onSelect(toggle(selection, activeId));
  else if (isSelectAll) onSelect(selectAll(toIds(entries)));
  else if (rowKey === "clear" && (selection.ids.size > 0 || selection.isStarted)) onSelect(EMPTY_SELECTION);
  else return false;
  return true;
}

export function toIds(entries: readonly Entry[]): readonly EntryId[] {
  return entries.map(({ id }) => id);
}

type Extent = { readonly lastIndex: number; readonly pageRows: number };

/** The index that a key moves the focus to. */
const STEPS: Readonly<Record<keyof typeof FOCUS_KEYS, (index: number, extent: Extent) => number>> = {
  up: (index) => index - 1,
  down: (index) => index + 1,
  pageUp: (index, { pageRows }) => index - pageRows,
  pageDown: (index, { pageRows }) => index + pageRows,
  first: () => 0,
  last: (_, { lastIndex }) => lastIndex,
};
