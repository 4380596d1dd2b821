import type { CardRecording } from "./card-recorder.ts";
import { findClicks } from "./find-clicks.ts";
import { findSilences, type Silence } from "./find-silences.ts";

/** The clicks and silences of one device, in wall-clock ms. The times of all devices of a recording are on one clock. */
export type DeviceSound = {
  readonly clicksMs: readonly number[];
  readonly silences: readonly Silence[];
};

export function analyzeRecording({ devices, sampleRate, startedAtMs }: CardRecording): readonly DeviceSound[] {
  const toWallMs = (ms: number) => startedAtMs + ms;
  return devices.map((samples) => ({
    clicksMs: findClicks(samples, sampleRate).map(toWallMs),
    silences: findSilences(samples, sampleRate).map(({ fromMs, toMs }) => ({ fromMs: toWallMs(fromMs), toMs: toWallMs(toMs) })),
  }));
}

/** A part of what a device played. `toMs` is exclusive. */
export function soundBetween({ clicksMs, silences }: DeviceSound, fromMs: number, toMs: number): DeviceSound {
  const isInside = (ms: number) => ms >= fromMs && ms < toMs;
  return { clicksMs: clicksMs.filter(isInside), silences: silences.filter((silence) => isInside(silence.fromMs)) };
}
