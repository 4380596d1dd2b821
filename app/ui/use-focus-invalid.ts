import { type RefCallback, useCallback, useEffect, useRef } from "react";

/**
 * Leads to the first field that is wrong once a form has been sent: what is typed or left meanwhile moves nothing.
 * @param errors a new value for every attempt, such as an object of the errors by field
 * @returns for the form
 */
export function useFocusInvalid(errors: unknown): RefCallback<HTMLFormElement> {
  const form = useRef<HTMLFormElement | null>(null);
  const isSent = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other errors are another outcome
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
