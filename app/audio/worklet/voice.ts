import { type DriftState, driftStep, NO_DRIFT } from "#app/domain/sync/drift.ts";
import type { Placement, VoiceId, VoiceReport } from "./messages.ts";
import { makeResampler, REACH } from "./resampler.ts";
import { makeSampleRing } from "./sample-ring.ts";

/**
 * One stretch of one track. It owns its read position, as a real number of track frames, and keeps it on the line it
 * was given: trimmed within what nobody hears, moved at once with a cross-fade where that is not enough.
 */
export type Voice = {
  write(startFrame: number, planes: readonly Float32Array[]): void;
  complete(): void;
  place(placement: Placement, nowFrame: number): void;
  /** Adds its sound to `outputs`, whose first frame is the context's `blockFrame`. */
  render(outputs: readonly Float32Array[], blockFrame: number): void;
  report(voice: VoiceId): VoiceReport;
};

/** What is held in memory at the most. */
const RING_SECONDS = 14;
/** Into the middle of music, and out of it. */
const FADE_IN_SECONDS = 0.008;
const FADE_OUT_SECONDS = 0.006;
const CROSS_FADE_SECONDS = 0.01;
/** How long another loudness takes. */
const LEVEL_SECONDS = 0.2;
/** How long after its beginning a voice is still finding its place. */
const FRESH_SECONDS = 2;

/** @param contextRate the context's sample rate, Hz */
export function createVoice({
  sampleRate,
  channels,
  contextRate,
}: {
  readonly sampleRate: number;
  readonly channels: number;
  readonly contextRate: number;
}): Voice {
  const ring = makeSampleRing(Math.min(2, channels), Math.ceil(RING_SECONDS * sampleRate));
  const resampler = makeResampler(sampleRate / contextRate);
  const framesOf = (seconds: number) => Math.round(seconds * contextRate);
  let placement: Placement | null = null;
  let position: number | null = null;
  let drift: DriftState = NO_DRIFT;
  let errorMs = 0;
  let isComplete = false;
  let isOver = false;
  let starvedBlocks = 0;
  let jumps = 0;
  let beganAtFrame = 0;
  /** The gain at the next frame, and what each frame adds to it. */
  let gain = 1;
  let gainStep = 0;
  /** The loudness at the next frame; it follows what was asked for. */
  let loudness = 1;
  /** The read position that is being faded out, and how far that has got, in context frames. */
  let leaving: { position: number; passed: number } | null = null;

  const wantedAt = (line: Placement, frame: number) => line.trackFrame + (frame - line.contextFrame) * line.rate;

  /** Whether the samples around a position are there; before the track and behind its end there is silence. */
  function canRead(at: number): boolean {
    if (ring.from === ring.to) return false;
    const needTo = isComplete ? Math.min(at + REACH, ring.to) : at + REACH;
    return at - REACH >= (ring.from === 0 ? Number.NEGATIVE_INFINITY : ring.from) && needTo <= ring.to;
  }

  function begin(line: Placement, frame: number): void {
    const wanted = wantedAt(line, frame);
    if (!canRead(wanted)) {
      starvedBlocks += frame > line.startFrame ? 1 : 0;
      return;
    }
    position = wanted;
    beganAtFrame = frame;
    loudness = line.gain;
    drift = { ...drift, trimPpm: drift.steadyPpm };
    // the start of a track, on time, is played as it is
    const isOnTime = frame - line.startFrame < 1 && wanted < 1;
    gain = isOnTime ? 1 : 0;
    gainStep = isOnTime ? 0 : 1 / framesOf(FADE_IN_SECONDS);
  }

  function steer(line: Placement, frame: number, frames: number): void {
    if (position === null) return;
    const wanted = wantedAt(line, frame);
    errorMs = ((position - wanted) / sampleRate) * 1000;
    const isFresh = frame - beganAtFrame < framesOf(FRESH_SECONDS);
    const step = driftStep(drift, errorMs, { elapsedMs: (frames / contextRate) * 1000, isFresh });
    drift = step.state;
    if (!step.jump || !canRead(wanted)) return;
    leaving = { position, passed: 0 };
    position = wanted;
    errorMs = 0;
    jumps += 1;
  }

  function mix(outputs: readonly Float32Array[], { line, from, frames, at }: Stretch): void {
    if (position === null) return;
    const step = line.rate * (1 + drift.trimPpm * 1e-6);
    const crossFrames = framesOf(CROSS_FADE_SECONDS);
    const fadeOutFrames = framesOf(FADE_OUT_SECONDS);
    const stop = line.isCutShort ? line.stopFrame : null;
    const follow = 1 / framesOf(LEVEL_SECONDS);
    for (let i = 0; i < frames; i++) {
      const here = position + i * step;
      const out = stop === null ? 1 : Math.min(1, (stop - from - i) / fadeOutFrames);
      gain = Math.min(1, gain + gainStep);
      const cross = leaving && leaving.passed < crossFrames ? leaving.passed / crossFrames : 1;
      loudness += Math.max(-follow, Math.min(follow, line.gain - loudness));
      const level = out * gain * loudness;
      for (let c = 0; c < outputs.length; c++) {
        const samples = ring.channels[Math.min(c, ring.channels.length - 1)];
        const output = outputs[c];
        if (!samples || !output) continue;
        let value = resampler.read(samples, here, ring.from, ring.to) * Math.sin((cross * Math.PI) / 2);
        if (leaving && cross < 1) {
          const old = leaving.position + leaving.passed * step;
          value += resampler.read(samples, old, ring.from, ring.to) * Math.cos((cross * Math.PI) / 2);
        }
        output[at + i] = (output[at + i] ?? 0) + value * level;
      }
      if (leaving) leaving.passed += 1;
    }
    if (leaving && leaving.passed >= crossFrames) leaving = null;
    position += frames * step;
  }

  return {
    write: ring.write,
    complete() {
      isComplete = true;
    },
    place(next, nowFrame) {
      // an end that has passed already is still faded out
      const soonest = nowFrame + framesOf(FADE_OUT_SECONDS);
      const isLate = next.isCutShort && next.stopFrame !== null && next.stopFrame < soonest && position !== null;
      placement = isLate ? { ...next, stopFrame: soonest } : next;
      isOver = false;
    },
    render(outputs, blockFrame) {
      const line = placement;
      if (!line || isOver) return;
      const blockFrames = outputs[0]?.length ?? 0;
      const from = Math.max(blockFrame, Math.ceil(line.startFrame));
      const to = Math.min(
        blockFrame + blockFrames,
        line.stopFrame === null ? Number.POSITIVE_INFINITY : Math.ceil(line.stopFrame),
      );
      if (from < to) {
        if (position === null) begin(line, from);
        else steer(line, from, to - from);
        if (position !== null && !canRead(position + (to - from) * line.rate) && !isComplete) {
          // nothing to play: silence, then back in at the right place
          position = null;
          starvedBlocks += 1;
        }
        mix(outputs, { line, from, frames: to - from, at: from - blockFrame });
      }
      if (line.stopFrame !== null && blockFrame + blockFrames >= line.stopFrame) {
        isOver = true;
        position = null;
        leaving = null;
      }
    },
    report: (voice) => ({
      voice,
      fromFrame: ring.from,
      toFrame: ring.to,
      positionFrame: position,
      errorMs,
      trimPpm: drift.trimPpm,
      starvedBlocks,
      jumps,
      isOver,
    }),
  };
}

/** Frames of one block in which a voice sounds: where they lie in the context, and in the outputs. */
type Stretch = { readonly line: Placement; readonly from: number; readonly frames: number; readonly at: number };
