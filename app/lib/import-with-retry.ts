import { type RetryOptions, retry } from "./retry.ts";

/** How often and how fast an import is retried. */
type ImportRetries = Pick<RetryOptions<unknown>, "maxAttempts" | "backoff">;

const SIX_TIMES: ImportRetries = { maxAttempts: 6, backoff: { firstMs: 500, maxMs: 5000 } };

/** Imports a module on demand, and retries while offline. Rejects when the signal aborts. */
export async function importWithRetry<Module>(
  importModule: () => Promise<Module>,
  signal: AbortSignal,
  retries: ImportRetries = SIX_TIMES,
): Promise<Module> {
  const load = () =>
    importModule().then(
      (module) => ({ module }),
      (error: unknown) => ({ error }),
    );
  const loaded = await retry(load, { ...retries, shouldRetry: (outcome) => "error" in outcome, signal });
  signal.throwIfAborted();
  if ("error" in loaded) throw loaded.error;
  return loaded.module;
}
