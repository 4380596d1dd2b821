/** Time to read the notice that announces the reload. */
const READING_MS = 1500;

/** Reloads the page after a moment. Returns the function that cancels it. */
export function scheduleReload(): () => void {
  const timer = setTimeout(() => location.reload(), READING_MS);
  return () => clearTimeout(timer);
}
