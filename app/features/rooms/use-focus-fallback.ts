import { type FocusEvent, type RefObject, useEffect, useRef } from "react";

type FocusHandlers = {
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
};

/**
 * Focuses the list when its focused card is scrolled away and removed, so that the next Tab continues from there.
 * @param firstIndex the first rendered card
 */
export function useFocusFallback(list: RefObject<HTMLElement | null>, firstIndex: number): FocusHandlers {
  const focused = useRef<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when other cards are rendered
  useEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [list, firstIndex]);
  return {
    onFocus: ({ target }) => {
      focused.current = target;
    },
    // When a focused element is removed, no other element receives the focus.
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget) focused.current = null;
    },
  };
}
