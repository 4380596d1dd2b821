import type { Engine } from "./engine.ts";
import { startSilentAudio } from "./silent-audio.ts";

/**
 * Starts the sound with a command that starts the room, unless the user has stopped listening. It must be called during the
 * gesture, before the reply of the room.
 */
export function startSoundWithRoom(engine: Engine): void {
  if (engine.status.get().sound !== "locked") return;
  startSilentAudio();
  void engine.unlock();
}
