import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { EntryId } from "#app/domain/ids.ts";

/** Entries on their way to another place. */
export type EntryDrag = {
  readonly ids: ReadonlySet<EntryId>;
  /** The row that is held. */
  readonly heldId: EntryId;
  /** Before which of the rows they would come to stand. */
  readonly before: number;
  readonly by: "pointer" | "keyboard";
};

type Dragging = {
  /** The box that scrolls, with rows that are all as high. */
  readonly box: RefObject<HTMLElement>;
  readonly rowPx: number;
  readonly count: number;
  readonly placeOf: (id: EntryId) => number;
  /** What goes with the row that is held. */
  readonly companions: (id: EntryId) => ReadonlySet<EntryId>;
  readonly onDrop: (drag: EntryDrag) => void;
  /** A row that the keyboard has gone to is to be seen. */
  readonly onReach: (before: number) => void;
};

type EntryDragging = {
  readonly drag: EntryDrag | null;
  /** True: it was about dragging. */
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => boolean;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => boolean;
};

/** A press that moves no further than this is none of dragging. */
const SLACK_PX = 4;
/** Near an edge the list scrolls by itself, the faster the nearer. */
const EDGE_PX = 56;
const EDGE_SPEED = 0.35;

/**
 * Dragging by a row's handle, `[data-handle]`: with mouse, pen and finger, or with the keyboard: Enter takes the row up
 * and puts it down, arrows, Home and End carry it, Escape leaves everything as it was.
 */
export function useEntryDrag(dragging: Dragging): EntryDragging {
  const [drag, setDrag] = useState<EntryDrag | null>(null);
  const now = useRef({ dragging, drag });
  now.current = { dragging, drag };
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  const takeUp = (heldId: EntryId, by: EntryDrag["by"]): EntryDrag => {
    return { heldId, by, ids: dragging.companions(heldId), before: dragging.placeOf(heldId) };
  };

  const follow = (event: PointerEvent<HTMLElement>, heldId: EntryId) => {
    const from = { x: event.clientX, y: event.clientY };
    let pointerY = from.y;
    let frame = 0;
    const look = () => {
      const element = now.current.dragging.box.current;
      if (!element) return;
      scrollNear(element, pointerY);
      const before = rowAt(now.current.dragging, pointerY);
      setDrag((last) => (last && last.before !== before ? { ...last, before } : last));
      frame = requestAnimationFrame(look);
    };
    const begin = () => {
      setDrag(takeUp(heldId, "pointer"));
      frame = requestAnimationFrame(look);
    };
    const onMove = (move: globalThis.PointerEvent) => {
      pointerY = move.clientY;
      if (frame === 0 && Math.hypot(move.clientX - from.x, move.clientY - from.y) > SLACK_PX) begin();
    };
    const end = () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("pointermove", onMove);
      window.removeEventListener("pointerup", onUp);
      window.removeEventListener("pointercancel", end);
      window.removeEventListener("keydown", onKey, true);
      stop.current = null;
      setDrag(null);
    };
    const onUp = (up: globalThis.PointerEvent) => {
      const dropped = now.current.drag;
      end();
      // it may have moved since the last frame
      if (dropped) now.current.dragging.onDrop({ ...dropped, before: rowAt(now.current.dragging, up.clientY) });
    };
    const onKey = (key: globalThis.KeyboardEvent) => {
      if (key.key !== "Escape") return;
      key.preventDefault();
      key.stopPropagation();
      end();
    };
    window.addEventListener("pointermove", onMove);
    window.addEventListener("pointerup", onUp);
    window.addEventListener("pointercancel", end);
    window.addEventListener("keydown", onKey, true);
    stop.current = end;
  };

  return {
    drag,
    onPointerDown(event) {
      const heldId = heldBy(event.target);
      if (heldId === null || event.button !== 0) return false;
      // a finger would keep the handle for itself, which goes when its row is scrolled away
      if (event.target instanceof Element) event.target.releasePointerCapture?.(event.pointerId);
      follow(event, heldId);
      return true;
    },
    onKeyDown(event) {
      if (drag?.by !== "keyboard") {
        const heldId = event.key === "Enter" || event.key === " " ? heldBy(event.target) : null;
        if (heldId === null) return false;
        setDrag(takeUp(heldId, "keyboard"));
        return true;
      }
      if (event.key === "Enter" || event.key === " ") dragging.onDrop(drag);
      const isOver = event.key === "Enter" || event.key === " " || event.key === "Escape" || event.key === "Tab";
      const before = STEPS[event.key]?.(drag.before, dragging.count);
      if (isOver) setDrag(null);
      else if (before !== undefined) {
        const within = Math.max(0, Math.min(dragging.count, before));
        setDrag({ ...drag, before: within });
        dragging.onReach(within);
      }
      return event.key !== "Tab";
    },
  };
}

const STEPS: Readonly<Record<string, (before: number, count: number) => number>> = {
  ArrowUp: (before) => before - 1,
  ArrowDown: (before) => before + 1,
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
function rowAt({ box, rowPx, count }: Dragging, pointerY: number): number {
  const element = box.current;
  if (!element) return 0;
  const y = pointerY - element.getBoundingClientRect().top + element.scrollTop;
  return Math.max(0, Math.min(count, Math.round(y / rowPx)));
}

function scrollNear(element: HTMLElement, pointerY: number): void {
  const { top, bottom } = element.getBoundingClientRect();
  // what lies behind the player's bar is not seen
  const seenBottom = bottom - Number.parseFloat(getComputedStyle(element).scrollPaddingBottom || "0");
  const over = pointerY < top + EDGE_PX ? pointerY - (top + EDGE_PX) : Math.max(0, pointerY - (seenBottom - EDGE_PX));
  if (over !== 0) element.scrollTop += over * EDGE_SPEED;
}
