import { beforeEach, expect, it, vi } from "vitest";
import type { ChannelMix, PlayerCommand } from "#app/audio/worklet/messages.ts";

const RATE = 48_000;
const BLOCK = 128;
/** The frame at which a new player has arrived. */
const FIRST_FRAME = 38 * BLOCK;

type Processor = {
  readonly port: { onmessage: (event: { readonly data: PlayerCommand }) => void };
  process(inputs: readonly Float32Array[][], outputs: readonly Float32Array[][]): boolean;
};

let createProcessor: new () => Processor;

beforeEach(async () => {
  vi.stubGlobal("sampleRate", RATE);
  vi.stubGlobal("currentFrame", 0);
  vi.stubGlobal(
    "AudioWorkletProcessor",
    class {
      readonly port = { onmessage: null, postMessage: () => undefined };
    },
  );
  vi.stubGlobal("registerProcessor", (_name: string, processor: new () => Processor) => {
    createProcessor = processor;
  });
  vi.resetModules();
  await import("#app/audio/worklet/player.worklet.ts");
  return () => vi.unstubAllGlobals();
});

/** The commands of a voice that plays from now on. */
function openVoice(): readonly PlayerCommand[] {
  const planes = [new Float32Array(10 * RATE).fill(1), new Float32Array(10 * RATE).fill(0.5)];
  const placement = { contextFrame: 0, trackFrame: 0, rate: 1, startFrame: 0, stopFrame: null, isCutShort: false, gain: 1 };
  return [
    { type: "open", voice: 1, sampleRate: RATE, channels: 2 },
    { type: "samples", voice: 1, startFrame: 0, planes },
    { type: "place", voice: 1, placement: { ...placement, fadeIn: null, fadeOut: null } },
  ];
}

/** A player with a voice whose left channel is 1 and whose right channel is 0.5. */
function createPlayer() {
  const processor = new createProcessor();
  let frame = 0;
  const send = (...commands: readonly PlayerCommand[]): void => {
    for (const data of commands) processor.port.onmessage({ data });
  };
  /** Renders for a time, and returns both channels. */
  const render = (seconds: number) => {
    const blocks = Math.round((seconds * RATE) / BLOCK);
    const channels = Array.from({ length: 2 }, () => new Float32Array(blocks * BLOCK));
    for (let block = 0; block < blocks; block++) {
      vi.stubGlobal("currentFrame", frame);
      const part = channels.map((channel) => channel.subarray(block * BLOCK, (block + 1) * BLOCK));
      processor.process([], [part]);
      frame += BLOCK;
    }
    const [left = new Float32Array(), right = new Float32Array()] = channels;
    return { left, right };
  };
  /** Renders for a time without the music. Both channels must be the same. */
  const renderOther = (seconds: number): Float32Array => {
    send({ type: "volume", gain: 0, fadeMs: 0 });
    const { left, right } = render(seconds);
    expect(right).toEqual(left);
    return left;
  };
  send(...openVoice());
  render(0.1);
  return { send, render, renderOther };
}

/** The largest difference between two samples in a row. */
function largestStep(samples: Float32Array): number {
  return samples.reduce((max, value, i) => Math.max(max, i === 0 ? 0 : Math.abs(value - (samples[i - 1] ?? 0))), 0);
}

it.each<[ChannelMix, number, number]>([
  ["stereo", 1, 0.5],
  ["left", 1, 1],
  ["right", 0.5, 0.5],
  ["mono", 0.75, 0.75],
])("plays the mix %s, and changes to it without a step", (mix, left, right) => {
  const { send, render } = createPlayer();
  send({ type: "channels", mix });
  const change = render(0.1);
  expect(Math.max(largestStep(change.left), largestStep(change.right))).toBeLessThan(1 / 900);
  // 10 ms later, it is halfway
  expect(change.right[Math.round(0.01 * RATE)]).toBeCloseTo((0.5 + right) / 2, 2);
  expect([change.left.at(-1), change.right.at(-1)]).toEqual([left, right]);
  send({ type: "channels", mix: "stereo" });
  const back = render(0.1);
  expect([back.left.at(-1), back.right.at(-1)]).toEqual([1, 0.5]);
});

it("fades the volume in a straight line of the given length", () => {
  const { send, render } = createPlayer();
  send({ type: "volume", gain: 0, fadeMs: 300 });
  const { left } = render(0.4);
  expect(left[Math.round(0.15 * RATE)]).toBeCloseTo(0.5, 2);
  expect(left[Math.round(0.301 * RATE)]).toBeCloseTo(0, 9);
  expect(largestStep(left)).toBeLessThan(1 / 14_000);
  send({ type: "volume", gain: 0.5, fadeMs: 60 });
  expect(render(0.1).left.at(-1)).toBe(0.5);
});

const impulse = new Float32Array([0.25, 0.125]);

