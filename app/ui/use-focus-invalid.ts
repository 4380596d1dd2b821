import { type RefCallback, useCallback, useEffect, useRef } from "react";

/**
 * Focuses the first invalid field after a submission. Errors that appear while the user types do not move the focus.
 * @param errors a new value for each submission, such as an object of errors by field
 * @returns the ref of the form
 */
export function useFocusInvalid(errors: unknown): RefCallback<HTMLFormElement> {
  const form = useRef<HTMLFormElement | null>(null);
  const isSent = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the errors change
  useEffect(() => {
    const field = isSent.current ? form.current?.querySelector<HTMLElement>("[aria-invalid=true]") : null;
    if (!field) return;
    isSent.current = false;
    field.focus();
  }, [errors]);

  return useCallback((element: HTMLFormElement | null) => {
    form.current = element;
    element?.addEventListener("submit", () => {
      isSent.current = true;
    });
    element?.addEventListener("input", () => {
      isSent.current = false;
    });
  }, []);
}
