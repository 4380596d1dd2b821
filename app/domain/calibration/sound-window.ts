import type { CalibrationPlan } from "#app/domain/devices/sound-check.ts";
import type { DeviceId } from "#app/domain/ids.ts";

/** One sound of a calibration. */
export type PlannedSound = {
  readonly deviceId: DeviceId;
  /** From 0; the last sound of the listening device has the number of the plan's rounds. */
  readonly round: number;
  /** When it begins, server time, ms. */
  readonly serverMs: number;
};

/** A sound is searched for from this before its time until this after it, s. */
const BEFORE_SEC = 0.65;
const AFTER_SEC = 0.9;

/** After this the sound before is over and its echoes are weak, s. */
const SOUND_SEC = 0.3;

/** The sounds of a calibration, in the order in which they are played. */
export function soundsOf({ slots, periodMs, rounds, lastMs }: CalibrationPlan): readonly PlannedSound[] {
  const sounds: PlannedSound[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const { deviceId, startMs } of slots) sounds.push({ deviceId, round, serverMs: startMs + round * periodMs });
  }
  const listener = slots[0];
  return listener ? [...sounds, { deviceId: listener.deviceId, round: rounds, serverMs: lastMs }] : sounds;
}

/** The part of a recording to search for a sound that is due at a moment; `previousSec` is when the sound before arrived. */
export function soundWindow(dueSec: number, previousSec: number | null): { readonly fromSec: number; readonly toSec: number } {
  const fromSec = Math.max(dueSec - BEFORE_SEC, previousSec === null ? Number.NEGATIVE_INFINITY : previousSec + SOUND_SEC);
  return { fromSec, toSec: dueSec + AFTER_SEC };
}
