import { backoffMs, delay } from "#app/lib/retry.ts";

/**
 * On a self-hosted server the database is a file. Another process that writes to it, such as a backup, locks it for a moment.
 * Nothing was executed then, so every statement can be repeated. The deployed D1 is never locked.
 */
const LOCKED = /SQLITE_BUSY|database is locked/;
const BACKOFF = { firstMs: 40, maxMs: 1000 };
/** About 6 s altogether. */
const ATTEMPTS = 12;

/** Waits while another process locks the database file. After 6 s it throws what D1 throws. */
export async function retryWhileLocked<T>(execute: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await execute();
    } catch (error) {
      if (failures + 1 >= ATTEMPTS || !(error instanceof Error) || !LOCKED.test(error.message)) throw error;
      await delay(backoffMs(failures, Math.random(), BACKOFF));
    }
  }
}
