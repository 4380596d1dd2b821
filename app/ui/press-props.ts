import type { KeyboardEvent, MouseEvent, PointerEvent, SyntheticEvent } from "react";

/** How a button was pressed. `virtual` is a screen reader or a key, which cannot be distinguished. */
export type PressEvent = {
  readonly pointerType: "mouse" | "pen" | "touch" | "virtual";
  /** The press is the second half of a double click. */
  readonly isDoubleClick: boolean;
};

/** Additional handlers of the events that belong to a press. */
type ExtraHandlers<T> = {
  readonly onKeyDown?: ((event: KeyboardEvent<T>) => void) | undefined;
  readonly onPointerDown?: ((event: PointerEvent<T>) => void) | undefined;
};

/**
 * The event handlers of a button. The browser's click event covers mouse, touch, keys and screen readers. In addition, events
 * do not reach a pressable row around the button, a held key counts as one press, and the button is focused, which Safari
 * does not do on a click.
 */
export function pressProps<T extends HTMLElement>(
  onPress: ((event: PressEvent) => void) | undefined,
  { onKeyDown, onPointerDown }: ExtraHandlers<T> = {},
) {
  return {
    onClick(event: MouseEvent<T>) {
      event.stopPropagation();
      event.currentTarget.focus({ preventScroll: true });
      onPress?.({ pointerType: getPointerType(event), isDoubleClick: event.detail > 1 });
    },
    onKeyDown(event: KeyboardEvent<T>) {
      onKeyDown?.(event);
      if (event.key !== "Enter" && event.key !== " ") return;
      event.stopPropagation();
      if (event.repeat) event.preventDefault();
    },
    onKeyUp: stopKeyPropagation,
    onPointerDown(event: PointerEvent<T>) {
      onPointerDown?.(event);
      event.stopPropagation();
    },
    onPointerUp: stopPropagation,
    onMouseDown: stopPropagation,
    onTouchStart: stopPropagation,
  };
}

function stopPropagation(event: SyntheticEvent): void {
  event.stopPropagation();
}

function stopKeyPropagation(event: KeyboardEvent): void {
  if (event.key === "Enter" || event.key === " ") event.stopPropagation();
}

function getPointerType({ detail, nativeEvent }: MouseEvent): PressEvent["pointerType"] {
  if (detail === 0) return "virtual";
  const pointerType = "pointerType" in nativeEvent ? nativeEvent.pointerType : "";
  return pointerType === "touch" || pointerType === "pen" ? pointerType : "mouse";
}
