import type { SoundCheck } from "#app/domain/devices/sound-check.ts";
import type { MetronomeState } from "./metronome-run.ts";

/** The sound check for which another device has silenced the music of this one. The own metronome has a control of its own. */
export function findForeignCheck(checks: readonly SoundCheck[], metronome: MetronomeState): SoundCheck | null {
  // the check of a metronome that starts may arrive before the reply
  const isOwnBeat = ({ sound, id }: SoundCheck) => {
    if (metronome.status === "starting") return sound === "beat";
    return metronome.status === "playing" && metronome.isOwn && metronome.check?.id === id;
  };
  return checks.find((check) => check.silentUntilMs !== null && !isOwnBeat(check)) ?? null;
}
