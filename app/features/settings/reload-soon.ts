/** Long enough to read why. */
const READ_MS = 1500;

/** @returns calls it off */
export function reloadSoon(): () => void {
  const timer = setTimeout(() => location.reload(), READ_MS);
  return () => clearTimeout(timer);
}
