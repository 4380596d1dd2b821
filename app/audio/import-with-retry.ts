import { fail, ok, type Result } from "#app/domain/result.ts";
import { retry } from "#app/lib/retry.ts";

const IMPORT_ATTEMPTS_MAX = 6;
const IMPORT_BACKOFF = { firstMs: 500, maxMs: 5000 };

/** Imports a module on demand, and retries while offline. Rejects when the signal aborts. */
export async function importWithRetry<Module>(importModule: () => Promise<Module>, signal: AbortSignal): Promise<Module> {
  const load = (): Promise<Result<Module, unknown>> => importModule().then(ok, fail<unknown>);
  const loaded = await retry(load, {
    maxAttempts: IMPORT_ATTEMPTS_MAX,
    shouldRetry: ({ ok: isLoaded }) => !isLoaded,
    backoff: IMPORT_BACKOFF,
    signal,
  });
  signal.throwIfAborted();
  if (!loaded.ok) throw loaded.error;
  return loaded.value;
}
