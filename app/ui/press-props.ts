import type { KeyboardEvent, MouseEvent, PointerEvent, SyntheticEvent } from "react";

/** How a button was pressed; a screen reader's press is `virtual`, and a key's cannot be told from it. */
export type PressEvent = {
  readonly pointerType: "mouse" | "pen" | "touch" | "virtual";
  /** It follows another so soon that both were one gesture. */
  readonly isDoubleClick: boolean;
};

/** What else a button is to do on the events that a press consists of. */
type Besides<T> = {
  readonly onKeyDown?: ((event: KeyboardEvent<T>) => void) | undefined;
  readonly onPointerDown?: ((event: PointerEvent<T>) => void) | undefined;
};

/**
 * A button's own click is a press already, from all that can press. What is added: in a row that can be pressed itself
 * the press stays the button's, a key that is held is one press, and Safari gives the button the focus as others do.
 */
export function pressProps<T extends HTMLElement>(
  onPress: ((event: PressEvent) => void) | undefined,
  { onKeyDown, onPointerDown }: Besides<T> = {},
) {
  return {
    onClick(event: MouseEvent<T>) {
      event.stopPropagation();
      event.currentTarget.focus({ preventScroll: true });
      onPress?.({ pointerType: pointerTypeOf(event), isDoubleClick: event.detail > 1 });
    },
    onKeyDown(event: KeyboardEvent<T>) {
      onKeyDown?.(event);
      if (event.key !== "Enter" && event.key !== " ") return;
      event.stopPropagation();
      if (event.repeat) event.preventDefault();
    },
    onKeyUp: keepSpace,
    onPointerDown(event: PointerEvent<T>) {
      onPointerDown?.(event);
      event.stopPropagation();
    },
    onPointerUp: keep,
    onMouseDown: keep,
    onTouchStart: keep,
  };
}

function keep(event: SyntheticEvent): void {
  event.stopPropagation();
}

function keepSpace(event: KeyboardEvent): void {
  if (event.key === "Enter" || event.key === " ") event.stopPropagation();
}

function pointerTypeOf({ detail, nativeEvent }: MouseEvent): PressEvent["pointerType"] {
  if (detail === 0) return "virtual";
  const pointerType = "pointerType" in nativeEvent ? nativeEvent.pointerType : "";
  return pointerType === "touch" || pointerType === "pen" ? pointerType : "mouse";
}
