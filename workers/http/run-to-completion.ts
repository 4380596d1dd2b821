import type { RequestContext } from "./request-context.ts";

/** Runs work that continues even if the client disconnects. */
export function runToCompletion<T>({ waitUntil }: Pick<RequestContext, "waitUntil">, run: () => Promise<T>): Promise<T> {
  const running = run();
  // the caller handles a failure
  waitUntil(running.catch(() => undefined));
  return running;
}
