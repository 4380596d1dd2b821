import type { SoundCheck } from "#app/domain/devices/sound-check.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";

const checks = createStore<readonly SoundCheck[]>([]);

/** The sound checks of the room in which this device takes part, from their announcement to their end. */
export const activeSoundChecks: ReadableStore<readonly SoundCheck[]> = checks;

/** Adds a sound check. One with the same id is replaced. */
export function addSoundCheck(check: SoundCheck): void {
  checks.update((current) => [...current.filter(({ id }) => id !== check.id), check]);
}

/** Removes a sound check that has ended. */
export function removeSoundCheck(id: string): void {
  if (checks.get().some((check) => check.id === id)) checks.update((current) => current.filter((check) => check.id !== id));
}
