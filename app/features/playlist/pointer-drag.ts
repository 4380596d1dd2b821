import { getScrollPaddingBottomPx } from "./row-elements.ts";

/** A press that moves no further than this is not a drag. */
const THRESHOLD_PX = 4;
/** Within this distance of an edge the box scrolls, faster towards the edge. */
const SCROLL_EDGE_PX = 56;
/** The px scrolled per frame for each px that the pointer is inside that zone. */
const SCROLL_SPEED = 0.35;

type PointerDragHandlers = {
  readonly getScrollBox: () => HTMLElement | null;
  readonly onStart: () => void;
  /** Runs in each frame, even while the list scrolls under a resting pointer. */
  readonly onMove: (clientY: number) => void;
  readonly onDrop: (clientY: number) => void;
  /** Runs once, whether the press was a drag, a click or was canceled. */
  readonly onEnd: () => void;
};

/** Follows the pointer of a press until it ends. Other pointers are ignored. Returns the function that cancels it. */
export function startPointerDrag(press: PointerEvent, handlers: PointerDragHandlers): () => void {
  return new PointerDrag(press, handlers).end;
}

class PointerDrag {
  readonly #press: PointerEvent;
  readonly #handlers: PointerDragHandlers;
  readonly #listening = new AbortController();
  #clientY: number;
  /** The requested animation frame; 0 before the drag has started. */
  #frame = 0;

  constructor(press: PointerEvent, handlers: PointerDragHandlers) {
    this.#press = press;
    this.#handlers = handlers;
    this.#clientY = press.clientY;
    const { signal } = this.#listening;
    window.addEventListener("pointermove", this.#onPointerMove, { signal });
    window.addEventListener("pointerup", this.#onPointerUp, { signal });
    window.addEventListener("pointercancel", (event) => this.#isOwn(event) && this.end(), { signal });
    window.addEventListener("keydown", this.#onKeyDown, { signal, capture: true });
    window.addEventListener("blur", this.end, { signal });
  }

  readonly end = (): void => {
    cancelAnimationFrame(this.#frame);
    this.#listening.abort();
    this.#handlers.onEnd();
  };

  readonly #onPointerMove = (event: PointerEvent): void => {
    if (!this.#isOwn(event)) return;
    // The button was released outside the window.
    if (event.buttons === 0) return this.end();
    this.#clientY = event.clientY;
    const movedPx = Math.hypot(event.clientX - this.#press.clientX, event.clientY - this.#press.clientY);
    if (this.#frame !== 0 || movedPx <= THRESHOLD_PX) return;
    this.#handlers.onStart();
    this.#frame = requestAnimationFrame(this.#onFrame);
  };

  readonly #onFrame = (): void => {
    const box = this.#handlers.getScrollBox();
    if (box) scrollNearEdge(box, this.#clientY);
    this.#handlers.onMove(this.#clientY);
    this.#frame = requestAnimationFrame(this.#onFrame);
  };

  readonly #onPointerUp = (event: PointerEvent): void => {
    if (!this.#isOwn(event)) return;
    // The pointer may have moved since the last frame.
    if (this.#frame !== 0) this.#handlers.onDrop(event.clientY);
    this.end();
  };

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    this.end();
  };

  #isOwn({ pointerId }: PointerEvent): boolean {
    return pointerId === this.#press.pointerId;
  }
}

function scrollNearEdge(box: HTMLElement, clientY: number): void {
  const { top, bottom } = box.getBoundingClientRect();
  const visibleBottom = bottom - getScrollPaddingBottomPx(box);
  const isNearTop = clientY < top + SCROLL_EDGE_PX;
  const overPx = isNearTop ? clientY - (top + SCROLL_EDGE_PX) : Math.max(0, clientY - (visibleBottom - SCROLL_EDGE_PX));
  if (overPx !== 0) box.scrollTop += overPx * SCROLL_SPEED;
}
