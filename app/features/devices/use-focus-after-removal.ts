import { type RefObject, useLayoutEffect } from "react";

/**
 * Moves the focus to the parent, which must be focusable, when an element is removed with the focus in it: a row of a list whose
 * device was disconnected.
 */
export function useFocusAfterRemoval(removed: RefObject<HTMLElement>): void {
  useLayoutEffect(() => {
    const element = removed.current;
    // the cleanup of a layout effect runs before the element is removed
    return () => {
      if (element?.contains(document.activeElement)) element.parentElement?.focus({ preventScroll: true });
    };
  }, [removed]);
}
