import type { KeyboardEvent, MouseEvent, PointerEvent } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type PressEvent, pressProps } from "#app/ui/press-props.ts";

let presses: PressEvent[];
const isFocused = vi.fn();

beforeEach(() => {
  presses = [];
  isFocused.mockClear();
});

const props = () => pressProps<HTMLButtonElement>((event) => presses.push(event));
const event = (facts: object) => ({ stopPropagation: vi.fn(), preventDefault: vi.fn(), ...facts });
// it has the parts of an event that the handlers use
const toReact = <Event>(fake: object) => fake as Event;

function click(detail: number, nativeEvent: object = {}) {
  const clicked = event({ detail, nativeEvent, currentTarget: { focus: isFocused } });
  props().onClick(toReact<MouseEvent<HTMLButtonElement>>(clicked));
  return clicked;
}

function key(name: string, repeat = false) {
  const pressed = event({ key: name, repeat });
  props().onKeyDown(toReact<KeyboardEvent<HTMLButtonElement>>(pressed));
  return pressed;
}

describe("a pressed button", () => {
  it.each([
    [0, {}, "virtual"],
    [1, { pointerType: "touch" }, "touch"],
    [1, { pointerType: "pen" }, "pen"],
    [1, { pointerType: "mouse" }, "mouse"],
    [1, {}, "mouse"],
  ])("knows how: %d %o is %s", (detail, nativeEvent, pointerType) => {
    click(detail, nativeEvent);
    expect(presses).toEqual([{ pointerType, isDoubleClick: false }]);
  });

  it("knows the second half of a double click", () => {
    click(2);
    expect(presses).toMatchObject([{ isDoubleClick: true }]);
  });

  it("has the focus, and the row around it is not pressed", () => {
    expect(click(1).stopPropagation).toHaveBeenCalled();
    expect(isFocused).toHaveBeenCalledWith({ preventScroll: true });
  });
});

describe("a key on a button", () => {
  it("presses it once, however long it is held", () => {
    expect(key("Enter").preventDefault).not.toHaveBeenCalled();
    expect(key("Enter", true).preventDefault).toHaveBeenCalled();
    expect(key(" ", true).preventDefault).toHaveBeenCalled();
    expect(key("a", true).preventDefault).not.toHaveBeenCalled();
  });

  it("does not reach the row around it if it presses the button; others do", () => {
    expect(key("Enter").stopPropagation).toHaveBeenCalled();
    expect(key("ArrowDown").stopPropagation).not.toHaveBeenCalled();
    const released = [" ", "ArrowDown"].map((name) => event({ key: name }));
    for (const one of released) props().onKeyUp(toReact<KeyboardEvent>(one));
    expect(released.map(({ stopPropagation }) => stopPropagation.mock.calls.length)).toEqual([1, 0]);
  });

  it("reaches the additional handlers first", () => {
    const onKeyDown = vi.fn();
    const onPointerDown = vi.fn();
    const handlers = pressProps<HTMLButtonElement>(undefined, { onKeyDown, onPointerDown });
    handlers.onKeyDown(toReact<KeyboardEvent<HTMLButtonElement>>(event({ key: "ArrowDown" })));
    const down = event({});
    handlers.onPointerDown(toReact<PointerEvent<HTMLButtonElement>>(down));
    expect([onKeyDown.mock.calls.length, onPointerDown.mock.calls.length]).toEqual([1, 1]);
    expect(down.stopPropagation).toHaveBeenCalled();
  });
});
