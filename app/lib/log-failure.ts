/** Logs a failure that changes nothing for the person at the page. */
export function logFailure(what: string, error: unknown): void {
  console.error(`${what}:`, error);
}
