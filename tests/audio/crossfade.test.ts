import { expect, it } from "vitest";
import { type ClockReading, toPlacement } from "#app/audio/voice-placement.ts";
import { type PlannedVoice, planVoices } from "#app/audio/voice-plan.ts";
import { Voice } from "#app/audio/worklet/voice.ts";
import { DEFAULT_PLAY_ORDER } from "#app/domain/playback/play-order.ts";
import { buildPlaylist, playing } from "#tests/support/builders.ts";

const RATE = 48_000;
const BLOCK = 128;
const SECOND_BLOCKS = 375;
const START_MS = 1_700_000_000_000;
const LENGTH_MS = 6000;
const FADE_MS = 2000;
const FADE_STARTS_SEC = (LENGTH_MS - FADE_MS) / 1000;

/** The voices of two tracks that are crossfaded, as a device plans them a second before it. */
function planTransition(): readonly Omit<PlannedVoice, "id">[] {
  const order = { ...DEFAULT_PLAY_ORDER, crossfadeMs: FADE_MS };
  const timeline = { playlist: buildPlaylist(2, LENGTH_MS), playback: playing(1, 0, START_MS), order };
  return planVoices({ timeline, voices: [], serverNowMs: START_MS + 3000 }).open;
}

/**
 * The gains of both voices, frame by frame, from a time in the first track on: the signals are constant. The context has started
 * with the first track, and its clock and the room's have these speeds.
 */
function renderGains(fromSec: number, { seconds = 4, outputRate = 1, serverRate = 1 } = {}): readonly Float32Array[] {
  const fromFrame = Math.floor((fromSec * RATE) / BLOCK) * BLOCK;
  const now: ClockReading & { contextSec: number } = {
    serverMs: START_MS + (fromFrame / RATE / outputRate) * serverRate * 1000,
    contextSec: fromFrame / RATE,
    serverRate,
    outputRate,
  };
  return planTransition().map(({ schedule }) => {
    const voice = new Voice({ sampleRate: RATE, channels: 1, contextRate: RATE });
    voice.write(0, [new Float32Array((LENGTH_MS / 1000) * RATE).fill(1)]);
    voice.complete();
    if (!schedule) throw new Error("no schedule");
    voice.place({ ...toPlacement(schedule, now, { sampleRate: RATE, contextRate: RATE }), gain: 1 }, fromFrame);
    const gains = new Float32Array(seconds * SECOND_BLOCKS * BLOCK);
    for (let at = 0; at < gains.length; at += BLOCK) {
      voice.render([gains.subarray(at, at + BLOCK), new Float32Array(BLOCK)], fromFrame + at);
    }
    return gains;
  });
}

const at = (gains: Float32Array | undefined, seconds: number) => gains?.[Math.round(seconds * RATE)] ?? Number.NaN;

it("CF7 keeps the power of two crossfaded voices the same at every frame", () => {
  const [first = new Float32Array(), second = new Float32Array()] = renderGains(3);
  // the resampler's filter reaches over the beginning and the end of a track
  const edge = 100;
  for (let frame = RATE + edge; frame < RATE + (FADE_MS / 1000) * RATE - edge; frame++) {
    const power = (first[frame] ?? 0) ** 2 + (second[frame] ?? 0) ** 2;
    if (Math.abs(power - 1) > 1e-3) expect.fail(`power ${power} at frame ${frame}`);
  }
  expect(at(first, 0.5)).toBeCloseTo(1, 4);
  expect(at(second, 0.5)).toBe(0);
  expect(at(first, 2)).toBeCloseTo(Math.SQRT1_2, 3);
  expect(at(second, 1.5)).toBeCloseTo(Math.sin(Math.PI / 8), 3);
  expect(at(second, 3.5)).toBeCloseTo(1, 4);
});

it("CF7 starts the next track and the crossfade at the same places in the music on a device whose clocks differ", () => {
  const now = { serverMs: START_MS + 3000, contextSec: 3, serverRate: 1.0001, outputRate: 0.9999 };
  const [first, second] = planTransition().map(({ schedule }) => {
    if (!schedule) throw new Error("no schedule");
    const placement = toPlacement(schedule, now, { sampleRate: RATE, contextRate: RATE });
    const { trackFrame, contextFrame, rate, startFrame, fadeIn, fadeOut } = placement;
    const toTrackSec = (frame: number) => (trackFrame + (frame - contextFrame) * rate) / RATE;
    const fades = [fadeIn, fadeOut].flatMap((fade) => (fade ? [fade.startFrame, fade.endFrame] : []));
    return { startsAt: toTrackSec(startFrame), fadesAt: fades.map(toTrackSec) };
  });
  expect(second?.startsAt).toBeCloseTo(0, 7);
  expect(second?.fadesAt[0]).toBeCloseTo(0, 7);
  expect(second?.fadesAt[1]).toBeCloseTo(FADE_MS / 1000, 7);
  expect(first?.fadesAt[0]).toBeCloseTo(FADE_STARTS_SEC, 7);
  expect(first?.fadesAt[1]).toBeCloseTo(LENGTH_MS / 1000, 7);
});

it("CF7 has the same gains on a device whose clock differs and that joins in the crossfade", () => {
  const outputRate = 1.0001;
  const joined = renderGains(FADE_STARTS_SEC + 0.48, { seconds: 1, outputRate });
  const [first, second] = joined.map((gains) => at(gains, 0.52));
  // a second of the fade has passed by the clock of the room
  const share = (((FADE_STARTS_SEC + 1) / outputRate - FADE_STARTS_SEC) * 1000) / FADE_MS;
  expect(first).toBeCloseTo(Math.cos((share * Math.PI) / 2), 3);
  expect(second).toBeCloseTo(Math.sin((share * Math.PI) / 2), 3);
});