it("plays test sounds at exact frames, past the volume, the mix, the band and the silence of the music", () => {
  const { send, renderOther } = createPlayer();
  send({ type: "channels", mix: "mono" }, { type: "band", band: "low" }, { type: "silence", untilFrame: 2 * RATE });
  send({ type: "test-samples", sound: "click", samples: impulse });
  const startFrame = 5000;
  send({ type: "test-sound", check: "a", index: 0, sound: "click", startFrame });
  const direct = renderOther(0.1);
  const at = startFrame - FIRST_FRAME;
  expect([...direct.subarray(at - 1, at + 3)].map((value) => value.toFixed(3).replace("-", ""))).toEqual([
    "0.000",
    "0.250",
    "0.125",
    "0.000",
  ]);
});

it("moves a planned sound, drops late ones, and plays those of two checks", () => {
  const { send, renderOther } = createPlayer();
  const samples = new Float32Array(500).fill(0.125);
  samples[0] = 0.25;
  send({ type: "test-samples", sound: "click", samples });
  const plan = (check: string, index: number, startFrame: number) =>
    send({ type: "test-sound", check, index, sound: "click", startFrame });
  plan("a", 0, 6000);
  plan("a", 0, 6010);
  plan("a", 1, FIRST_FRAME - 300);
  plan("b", 0, 7000);
  plan("c", 0, 8000);
  send({ type: "end-test-sounds", check: "c" });
  const direct = renderOther(0.1);
  const starts = [...direct.keys()].filter((i) => (direct[i] ?? 0) > 0.2).map((i) => i + FIRST_FRAME);
  expect(starts).toEqual([6010, 7000]);
  expect(direct[0]).toBeLessThan(0.001);
});

it("fades out a test sound that is ended", () => {
  const { send, renderOther } = createPlayer();
  send({ type: "test-samples", sound: "beat", samples: new Float32Array(RATE).fill(0.25) });
  send({ type: "test-sound", check: "a", index: 0, sound: "beat", startFrame: FIRST_FRAME });
  renderOther(0.1);
  send({ type: "end-test-sounds", check: "a" });
  const direct = renderOther(0.02);
  expect(largestStep(direct)).toBeLessThan(0.002);
  expect(direct.at(-1)).toBeCloseTo(0, 6);
});

it("silences the music until a frame, with fades, and can end the silence early", () => {
  const { send, render } = createPlayer();
  send({ type: "silence", untilFrame: RATE });
  const start = render(0.5).left;
  expect(largestStep(start)).toBeLessThan(1 / 4000);
  expect(start.at(-1)).toBeCloseTo(0, 9);
  const { left } = render(0.6);
  const renderedFrames = FIRST_FRAME + start.length;
  const endFrame = renderedFrames + left.findIndex((value) => value > 1e-9);
  expect(endFrame - RATE).toBeGreaterThanOrEqual(0);
  expect(endFrame - RATE).toBeLessThan(BLOCK);
  expect(left.at(-1)).toBeCloseTo(1, 5);
  send({ type: "silence", untilFrame: 10 * RATE });
  expect(render(0.2).left.at(-1)).toBeCloseTo(0, 9);
  send({ type: "silence", untilFrame: 0 });
  expect(render(0.2).left.at(-1)).toBeCloseTo(1, 5);
});

it("adds a tone of -80 dBFS at 30 Hz on request, and otherwise keeps the output open at -200 dB", () => {
  const { send, renderOther } = createPlayer();
  const peakOf = (samples: Float32Array) => samples.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  expect(peakOf(renderOther(0.1))).toBeCloseTo(1e-10, 12);
  send({ type: "keep-alive", isOn: true });
  const tone = renderOther(1);
  expect(20 * Math.log10(peakOf(tone))).toBeCloseTo(-80, 1);
  // it starts at a zero crossing
  expect([...tone.keys()].filter((i) => i > 0 && (tone[i - 1] ?? 0) < 0 && (tone[i] ?? 0) >= 0)).toHaveLength(29);
  send({ type: "keep-alive", isOn: false });
  expect(peakOf(renderOther(0.1))).toBeCloseTo(1e-10, 12);
});

it("plays one band of the music, and changes to it in a short pause without a step", () => {
  const { send, render } = createPlayer();
  send({ type: "band", band: "low" });
  const change = render(0.5);
  expect(Math.max(largestStep(change.left), largestStep(change.right))).toBeLessThan(1 / 900);
  const silent = [...change.left.keys()].filter((i) => Math.abs(change.left[i] ?? 0) < 1e-9);
  expect(silent.length / RATE).toBeCloseTo(0.1, 2);
  // the music of this player is a constant, which is in the low band
  expect(change.left.at(-1)).toBeCloseTo(1, 3);
  expect(change.right.at(-1)).toBeCloseTo(0.5, 3);
  send({ type: "band", band: "high" });
  expect(render(0.5).left.at(-1)).toBeCloseTo(0, 3);
  send({ type: "band", band: null });
  expect(render(0.5).left.at(-1)).toBe(1);
});

it("needs no pause for a change of the band while nothing plays", () => {
  const { send, render } = createPlayer();
  send({ type: "close", voice: 1 }, { type: "band", band: "low" });
  render(0.01);
  send(...openVoice());
  expect(render(0.1).left.at(-1)).toBeCloseTo(1, 3);
});
