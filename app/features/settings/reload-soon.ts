/** Long enough to read why. */
const READ_MS = 1500;

export function reloadSoon(): void {
  setTimeout(() => location.reload(), READ_MS);
}
