import { count } from "#workers/metrics/metrics.ts";
import { writeLogLine } from "./log-lines.ts";

/** Logs one structured event. `details` must never contain user input, a token or a cookie. */
export function logError(where: string, error: unknown, details: Record<string, string | number | null> = {}): void {
  const { name, message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  count("tutti_errors_total", { where });
  const redacted = { name, message: redactParameters(message), stack: redactParameters(stack) };
  writeLogLine("error", { where, ...redacted, ...details });
}

/** Drizzle appends the bound values of a failed statement to its message, before the stack. */
function redactParameters(text: string): string {
  return text.replace(/\nparams:[\s\S]*?(?=\n {4}at |$)/, "");
}
