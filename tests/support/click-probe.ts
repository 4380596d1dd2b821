import type { Page } from "@playwright/test";
import { CLICK_GRID_MS, CLICK_HZ, CLICK_MS, clickTimesMs, HUM_LEVEL } from "./click-track.ts";

/**
 * Records what a page sends to its audio output while it plays a `click-track`. The time of a click is accurate to a few
 * hundredths of a millisecond. The probe uses nothing of the app; its worklet needs a browser context with `bypassCSP`.
 */
export type ClickProbe = {
  /** Returns everything recorded since the last call. */
  drain(): Promise<Recording>;
};

/** Moments are wall-clock times in ms. Those of the hum under the clicks are accurate to 10 ms. */
export type Recording = {
  readonly clicksMs: readonly number[];
  /** The hum started after silence. */
  readonly startsMs: readonly number[];
  /** The hum stopped. */
  readonly gapsMs: readonly number[];
  /** The output clock stood still: the audio thread did not render in time. */
  readonly underrunsMs: readonly number[];
};

/** The output was at this frame of the audio context at this wall-clock time. */
type ClockReading = { readonly wallMs: number; readonly frame: number };

declare global {
  interface Window {
    audioTap: {
      clicks: number[];
      starts: number[];
      gaps: number[];
      readings: { wallMs: number; frame: number }[];
      sampleRate: number;
    };
  }
}

const READING_INTERVAL_MS = 50;

/** Call this before the page is opened. */
export async function attachProbe(page: Page): Promise<ClickProbe> {
  await page.addInitScript(tapAudioContexts, { worklet: WORKLET, readingIntervalMs: READING_INTERVAL_MS });
  const readings: ClockReading[] = [];
  let lastWindowAt = 0;
  return {
    async drain() {
      const drained = await page.evaluate(() => {
        const { audioTap } = window;
        return {
          clicks: audioTap.clicks.splice(0),
          starts: audioTap.starts.splice(0),
          gaps: audioTap.gaps.splice(0),
          readings: audioTap.readings.splice(0),
          sampleRate: audioTap.sampleRate,
        };
      });
      const { sampleRate } = drained;
      readings.push(...drained.readings);
      const toWallMs = (frame: number) => frameToWallMs(readings, frame, sampleRate);
      const unchecked = readings.slice(lastWindowAt);
      lastWindowAt += Math.max(0, Math.floor(unchecked.length / UNDERRUN_WINDOW) - 1) * UNDERRUN_WINDOW;
      return {
        clicksMs: drained.clicks.map(toWallMs),
        startsMs: drained.starts.map(toWallMs),
        gapsMs: drained.gaps.map(toWallMs),
        underrunsMs: findUnderruns(unchecked, sampleRate),
      };
    },
  };
}

/** Uses the median of the readings within a second, because a single reading jitters. */
function frameToWallMs(readings: readonly ClockReading[], frame: number, sampleRate: number): number {
  const near = readings.filter((reading) => Math.abs(reading.frame - frame) < sampleRate);
  return (frame / sampleRate) * 1000 + medianOffsetMs(near.length > 0 ? near : readings, sampleRate);
}

/** How far the wall clock is ahead of the output clock. */
function medianOffsetMs(readings: readonly ClockReading[], sampleRate: number): number {
  const offsets = readings.map(({ wallMs, frame }) => wallMs - (frame / sampleRate) * 1000).sort((a, b) => a - b);
  return offsets[offsets.length >> 1] ?? Number.NaN;
}

/** Half a second of readings. */
const UNDERRUN_WINDOW = 500 / READING_INTERVAL_MS;
/** More than the jitter of a median, and about one output buffer. */
const UNDERRUN_MS = 8;

/** An underrun makes the output clock fall behind the wall clock for good: the offset steps from one window to the next. */
function findUnderruns(readings: readonly ClockReading[], sampleRate: number): readonly number[] {
  const found: number[] = [];
  let previousMs: number | null = null;
  for (let from = 0; from + UNDERRUN_WINDOW <= readings.length; from += UNDERRUN_WINDOW) {
    const window = readings.slice(from, from + UNDERRUN_WINDOW);
    const offsetMs = medianOffsetMs(window, sampleRate);
    if (previousMs !== null && Math.abs(offsetMs - previousMs) > UNDERRUN_MS) found.push(window[0]?.wallMs ?? Number.NaN);
    previousMs = offsetMs;
  }
  return found;
}

