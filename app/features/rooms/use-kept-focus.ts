import { type FocusEvent, type RefObject, useEffect, useRef } from "react";

type FocusHandlers = {
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
};

/** Where the card that had the focus is scrolled out of the page, the list takes it: the next Tab goes on from there. */
export function useKeptFocus(list: RefObject<HTMLElement | null>, first: number): FocusHandlers {
  const focused = useRef<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn has changed
  useEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [list, first]);
  return {
    onFocus: ({ target }) => {
      focused.current = target;
    },
    // what is removed gives it to nobody
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget) focused.current = null;
    },
  };
}
