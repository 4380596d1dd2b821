/** A press that moves no further than this is none of dragging. */
const SLACK_PX = 4;
/** Near an edge the list scrolls by itself, the faster the nearer. */
const EDGE_PX = 56;
const EDGE_SPEED = 0.35;

type Followed = {
  /** What scrolls. */
  readonly box: () => HTMLElement | null;
  readonly onBegin: () => void;
  /** Each frame, also while the list scrolls under a pointer that rests. */
  readonly onAt: (clientY: number) => void;
  readonly onDrop: (clientY: number) => void;
  /** Whatever became of it. */
  readonly onEnd: () => void;
};

/** Follows one pointer from its press to its end: other fingers are none of it. What is returned gives it up. */
export function followPointer(press: PointerEvent, { box, onBegin, onAt, onDrop, onEnd }: Followed): () => void {
  let clientY = press.clientY;
  let frame = 0;
  const isIts = ({ pointerId }: PointerEvent) => pointerId === press.pointerId;

  const look = () => {
    const element = box();
    if (element) scrollNear(element, clientY);
    onAt(clientY);
    frame = requestAnimationFrame(look);
  };
  const onMove = (move: PointerEvent) => {
    if (!isIts(move)) return;
    // it was let go where nobody could hear it
    if (move.buttons === 0) return end();
    clientY = move.clientY;
    if (frame !== 0 || Math.hypot(move.clientX - press.clientX, move.clientY - press.clientY) <= SLACK_PX) return;
    onBegin();
    frame = requestAnimationFrame(look);
  };
  const onUp = (up: PointerEvent) => {
    if (!isIts(up)) return;
    const isDragged = frame !== 0;
    // it may have moved since the last frame
    if (isDragged) onDrop(up.clientY);
    end();
  };
  const onCancel = (cancel: PointerEvent) => isIts(cancel) && end();
  const onKey = (key: KeyboardEvent) => {
    if (key.key !== "Escape") return;
    key.preventDefault();
    key.stopPropagation();
    end();
  };
  function end(): void {
    cancelAnimationFrame(frame);
    window.removeEventListener("pointermove", onMove);
    window.removeEventListener("pointerup", onUp);
    window.removeEventListener("pointercancel", onCancel);
    window.removeEventListener("keydown", onKey, true);
    window.removeEventListener("blur", end);
    onEnd();
  }

  window.addEventListener("pointermove", onMove);
  window.addEventListener("pointerup", onUp);
  window.addEventListener("pointercancel", onCancel);
  window.addEventListener("keydown", onKey, true);
  window.addEventListener("blur", end);
  return end;
}

function scrollNear(element: HTMLElement, clientY: number): void {
  const { top, bottom } = element.getBoundingClientRect();
  // what lies behind the player's bar is not seen
  const seenBottom = bottom - Number.parseFloat(getComputedStyle(element).scrollPaddingBottom || "0");
  const over = clientY < top + EDGE_PX ? clientY - (top + EDGE_PX) : Math.max(0, clientY - (seenBottom - EDGE_PX));
  if (over !== 0) element.scrollTop += over * EDGE_SPEED;
}