/** Neighbors on each side by which a click is identified, and how many clicks, itself included, must agree. */
const NEIGHBORS = 4;
const VOTES_MIN = 4;
/** How much faster or slower than the track a device may play: the limit of the player's correction and the clock of a card. */
const RATE_TOLERANCE = 0.004;

/**
 * Finds out which click of the track each recorded click is, by the gaps between neighbors, which are all different. A device
 * that corrects its position plays up to 0.3 % faster or slower, so only gaps between neighbors are compared.
 * @returns the wall-clock time of each identified click by its index in the track
 */
export function identifyClicks(clicksMs: readonly number[], seconds: number, seed = 1): ReadonlyMap<number, number> {
  const times = clickTimesMs(seconds, seed);
  const grid = new Set(times);
  const identified = new Map<number, number>();
  for (const [i, wallMs] of clicksMs.entries()) {
    const after = clicksMs.slice(i, i + NEIGHBORS + 1);
    const before = clicksMs.slice(Math.max(0, i - NEIGHBORS), i + 1).reverse();
    let best = { index: -1, votes: 0 };
    for (const [index, timeMs] of times.entries()) {
      const votes = 1 + countMatches(after, { timeMs, grid }) + countMatches(before, { timeMs, grid });
      if (votes > best.votes) best = { index, votes };
    }
    if (best.votes >= Math.min(VOTES_MIN, before.length + after.length - 1)) identified.set(best.index, wallMs);
  }
  return identified;
}

type Candidate = { readonly timeMs: number; readonly grid: ReadonlySet<number> };

/** How many of the clicks after the first one lie where the track has one, if the first is the click at `timeMs` of the track. */
function countMatches([first = 0, ...others]: readonly number[], { timeMs, grid }: Candidate): number {
  let matches = 0;
  let last = { wallMs: first, timeMs };
  for (const wallMs of others) {
    const gapMs = wallMs - last.wallMs;
    const matching = findOnGrid(last.timeMs + gapMs, { toleranceMs: Math.abs(gapMs) * RATE_TOLERANCE, grid });
    if (matching === null) continue;
    matches += 1;
    last = { wallMs, timeMs: matching };
  }
  return matches;
}

type Place = { readonly toleranceMs: number; readonly grid: ReadonlySet<number> };

/** The time of the track's click nearest to `ms`; null if there is none that near. Clicks are much further apart. */
function findOnGrid(ms: number, { toleranceMs, grid }: Place): number | null {
  const nearest = Math.round(ms / CLICK_GRID_MS) * CLICK_GRID_MS;
  if (grid.has(nearest)) return nearest;
  const other = nearest + Math.sign(ms - nearest) * CLICK_GRID_MS;
  return grid.has(other) && Math.abs(other - ms) <= toleranceMs ? other : null;
}

/** How far B is behind A in ms, for each click that both have played. */
export function clickOffsetsMs(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): readonly number[] {
  return [...a].flatMap(([index, wallMs]) => {
    const other = b.get(index);
    return other === undefined ? [] : [other - wallMs];
  });
}

