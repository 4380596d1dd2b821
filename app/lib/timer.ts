/** Runs a callback after a delay. Returns the function that cancels it. */
export function startTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
