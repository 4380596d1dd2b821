import { type RefObject, useEffect, useRef } from "react";

/**
 * Focuses the content of a dialog or a form when it changes to another step: the pressed button disappears with the former step.
 * Returns the ref of the content, which must be focusable.
 */
export function useStepFocus(step: string): RefObject<HTMLDivElement> {
  const content = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    content.current?.focus({ preventScroll: true });
  }, [step]);
  return content;
}
