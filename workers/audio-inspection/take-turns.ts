import { setTimeout as sleep } from "node:timers/promises";
import type { UserId } from "#app/domain/ids.ts";
import { MINUTE_MS } from "#app/domain/units.ts";

const POLL_MS = 50;
/** A turn that was cut off, for example because its client disconnected, ends after this. */
const TURN_MS = 2 * MINUTE_MS;

/** When each person's current turn ends at the latest, ms. */
const turns = new Map<UserId, number>();

/**
 * Reads a stored file while no other file of the same person is being read here: it occupies the thread on which rooms run. The
 * others wait without a promise of another request, which the platform does not allow.
 */
export async function takeTurn<T>(userId: UserId, read: () => Promise<T>): Promise<T> {
  while ((turns.get(userId) ?? 0) > Date.now()) await sleep(POLL_MS);
  const endMs = Date.now() + TURN_MS;
  turns.set(userId, endMs);
  try {
    return await read();
  } finally {
    if (turns.get(userId) === endMs) turns.delete(userId);
  }
}
