import type { Engine } from "#app/audio/engine.ts";
import { startSoundWithRoom } from "#app/audio/start-sound.ts";
import { delay } from "#app/lib/retry.ts";

const CHECK_MS = 50;
/** A browser that has not started the sound by then will not do so without a gesture of another kind, ms. */
const TIMEOUT_MS = 3000;

/**
 * Starts the sound of a device that waits for a gesture. Resolves when it is on and the server's time is known, or after a while.
 * The sound stays off if the user has stopped it. Must be called during a user gesture.
 */
export async function unlockSound(engine: Engine): Promise<void> {
  startSoundWithRoom(engine);
  for (let waitedMs = 0; waitedMs < TIMEOUT_MS && isStarting(engine); waitedMs += CHECK_MS) await delay(CHECK_MS);
}

function isStarting(engine: Engine): boolean {
  const { sound } = engine.status.get();
  return sound === "locked" || (sound === "on" && engine.serverNowMs() === null);
}
