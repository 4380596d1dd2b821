import type { DeviceId } from "#app/domain/ids.ts";
import { deviceLimits } from "./device-limits.ts";
import type { CalibrationPlan, SoundCheck } from "./sound-check.ts";

/** The time between two clicks of a test, ms. */
const CLICK_MS = 700;
const CLICKS = 3;
/** The music returns this long after the last sound of a calibration, ms: its echoes must have ended. */
const ECHO_MS = 300;

type Start = { readonly id: string; readonly nowMs: number };

/** Clicks that all devices play together, above the music. */
export function scheduleTest({ id, nowMs }: Start): SoundCheck {
  const startMs = nowMs + deviceLimits.soundLeadMs;
  return { id, sound: "click", startMs, periodMs: CLICK_MS, count: CLICKS, silentUntilMs: null };
}

/** A beat that all devices play together, without music. */
export function scheduleMetronome({ id, nowMs }: Start): SoundCheck {
  const { soundLeadMs, beatMs, metronomeMs } = deviceLimits;
  const startMs = nowMs + soundLeadMs;
  const count = Math.floor(metronomeMs / beatMs);
  return { id, sound: "beat", startMs, periodMs: beatMs, count, silentUntilMs: startMs + metronomeMs };
}

export type CalibrationSchedule = {
  readonly plan: CalibrationPlan;
  /** The sounds of each device, in the order of the plan's slots. */
  readonly checks: readonly { readonly deviceId: DeviceId; readonly check: SoundCheck }[];
  readonly endMs: number;
};

/**
 * The devices play in turn, round after round, the listening device first. It plays once more at the end, so that its own sounds are
 * before and after each of the others, and show how its clock runs.
 */
export function scheduleCalibration(
  { id, nowMs }: Start,
  listener: DeviceId,
  others: readonly DeviceId[],
): CalibrationSchedule {
  const { soundLeadMs, chirpSlotMs, chirpRounds: rounds } = deviceLimits;
  const firstMs = nowMs + soundLeadMs;
  const slots = [listener, ...others].map((deviceId, k) => ({ deviceId, startMs: firstMs + k * chirpSlotMs }));
  const periodMs = slots.length * chirpSlotMs;
  const lastMs = firstMs + rounds * periodMs;
  const endMs = lastMs + chirpSlotMs + ECHO_MS;
  const checks = slots.map(({ deviceId, startMs }) => {
    const count = deviceId === listener ? rounds + 1 : rounds;
    return { deviceId, check: { id, sound: "chirp", startMs, periodMs, count, silentUntilMs: endMs } as const };
  });
  return { plan: { id, slots, periodMs, rounds, lastMs }, checks, endMs };
}
