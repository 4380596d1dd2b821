import type { KeyboardEvent } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { moveBetweenRows } from "#app/features/chat/row-keys.ts";

/** A button of a message, or another element. */
class FakeElement {
  readonly isButton: boolean;
  hasFocus = false;
  constructor(isButton: boolean) {
    this.isButton = isButton;
  }
  matches(): boolean {
    return this.isButton;
  }
  focus(): void {
    this.hasFocus = true;
  }
}

let buttons: readonly FakeElement[];

beforeEach(() => {
  vi.stubGlobal("HTMLElement", FakeElement);
  buttons = [1, 2, 3].map(() => new FakeElement(true));
});
afterEach(() => vi.unstubAllGlobals());

/** Presses a key on an element. Returns the number of the button that has the focus then, and whether the browser was stopped. */
function press(key: string, target: FakeElement | undefined) {
  const event = {
    ...{ key, target, currentTarget: { querySelectorAll: () => buttons } },
    preventDefault: vi.fn(),
    stopPropagation: vi.fn(),
  };
  // the part of an event that the function uses
  moveBetweenRows(event as unknown as KeyboardEvent<HTMLElement>);
  const isStopped = event.preventDefault.mock.calls.length > 0 && event.stopPropagation.mock.calls.length > 0;
  return [buttons.findIndex(({ hasFocus }) => hasFocus), isStopped];
}

it("the arrow keys move between the messages, and open no menu", () => {
  expect(press("ArrowDown", buttons[0])).toEqual([1, true]);
  buttons = [1, 2, 3].map(() => new FakeElement(true));
  expect(press("ArrowUp", buttons[2])).toEqual([1, true]);
});

it("the first and the last message stay where they are, and open no menu either", () => {
  expect(press("ArrowUp", buttons[0])).toEqual([-1, true]);
  expect(press("ArrowDown", buttons[2])).toEqual([-1, true]);
});

it("other keys, and other controls of a message, are left to the browser", () => {
  expect(press("Enter", buttons[0])).toEqual([-1, false]);
  expect(press("ArrowDown", new FakeElement(false))).toEqual([-1, false]);
});
