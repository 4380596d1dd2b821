import { count } from "#workers/metrics/metrics.ts";
import { writeLogLine } from "./log-lines.ts";
import { listMessages } from "./to-error-code.ts";

/** Logs one structured event. `details` must never contain user input, a token or a cookie. */
export function logError(where: string, error: unknown, details: Record<string, string | number | null> = {}): void {
  const { name, stack = "" } = error instanceof Error ? error : new Error(String(error));
  const [message = "", ...causes] = listMessages(error).map(redactParameters);
  count("tutti_errors_total", { where });
  const redacted = { name, message, ...(causes.length > 0 && { causes }), stack: redactParameters(stack) };
  writeLogLine("error", { where, ...redacted, ...details });
}

/** Drizzle appends the bound values of a failed statement to its message, before the stack. */
function redactParameters(text: string): string {
  return text.replace(/\nparams:[\s\S]*?(?=\n {4}at |$)/, "");
}
