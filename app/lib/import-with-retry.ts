import { retry } from "./retry.ts";

const IMPORT_ATTEMPTS_MAX = 6;
const IMPORT_BACKOFF = { firstMs: 500, maxMs: 5000 };

/** Imports a module on demand, and retries while offline. Rejects when the signal aborts. */
export async function importWithRetry<Module>(importModule: () => Promise<Module>, signal: AbortSignal): Promise<Module> {
  const load = () =>
    importModule().then(
      (module) => ({ module }),
      (error: unknown) => ({ error }),
    );
  const loaded = await retry(load, {
    maxAttempts: IMPORT_ATTEMPTS_MAX,
    shouldRetry: (outcome) => "error" in outcome,
    backoff: IMPORT_BACKOFF,
    signal,
  });
  signal.throwIfAborted();
  if ("error" in loaded) throw loaded.error;
  return loaded.module;
}
