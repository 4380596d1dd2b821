import { type FocusEvent, type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { EntryId } from "#app/domain/ids.ts";
import type { Playlist } from "#app/domain/playlist/playlist.ts";
import { followPointer } from "./follow-pointer.ts";

/** Entries on their way to another place. */
export type EntryDrag = {
  readonly ids: ReadonlySet<EntryId>;
  /** The row that is held. */
  readonly heldId: EntryId;
  /** Before which row they would come to stand, whatever others do to the list meanwhile; null: behind all. */
  readonly beforeId: EntryId | null;
  readonly by: "pointer" | "keyboard";
};

type Dragging = {
  /** The box that scrolls, with rows that are all as high. */
  readonly box: RefObject<HTMLElement>;
  readonly rowPx: number;
  readonly entries: Playlist;
  /** What is shown is the playlist, where a place is a place. */
  readonly isWhole: boolean;
  /** What goes with the row that is held. */
  readonly companions: (id: EntryId) => ReadonlySet<EntryId>;
  readonly onDrop: (drag: EntryDrag) => void;
  /** A row that the keyboard has gone to is to be seen. */
  readonly onReach: (place: number) => void;
};

type EntryDragging = {
  readonly drag: EntryDrag | null;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  /** True: it was about dragging. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => boolean;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
};

/**
 * Dragging by a row's handle, `[data-handle]`: with mouse, pen and finger, or with the keyboard: Enter takes the row up
 * and puts it down, arrows, Home and End carry it, Escape leaves everything as it was.
 */
export function useEntryDrag(dragging: Dragging): EntryDragging {
  const [drag, setDrag] = useState<EntryDrag | null>(null);
  const latest = useRef({ dragging, drag });
  latest.current = { dragging, drag };
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  const isThere = drag === null || (dragging.isWhole && dragging.entries.some(({ id }) => id === drag.heldId));
  useEffect(() => {
    if (isThere) return;
    stop.current?.();
    setDrag(null);
  }, [isThere]);

  const takeUp = (heldId: EntryId, by: EntryDrag["by"]) =>
    setDrag({ heldId, by, ids: dragging.companions(heldId), beforeId: heldId });
  const carryTo = (place: number) => {
    const { entries } = latest.current.dragging;
    const beforeId = entries[Math.max(0, place)]?.id ?? null;
    setDrag((last) => (last && last.beforeId !== beforeId ? { ...last, beforeId } : last));
  };

  return {
    drag,
    onPointerDown(event) {
      const heldId = heldBy(event.target);
      if (heldId === null || event.button !== 0 || stop.current !== null) return;
      // a finger would keep the handle for itself, which goes when its row is scrolled away
      if (event.target instanceof Element) event.target.releasePointerCapture?.(event.pointerId);
      stop.current = followPointer(event.nativeEvent, {
        box: () => latest.current.dragging.box.current,
        onBegin: () => takeUp(heldId, "pointer"),
        onAt: (clientY) => carryTo(rowAt(latest.current.dragging, clientY)),
        onDrop(clientY) {
          const now = latest.current;
          const beforeId = now.dragging.entries[rowAt(now.dragging, clientY)]?.id ?? null;
          if (now.drag) now.dragging.onDrop({ ...now.drag, beforeId });
        },
        onEnd() {
          stop.current = null;
          setDrag(null);
        },
      });
    },
    onKeyDown(event) {
      const isPress = event.key === "Enter" || event.key === " ";
      if (drag?.by !== "keyboard") {
        const heldId = isPress ? heldBy(event.target) : null;
        if (heldId !== null) takeUp(heldId, "keyboard");
        return heldId !== null;
      }
      const place = STEPS[event.key]?.(placeOfDrag(drag, dragging.entries), dragging.entries.length);
      if (place !== undefined) {
        carryTo(place);
        dragging.onReach(place);
      }
      if (isPress) dragging.onDrop(drag);
      if (isPress || event.key === "Escape") setDrag(null);
      return place !== undefined || isPress || event.key === "Escape";
    },
    onBlur({ relatedTarget }) {
      if (drag?.by === "keyboard" && (relatedTarget === null || heldBy(relatedTarget) !== drag.heldId)) setDrag(null);
    },
  };
}

/** Before which of the rows something would come to stand; their number: behind all. */
export function placeOfDrag({ beforeId }: EntryDrag, entries: Playlist): number {
  const at = entries.findIndex(({ id }) => id === beforeId);
  return at < 0 ? entries.length : at;
}

const STEPS: Readonly<Record<string, (place: number, count: number) => number>> = {
  ArrowUp: (place) => Math.max(0, place - 1),
  ArrowDown: (place, count) => Math.min(count, place + 1),
  Home: () => 0,
  End: (_, count) => count,
};

/** The row whose handle it is. */
function heldBy(target: EventTarget): EntryId | null {
  const handle = target instanceof Element ? target.closest("[data-handle]") : null;
  const key = handle?.closest<HTMLElement>("[role=row]")?.dataset.key;
  // rows are named by their entries
  return (key as EntryId | undefined) ?? null;
}

/** Before which row something comes to stand that is let go there. */
function rowAt({ box, rowPx, entries }: Dragging, clientY: number): number {
  const element = box.current;
  if (!element) return 0;
  const y = clientY - element.getBoundingClientRect().top + element.scrollTop;
  return Math.max(0, Math.min(entries.length, Math.round(y / rowPx)));
}
