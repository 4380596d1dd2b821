import { AsyncLocalStorage } from "node:async_hooks";

/** Where the lines that some code logs belong. */
type LogContext = {
  /** Added to each line. */
  readonly requestId: string;
  /** Also receives each line. */
  readonly lines?: string[];
};

const current = new AsyncLocalStorage<LogContext>();

export function writeLogLine(level: "info" | "error", entry: Readonly<Record<string, unknown>>): void {
  const context = current.getStore();
  const time = new Date().toISOString();
  const line = JSON.stringify({ level, time, ...entry, ...(context && { requestId: context.requestId }) });
  if (level === "error") console.error(line);
  else console.log(line);
  context?.lines?.push(line);
}

/** Runs code whose lines belong to a request. */
export function logWith<T>(context: LogContext, run: () => Promise<T>): Promise<T> {
  return current.run(context, run);
}
