import { type FocusEvent, type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { EntryId } from "#app/domain/ids.ts";
import type { Playlist } from "#app/domain/playlist/playlist.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { type EntryDrag, findHandleEntry, isPressKey, readDragKey } from "./entry-drag.ts";
import { startPointerDrag } from "./pointer-drag.ts";

type EntryDragOptions = {
  /** The box that scrolls. Its rows are all of the same height. */
  readonly scrollBox: RefObject<HTMLElement>;
  readonly rowPx: number;
  readonly entries: Playlist;
  /** Dragging is possible only while the list shows the playlist in its own order. */
  readonly isPlaylistOrder: boolean;
  /** The entries that move together with the one whose handle is pressed, that one included. */
  readonly getDraggedIds: (id: EntryId) => ReadonlySet<EntryId>;
  readonly onDrop: (drag: EntryDrag) => void;
  readonly revealRow: (index: number) => void;
};

type EntryDragging = {
  readonly drag: EntryDrag | null;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  /** Returns true if the key was used for dragging. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => boolean;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
};

/**
 * Drags rows by their handle, `[data-handle]`, with mouse, pen, finger or keyboard. On the keyboard Enter or Space picks
 * the row up and drops it, the arrow keys, Home and End move it, and Escape cancels.
 */
export function useEntryDrag(options: EntryDragOptions): EntryDragging {
  const state = useDragState(options);
  const onPointerDown = usePointerDrag(state);
  const { drag } = state;
  return {
    drag,
    onPointerDown,
    onKeyDown: (event) => (drag?.input === "keyboard" ? moveByKey(state, drag, event) : pickUpByKey(state, event)),
    onBlur({ relatedTarget }) {
      const isHandleFocused = relatedTarget !== null && findHandleEntry(relatedTarget) === drag?.draggedId;
      if (drag?.input === "keyboard" && !isHandleFocused) state.end();
    },
  };
}

type DragState = ReturnType<typeof useDragState>;

function useDragState(options: EntryDragOptions) {
  const [drag, setDrag] = useState<EntryDrag | null>(null);
  const latest = useLatestRef({ options, drag });
  return {
    options,
    drag,
    /** The options and the drag of the latest render, for handlers that outlive a render. */
    latest,
    start: (draggedId: EntryId, input: EntryDrag["input"]) =>
      setDrag({ draggedId, input, ids: options.getDraggedIds(draggedId), beforeId: draggedId }),
    moveTo(index: number) {
      const beforeId = latest.current.options.entries[Math.max(0, index)]?.id ?? null;
      setDrag((current) => (current && current.beforeId !== beforeId ? { ...current, beforeId } : current));
    },
    end: () => setDrag(null),
  };
}

function usePointerDrag({ options, drag, latest, start, moveTo, end }: DragState): EntryDragging["onPointerDown"] {
  const cancel = useRef<(() => void) | null>(null);
  useEffect(() => () => cancel.current?.(), []);

  const isPossible = drag === null || (options.isPlaylistOrder && options.entries.some(({ id }) => id === drag.draggedId));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `end` only sets state
  useEffect(() => {
    if (isPossible) return;
    cancel.current?.();
    end();
  }, [isPossible]);

  return (event) => {
    const draggedId = findHandleEntry(event.target);
    if (draggedId === null || event.button !== 0 || cancel.current !== null) return;
    // A touch is captured by the handle, which is removed when its row scrolls out of view.
    if (event.target instanceof Element) event.target.releasePointerCapture?.(event.pointerId);
    cancel.current = startPointerDrag(event.nativeEvent, {
      getScrollBox: () => latest.current.options.scrollBox.current,
      onStart: () => start(draggedId, "pointer"),
      onMove: (clientY) => moveTo(findRowIndex(latest.current.options, clientY)),
      onDrop(clientY) {
        const { options, drag } = latest.current;
        const beforeId = options.entries[findRowIndex(options, clientY)]?.id ?? null;
        if (drag) options.onDrop({ ...drag, beforeId });
      },
      onEnd() {
        cancel.current = null;
        end();
      },
    });
  };
}

function pickUpByKey({ start }: DragState, { key, target }: KeyboardEvent): boolean {
  const draggedId = isPressKey(key) ? findHandleEntry(target) : null;
  if (draggedId !== null) start(draggedId, "keyboard");
  return draggedId !== null;
}

function moveByKey({ options, moveTo, end }: DragState, drag: EntryDrag, { key }: KeyboardEvent): boolean {
  const action = readDragKey(key, drag, options.entries);
  if (!action) return false;
  if (action.type === "move") {
    moveTo(action.index);
    options.revealRow(action.index);
    return true;
  }
  if (action.type === "drop") options.onDrop(drag);
  end();
  return true;
}

/** The row before which a drop at this height would place the entries. */
function findRowIndex({ scrollBox, rowPx, entries }: EntryDragOptions, clientY: number): number {
  const box = scrollBox.current;
  if (!box) return 0;
  const y = clientY - box.getBoundingClientRect().top + box.scrollTop;
  return Math.max(0, Math.min(entries.length, Math.round(y / rowPx)));
}