/** Runs in the page before its own scripts. Every node that is connected to a destination is also connected to the tap. */
function tapAudioContexts({ worklet, readingIntervalMs }: { worklet: string; readingIntervalMs: number }): void {
  const Native = window.AudioContext;
  const connect = AudioNode.prototype.connect as (this: AudioNode, ...args: unknown[]) => AudioNode;
  const taps = new WeakMap<BaseAudioContext, AudioNode>();
  // Kept before a test skews the page's clocks.
  const { timeOrigin } = performance;
  const getOutputTimestamp = Native.prototype.getOutputTimestamp;
  window.audioTap = { clicks: [], starts: [], gaps: [], readings: [], sampleRate: 0 };

  window.AudioContext = class extends Native {
    constructor(options?: AudioContextOptions) {
      super(options);
      const gain = this.createGain();
      taps.set(this, gain);
      window.audioTap.sampleRate = this.sampleRate;
      const url = URL.createObjectURL(new Blob([worklet], { type: "text/javascript" }));
      void this.audioWorklet.addModule(url).then(() => {
        const node = new AudioWorkletNode(this, "click-tap", { outputChannelCount: [1] });
        node.port.onmessage = ({ data }) => {
          const { type, frame }: { type: "clicks" | "starts" | "gaps"; frame: number } = data;
          window.audioTap[type].push(frame);
        };
        gain.connect(node);
        connect.call(node, this.destination);
      });
      setInterval(() => {
        const { contextTime = 0, performanceTime = 0 } = getOutputTimestamp.call(this);
        if (contextTime > 0)
          window.audioTap.readings.push({ wallMs: timeOrigin + performanceTime, frame: contextTime * this.sampleRate });
      }, readingIntervalMs);
    }
  };

  AudioNode.prototype.connect = function (this: AudioNode, ...args: unknown[]) {
    const tap = args[0] instanceof AudioDestinationNode ? taps.get(this.context) : undefined;
    if (tap) connect.call(this, tap);
    return connect.apply(this, args);
  } as typeof AudioNode.prototype.connect;
}

/**
 * Runs in the audio thread. A sliding correlation with the click's tone over its length peaks at the click; a parabola
 * places the peak between samples. Gaps are found by the level of 10 ms steps and not by the tone, because a jump in the
 * middle of a click or a cross-fade between two positions can cancel the tone where nothing is silent.
 */
const WORKLET = `
const LENGTH = Math.round(sampleRate * ${CLICK_MS / 1000});
const STEP = Math.round(sampleRate / 100);
registerProcessor("click-tap", class extends AudioWorkletProcessor {
  constructor() {
    super();
    this.re = new Float64Array(LENGTH); this.im = new Float64Array(LENGTH);
    this.sumRe = 0; this.sumIm = 0; this.at = 0;
    this.levels = [0, 0]; this.best = null; this.quietUntil = 0;
    this.energy = 0; this.stepAt = 0; this.audibleSteps = 0;
  }
  process([input]) {
    const samples = input[0];
    if (!samples) return true;
    for (let i = 0; i < samples.length; i++) this.push(samples[i], currentFrame + i);
    return true;
  }
  push(x, frame) {
    const angle = (2 * Math.PI * ${CLICK_HZ} * frame) / sampleRate;
    const k = this.at; this.at = (k + 1) % LENGTH;
    this.sumRe += x * Math.cos(angle) - this.re[k]; this.re[k] = x * Math.cos(angle);
    this.sumIm += x * Math.sin(angle) - this.im[k]; this.im[k] = x * Math.sin(angle);
    const level = Math.hypot(this.sumRe, this.sumIm) / LENGTH;
    this.detectClick(level, frame);
    this.levels = [this.levels[1], level];
    this.energy += x * x;
    if (++this.stepAt === STEP) this.detectGap(frame);
  }
  detectClick(level, frame) {
    const [before, peak] = this.levels;
    if (frame > this.quietUntil && peak > 0.02 && peak >= before && peak > level && (!this.best || peak > this.best.peak)) {
      const bend = before - 2 * peak + level;
      this.best = { peak, frame: frame - 1 + (bend === 0 ? 0 : (before - level) / (2 * bend)) };
    }
    // The click is the highest of the peaks within a few milliseconds.
    if (this.best && frame - this.best.frame > LENGTH * 3) {
      this.port.postMessage({ type: "clicks", frame: this.best.frame - LENGTH / 2 });
      this.quietUntil = frame + sampleRate / 10;
      this.best = null;
    }
  }
  detectGap(frame) {
    const isAudible = Math.sqrt(this.energy / STEP) > ${HUM_LEVEL / 4};
    this.energy = this.stepAt = 0;
    if (isAudible && this.audibleSteps === 0) this.port.postMessage({ type: "starts", frame: frame - STEP });
    // A gap is silence after 200 ms of sound; it is reported once.
    if (!isAudible && this.audibleSteps > 20) this.port.postMessage({ type: "gaps", frame });
    this.audibleSteps = isAudible ? this.audibleSteps + 1 : 0;
  }
});`;
