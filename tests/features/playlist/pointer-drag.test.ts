import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startPointerDrag } from "#app/features/playlist/pointer-drag.ts";

type Pointer = { readonly clientX?: number; readonly clientY?: number; readonly buttons?: number; readonly pointerId?: number };

/** The frames that the page has requested. */
let frames: Map<number, () => void>;
let events: string[];
/** A scrolling box from 100 to 500 px, of which the player covers the last 50. */
let box: { scrollTop: number; getBoundingClientRect: () => object };

beforeEach(() => {
  [frames, events] = [new Map(), []];
  let lastFrame = 0;
  box = { scrollTop: 1000, getBoundingClientRect: () => ({ top: 100, bottom: 500 }) };
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("getComputedStyle", () => ({ scrollPaddingBottom: "50px" }));
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => {
    lastFrame += 1;
    frames.set(lastFrame, run);
    return lastFrame;
  });
  vi.stubGlobal("cancelAnimationFrame", (frame: number) => void frames.delete(frame));
});
afterEach(() => vi.unstubAllGlobals());

function nextFrame(): void {
  const [next] = frames;
  if (!next) throw new Error("no frame was requested");
  frames.delete(next[0]);
  next[1]();
}

function pointer(type: string, { clientX = 0, clientY = 300, buttons = 1, pointerId = 1 }: Pointer = {}): void {
  window.dispatchEvent(Object.assign(new Event(type), { clientX, clientY, buttons, pointerId }));
}

/** Presses the handle at 300 px. */
function press(): () => void {
  // the parts of an event and of an element that the function uses
  const event = { pointerId: 1, clientX: 0, clientY: 300 } as PointerEvent;
  return startPointerDrag(event, {
    getScrollBox: () => box as unknown as HTMLElement,
    onStart: () => events.push("start"),
    onMove: (clientY) => events.push(`move ${clientY}`),
    onDrop: (clientY) => events.push(`drop ${clientY}`),
    onEnd: () => events.push("end"),
  });
}

describe("a press of a handle", () => {
  it("becomes a drag once it has moved, in any direction, and is dropped where it is released", () => {
    press();
    pointer("pointermove", { clientX: 3, clientY: 302 });
    expect([events, frames.size]).toEqual([[], 0]);
    pointer("pointermove", { clientX: 3, clientY: 304 });
    nextFrame();
    pointer("pointermove", { clientY: 320 });
    nextFrame();
    pointer("pointerup", { clientY: 321, buttons: 0 });
    expect(events).toEqual(["start", "move 304", "move 320", "drop 321", "end"]);
    expect(frames.size).toBe(0);
  });

  it("is a click if it does not move", () => {
    press();
    pointer("pointerup");
    expect(events).toEqual(["end"]);
  });

  it("ignores other fingers", () => {
    press();
    pointer("pointermove", { clientY: 400, pointerId: 2 });
    pointer("pointerup", { pointerId: 2 });
    pointer("pointercancel", { pointerId: 2 });
    expect(events).toEqual([]);
  });
});

describe("a drag", () => {
  const drag = () => {
    const end = press();
    pointer("pointermove", { clientY: 310 });
    events.length = 0;
    return end;
  };

  it.each([
    ["the browser takes the pointer, for example to scroll", () => pointer("pointercancel")],
    ["the button was released outside the window", () => pointer("pointermove", { buttons: 0 })],
    ["the window loses the focus", () => window.dispatchEvent(new Event("blur"))],
  ])("is not dropped if %s", (_case, end) => {
    drag();
    end();
    pointer("pointermove", { clientY: 400 });
    pointer("pointerup");
    expect([events, frames.size]).toEqual([["end"], 0]);
  });

  it("is not dropped after Escape, which closes nothing else", () => {
    drag();
    const key = (name: string) => Object.assign(new Event("keydown", { cancelable: true }), { key: name });
    const [other, escapeKey] = [key("a"), key("Escape")];
    window.dispatchEvent(other);
    expect(events).toEqual([]);
    window.dispatchEvent(escapeKey);
    expect([events, other.defaultPrevented, escapeKey.defaultPrevented]).toEqual([["end"], false, true]);
  });

  it("is cancelled by the page", () => {
    drag()();
    pointer("pointerup");
    expect(events).toEqual(["end"]);
  });

  it.each([
    [300, 0],
    [156, 0],
    [136, -7],
    [394, 0],
    [414, 7],
  ])("at %d px scrolls the list by %d px in each frame", (clientY, scrolledPx) => {
    drag();
    pointer("pointermove", { clientY });
    nextFrame();
    nextFrame();
    expect(box.scrollTop - 1000).toBeCloseTo(2 * scrolledPx);
    expect(events).toEqual([`move ${clientY}`, `move ${clientY}`]);
  });
});
