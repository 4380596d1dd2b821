import { expect, it, vi } from "vitest";
import type { Placement } from "#app/audio/worklet/messages.ts";
import { Voice } from "#app/audio/worklet/voice.ts";
import { warmUp } from "#app/audio/worklet/warm-up.ts";

const RATE = 48_000;
const BLOCK = 128;
const PLACEMENT: Placement = {
  contextFrame: 0,
  trackFrame: 0,
  rate: 1,
  startFrame: 0,
  stopFrame: null,
  isCutShort: false,
  fadeIn: null,
  fadeOut: null,
  gain: 1,
};

/** A voice of a constant signal, so that its output is its gain. */
function createVoice({ fromFrame = 0, seconds = 5 } = {}) {
  const voice = new Voice({ sampleRate: RATE, channels: 1, contextRate: RATE });
  voice.write(fromFrame, [new Float32Array(seconds * RATE).fill(1)]);
  return voice;
}

/** Renders context frames `[from, to)`, both multiples of a block. Both channels must be the same. */
function render(voice: Voice, from: number, to: number): Float32Array {
  const rendered = new Float32Array(to - from);
  for (let frame = from; frame < to; frame += BLOCK) {
    const [left, right] = [new Float32Array(BLOCK), new Float32Array(BLOCK)];
    voice.render([left, right], frame);
    expect(right).toEqual(left);
    rendered.set(left, frame - from);
  }
  return rendered;
}

it("starts a track at the scheduled frame without a fade", () => {
  const voice = createVoice();
  voice.place({ ...PLACEMENT, contextFrame: 200, startFrame: 200 }, 0);
  const output = render(voice, 0, 8 * BLOCK);
  expect(Math.max(...output.subarray(0, 200))).toBe(0);
  expect(Math.min(...output.subarray(202))).toBeGreaterThan(0.9);
});

it("fades in when it starts in the middle of a track", () => {
  const voice = createVoice();
  voice.place({ ...PLACEMENT, trackFrame: RATE }, 0);
  const output = render(voice, 0, 8 * BLOCK);
  expect(output[0]).toBeLessThan(0.01);
  // 8 ms
  expect(output[192]).toBeCloseTo(0.5, 1);
  expect(output[400]).toBeCloseTo(1, 2);
});

it("fades out when it is cut short, even if the stop is already past", () => {
  const voice = createVoice();
  voice.place(PLACEMENT, 0);
  render(voice, 0, 8 * BLOCK);
  voice.place({ ...PLACEMENT, stopFrame: 100, isCutShort: true }, 8 * BLOCK);
  const output = render(voice, 8 * BLOCK, 16 * BLOCK);
  expect(output[0]).toBeCloseTo(1, 1);
  // 6 ms
  expect(output[144]).toBeCloseTo(0.5, 1);
  expect(Math.max(...output.subarray(288))).toBe(0);
  expect(voice.report(1)).toMatchObject({ isOver: true, positionFrame: null });
});

it("corrects a small error by its rate, and a large one by a cross-faded jump", () => {
  const voice = createVoice({ seconds: 10 });
  voice.place({ ...PLACEMENT, gain: 0.5 }, 0);
  const settledFrame = 1000 * BLOCK;
  render(voice, 0, settledFrame);
  voice.place({ ...PLACEMENT, trackFrame: 48, gain: 0.5 }, settledFrame);
  render(voice, settledFrame, settledFrame + 8 * BLOCK);
  const small = voice.report(1);
  expect(small.jumps).toBe(0);
  expect(small.trimPpm).toBeGreaterThan(0);
  voice.place({ ...PLACEMENT, trackFrame: RATE, gain: 0.5 }, settledFrame + 8 * BLOCK);
  const jump = render(voice, settledFrame + 8 * BLOCK, settledFrame + 16 * BLOCK);
  expect(voice.report(1).jumps).toBe(1);
  // identical signals add up to √2 in the middle of a cross-fade of equal power
  expect(Math.max(...jump)).toBeCloseTo(0.5 * Math.SQRT2, 2);
  expect(Math.min(...jump)).toBeCloseTo(0.5, 2);
});

it("jumps by a small distance when it is realigned, cross-faded, and counts no jump", () => {
  const voice = createVoice({ seconds: 10 });
  voice.place(PLACEMENT, 0);
  const settledFrame = 1000 * BLOCK;
  render(voice, 0, settledFrame);
  // 20 ms, too little for a jump otherwise
  voice.place({ ...PLACEMENT, trackFrame: 960 }, settledFrame);
  voice.realign();
  const jump = render(voice, settledFrame, settledFrame + 8 * BLOCK);
  expect(voice.report(1)).toMatchObject({ jumps: 0, positionFrame: settledFrame + 8 * BLOCK + 960 });
  expect(Math.max(...jump)).toBeCloseTo(Math.SQRT2, 2);
});

it("is silent while its samples are missing, and continues at the scheduled position", () => {
  const voice = createVoice({ seconds: 1 });
  voice.place(PLACEMENT, 0);
  render(voice, 0, 375 * BLOCK);
  const gap = render(voice, 375 * BLOCK, 400 * BLOCK);
  expect(Math.max(...gap.subarray(BLOCK))).toBe(0);
  expect(voice.report(1).underruns).toBeGreaterThan(0);
  voice.write(RATE, [new Float32Array(RATE).fill(1)]);
  render(voice, 400 * BLOCK, 401 * BLOCK);
  expect(voice.report(1).positionFrame).toBeCloseTo(401 * BLOCK, 0);
});

it("plays to the last sample of a complete track", () => {
  const voice = createVoice({ seconds: 1 });
  voice.complete();
  voice.place({ ...PLACEMENT, stopFrame: RATE }, 0);
  const output = render(voice, 0, 376 * BLOCK);
  expect(output[RATE - 20]).toBeCloseTo(1, 1);
  expect(Math.max(...output.subarray(RATE))).toBe(0);
  expect(voice.report(1)).toMatchObject({ isOver: true, underruns: 0 });
});

it("approaches a new gain gradually", () => {
  const voice = createVoice();
  voice.place(PLACEMENT, 0);
  render(voice, 0, 8 * BLOCK);
  voice.place({ ...PLACEMENT, gain: 0.5 }, 8 * BLOCK);
  const output = render(voice, 8 * BLOCK, 80 * BLOCK);
  // half of the change takes 100 ms
  expect(output[2400]).toBeCloseTo(0.75, 1);
  expect(output.at(-1)).toBeCloseTo(0.5, 2);
});

it("renders half a second of both usual rates to warm up", () => {
  const render = vi.spyOn(Voice.prototype, "render");
  warmUp(RATE);
  expect(render).toHaveBeenCalledTimes(400);
  render.mockRestore();
});
