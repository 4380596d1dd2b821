import type { FrameSpan, Placement } from "#app/audio/worklet/messages.ts";
import type { Fade, VoiceSchedule } from "./voice-plan.ts";

/** One moment on the server's clock and on the audio context's. */
export type ClockReading = {
  readonly serverMs: number;
  /** Context time, s, that is audible at this moment; null while the output clock is not settled. */
  readonly contextSec: number | null;
  /** Speed of the server's clock relative to the device's. */
  readonly serverRate: number;
  /** Speed of the audio context's clock relative to the device's. */
  readonly outputRate: number;
};

/** Converts a voice's schedule from server time to frames of the audio context. Rates in Hz. */
export function toPlacement(
  schedule: VoiceSchedule,
  now: ClockReading & { readonly contextSec: number },
  rates: { readonly sampleRate: number; readonly contextRate: number },
): Omit<Placement, "gain"> {
  const { sampleRate, contextRate } = rates;
  const toContextFrame = (serverMs: number) =>
    (now.contextSec + ((serverMs - now.serverMs) / now.serverRate / 1000) * now.outputRate) * contextRate;
  const toFrameSpan = (fade: Fade): FrameSpan => ({
    startFrame: toContextFrame(fade.startMs),
    endFrame: toContextFrame(fade.endMs),
  });
  return {
    contextFrame: now.contextSec * contextRate,
    trackFrame: ((now.serverMs - schedule.originMs) / 1000) * sampleRate,
    rate: ((sampleRate / contextRate) * now.serverRate) / now.outputRate,
    startFrame: toContextFrame(schedule.startMs),
    stopFrame: schedule.stopMs === null ? null : toContextFrame(schedule.stopMs),
    isCutShort: schedule.isCutShort,
    fadeIn: schedule.fadeIn && toFrameSpan(schedule.fadeIn),
    fadeOut: schedule.fadeOut && toFrameSpan(schedule.fadeOut),
  };
}
