/** One structured event a line, for the platform's logs. Never with what a person typed, a token or a cookie. */
export function logFault(where: string, error: unknown, about: Record<string, string | number | null> = {}): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  console.error(JSON.stringify({ level: "error", where, name, message, stack, ...about }));
}
