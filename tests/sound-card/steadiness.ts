import type { ClickTimes } from "./compare-devices.ts";
import type { DeviceSound } from "./device-sound.ts";

/** A place where the sound of a device moved on its own timeline. */
export type TimelineJump = {
  /** When, in seconds after the first click. */
  readonly atSec: number;
  /** Positive if the sound came later than it should have. */
  readonly sizeMs: number;
};

/** How steadily one device played a track, without regard to other devices. */
export type Steadiness = {
  readonly clicks: number;
  readonly jumps: readonly TimelineJump[];
  /** Silences between the first and the last click. */
  readonly silences: number;
  /** Clicks that are missing between the first and the last one. */
  readonly missing: number;
};

/** Above the error of the measurement and below what is audible. The card's clock adds 0.2 ms between two clicks. */
const JUMP_MS = 3;

/** `timesMs` are the times of the clicks in the track, `played` the clicks that were identified in `sound`. */
export function measureSteadiness(timesMs: readonly number[], played: ClickTimes, { silences }: DeviceSound): Steadiness {
  const clicks = [...played].sort(([a], [b]) => a - b);
  const [first, last] = [clicks[0], clicks.at(-1)];
  if (!first || !last) return { clicks: 0, jumps: [], silences: silences.length, missing: 0 };
  const delayMs = ([index, ms]: readonly [number, number]) => ms - (timesMs[index] ?? Number.NaN);
  return {
    clicks: clicks.length,
    jumps: clicks.slice(1).flatMap((click, i) => {
      const sizeMs = delayMs(click) - delayMs(clicks[i] ?? click);
      return Math.abs(sizeMs) > JUMP_MS ? [{ atSec: (click[1] - first[1]) / 1000, sizeMs }] : [];
    }),
    silences: silences.filter(({ fromMs }) => fromMs > first[1] && fromMs < last[1]).length,
    missing: last[0] - first[0] + 1 - clicks.length,
  };
}

/** Empty if the device played without jumps and holes. */
export function describeUnsteadiness({ jumps, silences, missing }: Steadiness): string {
  const parts = [
    ...jumps.map(({ atSec, sizeMs }) => `a jump of ${sizeMs.toFixed(1)} ms at ${atSec.toFixed(1)} s`),
    ...(silences > 0 ? [`silences: ${silences}`] : []),
    ...(missing > 0 ? [`missing clicks: ${missing}`] : []),
  ];
  return parts.join(", ");
}
