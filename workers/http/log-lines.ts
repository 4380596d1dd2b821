import { AsyncLocalStorage } from "node:async_hooks";

/** The lines that the current call has logged. */
const collected = new AsyncLocalStorage<string[]>();

export function writeLogLine(level: "info" | "error", entry: Readonly<Record<string, unknown>>): void {
  const line = JSON.stringify({ level, ...entry });
  if (level === "error") console.error(line);
  else console.log(line);
  collected.getStore()?.push(line);
}

/** Runs a call, and adds to `lines` each line that it logs. */
export function collectLogLines<T>(lines: string[], run: () => Promise<T>): Promise<T> {
  return collected.run(lines, run);
}
