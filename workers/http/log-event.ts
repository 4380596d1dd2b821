import { writeLogLine } from "./log-lines.ts";

/** Logs one structured event, one line of JSON. `details` must never contain user input, a token or a cookie. */
export function logEvent(where: string, details: Readonly<Record<string, string | number | null>>): void {
  writeLogLine("info", { where, ...details });
}
