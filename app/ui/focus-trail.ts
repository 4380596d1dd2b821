import { useEffect } from "react";

const LENGTH_MAX = 10;
/** The elements that had the focus last, newest first. Some of them may be gone. */
let trail: readonly HTMLElement[] = [];

/** Records which elements have the focus. Once per page. */
export function useFocusTrail(): void {
  useEffect(() => {
    const record = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      trail = [target, ...trail.filter((other) => other !== target)].slice(0, LENGTH_MAX);
    };
    document.addEventListener("focusin", record);
    return () => document.removeEventListener("focusin", record);
  }, []);
}

export function getFocusTrail(): readonly HTMLElement[] {
  return trail;
}
