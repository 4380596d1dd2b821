import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { designCrossover } from "#app/audio/crossover.ts";
import { connectMusicPath } from "#app/audio/music-path.ts";
import { SpeakerFilter } from "#app/audio/speaker-filter.ts";

const RATE = 48_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A gain that follows its automation, which the filter only ever sets to straight lines. */
class FakeParam {
  value = 1;
  events: (readonly [value: number, atSec: number])[] = [];

  cancelScheduledValues(): void {
    this.events = [];
  }
  setValueAtTime(value: number, atSec: number): void {
    this.events.push([value, atSec]);
  }
  linearRampToValueAtTime(value: number, atSec: number): void {
    this.events.push([value, atSec]);
    this.value = value;
  }
}

class FakeNode {
  readonly gain = new FakeParam();
  readonly #orders: string[] = [];
  readonly context: object;
  readonly targets = new Set<unknown>();
  normalize = true;
  #buffer: unknown = null;

  constructor(context: object) {
    this.context = context;
  }
  get buffer() {
    return this.#buffer;
  }
  set buffer(value: unknown) {
    this.#orders.push(this.normalize ? "scaled" : "exact");
    this.#buffer = value;
  }
  get isExact() {
    return this.#orders.at(-1) === "exact";
  }
  connect(target: unknown) {
    this.targets.add(target);
    return target;
  }
  disconnect(target?: unknown) {
    if (target) this.targets.delete(target);
    else this.targets.clear();
  }
}

function createFilter(state = "running") {
  const convolvers: FakeNode[] = [];
  const context = {
    state,
    currentTime: 10,
    sampleRate: RATE,
    createGain: () => new FakeNode(context),
    createConvolver() {
      const node = new FakeNode(context);
      convolvers.push(node);
      return node;
    },
    createBuffer: (_channels: number, length: number) => ({
      samples: new Float32Array(length),
      copyToChannel(source: Float32Array) {
        this.samples.set(source);
      },
    }),
  };
  const source = new FakeNode(context);
  const path = connectMusicPath(source as unknown as AudioNode);
  const filter = new SpeakerFilter(path);
  const direct = path.direct as unknown as FakeNode;
  /** The gain that a branch with a filter leads to. */
  const gainOf = (convolver: FakeNode | undefined) => [...(convolver?.targets ?? [])][0] as FakeNode;
  return { filter, source, direct, convolvers, gainOf, output: path.output as unknown };
}

it("fades from the direct way to the filter, with a pause for the voices to move", () => {
  const { filter, source, direct, convolvers, gainOf, output } = createFilter();
  filter.setBand("low");
  const [low] = convolvers;
  expect(source.targets).toContain(low);
  expect(gainOf(low).targets).toContain(output);
  expect(direct.gain.events).toEqual([
    [1, 10],
    [0, 10.02],
  ]);
  expect(gainOf(low).gain.events).toEqual([
    [0, 10.12],
    [1, 10.139999999999999],
  ]);
  expect(filter.delayMs).toBe(30);
});

it("filters exactly: the browser must not scale the taps", () => {
  const { filter, convolvers } = createFilter();
  filter.setBand("high");
  expect(convolvers[0]?.isExact).toBe(true);
  expect(convolvers[0]?.buffer).toMatchObject({ samples: designCrossover("high", RATE) });
});

it("removes a filter that has faded out, and returns to the direct way", () => {
  const { filter, source, direct, convolvers, gainOf } = createFilter();
  filter.setBand("low");
  filter.setBand("high");
  filter.setBand(null);
  expect(direct.gain.events.at(-1)?.[0]).toBe(1);
  expect(filter.delayMs).toBe(0);
  vi.advanceTimersByTime(1000);
  for (const convolver of convolvers) expect(source.targets).not.toContain(convolver);
  expect(gainOf(convolvers[0])).toBeUndefined();
  expect(source.targets).toContain(direct);
});

it("does not pause before the context runs", () => {
  const { filter, convolvers, gainOf } = createFilter("suspended");
  filter.setBand("low");
  expect(gainOf(convolvers[0]).gain.events[0]).toEqual([0, 10]);
});
