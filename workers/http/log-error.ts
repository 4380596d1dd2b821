/** One structured event a line, for the platform's logs. Never with what a person typed, a token or a cookie. */
export function logError(where: string, error: unknown, about: Record<string, string | number | null> = {}): void {
  const { name, message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  const said = { name, message: withoutValues(message), stack: withoutValues(stack) };
  console.error(JSON.stringify({ level: "error", where, ...said, ...about }));
}

/** A failed statement's message goes on with the values that it was to write, up to the stack. */
function withoutValues(text: string): string {
  return text.replace(/\nparams:[\s\S]*?(?=\n {4}at |$)/, "");
}
