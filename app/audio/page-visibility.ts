/** Whether the page can be seen. Where there is no page, as in tests, it counts as visible. */
export function isPageVisible(): boolean {
  return typeof document === "undefined" || document.visibilityState === "visible";
}

/** Calls the listener whenever the page is shown or hidden. Returns the function that stops it. */
export function onPageVisibility(listener: (isVisible: boolean) => void): () => void {
  if (typeof document === "undefined") return () => undefined;
  const page = document;
  const notify = () => listener(isPageVisible());
  page.addEventListener("visibilitychange", notify);
  return () => page.removeEventListener("visibilitychange", notify);
}
