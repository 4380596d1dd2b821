import type { Page } from "@playwright/test";
import { CLICK_GRID_MS, CLICK_HZ, CLICK_MS, clickTimesMs, HUM_LEVEL } from "./click-track.ts";

/**
 * Listens to what a page really sends to its sound card, and notes when each click of a `click-track` is heard, on the
 * machine's clock: good to a few hundredths of a millisecond. Knows nothing of the product. The page must have been
 * made with `bypassCSP`, so that the tap's worklet may be loaded.
 */
export type ClickProbe = {
  /** Everything heard since the last call. */
  drain(): Promise<Recording>;
};

/** Moments are machine time, ms; those of the hum under the clicks are good to 10 ms. */
export type Recording = {
  readonly clicks: readonly RecordedClick[];
  /** When it set in after silence. */
  readonly beganMs: readonly number[];
  /** When it went missing. */
  readonly holesMs: readonly number[];
};

export type RecordedClick = { readonly wallMs: number };

declare global {
  interface Window {
    tapped: {
      clicks: number[];
      begun: number[];
      holes: number[];
      maps: { wallMs: number; frame: number }[];
      sampleRate: number;
    };
  }
}

/** Before the page is opened. */
export async function attachProbe(page: Page): Promise<ClickProbe> {
  await page.addInitScript(tapContexts, { worklet: WORKLET });
  let known: { wallMs: number; frame: number }[] = [];
  return {
    async drain() {
      const { clicks, begun, holes, maps, sampleRate } = await page.evaluate(() => {
        const { tapped } = window;
        return {
          clicks: tapped.clicks.splice(0),
          begun: tapped.begun.splice(0),
          holes: tapped.holes.splice(0),
          maps: tapped.maps.splice(0),
          sampleRate: tapped.sampleRate,
        };
      });
      known = [...known, ...maps];
      const wallOf = (frame: number) => wallAt(known, frame, sampleRate);
      return {
        clicks: clicks.map((frame) => ({ wallMs: wallOf(frame) })),
        beganMs: begun.map(wallOf),
        holesMs: holes.map(wallOf),
      };
    },
  };
}

/** The middle of the readings around a frame: one alone wavers. */
function wallAt(maps: readonly { wallMs: number; frame: number }[], frame: number, sampleRate: number): number {
  const near = maps.filter((map) => Math.abs(map.frame - frame) < sampleRate);
  const used = near.length > 0 ? near : maps;
  const offsets = used.map((map) => map.wallMs - (map.frame / sampleRate) * 1000).sort((a, b) => a - b);
  return (frame / sampleRate) * 1000 + (offsets[offsets.length >> 1] ?? Number.NaN);
}

/** Which click of the track each heard one is: told by the spacings, which are all different. */
export function identify(clicks: readonly RecordedClick[], seconds: number, seed = 1): ReadonlyMap<number, number> {
  const times = clickTimesMs(seconds, seed);
  const grid = new Set(times);
  const recordedAs = new Map<number, number>();
  for (const [i, { wallMs }] of clicks.entries()) {
    const neighbours = clicks.slice(Math.max(0, i - 4), i + 5);
    let best = { n: -1, votes: 0 };
    for (const [n, timeMs] of times.entries()) {
      const votes = neighbours.filter((one) => grid.has(onGrid(timeMs + one.wallMs - wallMs))).length;
      if (votes > best.votes) best = { n, votes };
    }
    if (best.votes >= Math.min(4, neighbours.length)) recordedAs.set(best.n, wallMs);
  }
  return recordedAs;
}

/** The moment nearest to this one at which there could be a click. */
function onGrid(ms: number): number {
  return Math.round(ms / CLICK_GRID_MS) * CLICK_GRID_MS;
}

/** How far B is behind A for each click that both heard, ms. */
export function apart(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): readonly number[] {
  return [...a].flatMap(([n, wallMs]) => {
    const other = b.get(n);
    return other === undefined ? [] : [other - wallMs];
  });
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** In the page, before its own scripts: whatever is connected to a context's destination is also connected to our tap. */
function tapContexts({ worklet }: { worklet: string }): void {
  const Native = window.AudioContext;
  const connect = AudioNode.prototype.connect as (this: AudioNode, ...args: unknown[]) => AudioNode;
  const taps = new WeakMap<BaseAudioContext, AudioNode>();
  // as they are, whatever a test does to the page's clocks later
  const { timeOrigin } = performance;
  const readOutput = Native.prototype.getOutputTimestamp;
  window.tapped = { clicks: [], begun: [], holes: [], maps: [], sampleRate: 0 };

  window.AudioContext = class extends Native {
    constructor(options?: AudioContextOptions) {
      super(options);
      const gain = this.createGain();
      taps.set(this, gain);
      window.tapped.sampleRate = this.sampleRate;
      const url = URL.createObjectURL(new Blob([worklet], { type: "text/javascript" }));
      void this.audioWorklet.addModule(url).then(() => {
        const node = new AudioWorkletNode(this, "click-tap", { outputChannelCount: [1] });
        node.port.onmessage = ({ data }) => {
          const { what, frame }: { what: "clicks" | "begun" | "holes"; frame: number } = data;
          window.tapped[what].push(frame);
        };
        gain.connect(node);
        connect.call(node, this.destination);
      });
      setInterval(() => {
        const { contextTime = 0, performanceTime = 0 } = readOutput.call(this);
        if (contextTime > 0)
          window.tapped.maps.push({ wallMs: timeOrigin + performanceTime, frame: contextTime * this.sampleRate });
      }, 50);
    }
  };

  AudioNode.prototype.connect = function (this: AudioNode, ...args: unknown[]) {
    const tap = args[0] instanceof AudioDestinationNode ? taps.get(this.context) : undefined;
    if (tap) connect.call(this, tap);
    return connect.apply(this, args);
  } as typeof AudioNode.prototype.connect;
}

/**
 * In the audio thread: a sliding correlation with the click's tone over its length, whose peak, placed between samples
 * by a parabola, is the click; and the loudness in steps of 10 ms. Loudness, and not the tone alone: a step that cuts a
 * click in two, or a cross-fade between two places, can cancel the tone where nothing is silent.
 */
const WORKLET = `
const LENGTH = Math.round(sampleRate * ${CLICK_MS / 1000});
const STEP = Math.round(sampleRate / 100);
registerProcessor("click-tap", class extends AudioWorkletProcessor {
  constructor() {
    super();
    this.re = new Float64Array(LENGTH); this.im = new Float64Array(LENGTH);
    this.sumRe = 0; this.sumIm = 0; this.at = 0;
    this.last = [0, 0]; this.best = null; this.quietUntil = 0;
    this.energy = 0; this.stepAt = 0; this.heard = 0;
  }
  process([input]) {
    const samples = input[0];
    if (!samples) return true;
    for (let i = 0; i < samples.length; i++) this.take(samples[i], currentFrame + i);
    return true;
  }
  take(x, frame) {
    const angle = (2 * Math.PI * ${CLICK_HZ} * frame) / sampleRate;
    const k = this.at; this.at = (k + 1) % LENGTH;
    this.sumRe += x * Math.cos(angle) - this.re[k]; this.re[k] = x * Math.cos(angle);
    this.sumIm += x * Math.sin(angle) - this.im[k]; this.im[k] = x * Math.sin(angle);
    const level = Math.hypot(this.sumRe, this.sumIm) / LENGTH;
    this.find(level, frame);
    this.last = [this.last[1], level];
    this.energy += x * x;
    if (++this.stepAt === STEP) this.judge(frame);
  }
  find(level, frame) {
    const [before, peak] = this.last;
    if (frame > this.quietUntil && peak > 0.02 && peak >= before && peak > level && (!this.best || peak > this.best.peak)) {
      const bend = before - 2 * peak + level;
      this.best = { peak, frame: frame - 1 + (bend === 0 ? 0 : (before - level) / (2 * bend)) };
    }
    // the highest of the peaks that follow each other within a few milliseconds is the click
    if (this.best && frame - this.best.frame > LENGTH * 3) {
      this.port.postMessage({ what: "clicks", frame: this.best.frame - LENGTH / 2 });
      this.quietUntil = frame + sampleRate / 10;
      this.best = null;
    }
  }
  judge(frame) {
    const isAnalyzed = Math.sqrt(this.energy / STEP) > ${HUM_LEVEL / 4};
    this.energy = this.stepAt = 0;
    if (isAnalyzed && this.heard === 0) this.port.postMessage({ what: "begun", frame: frame - STEP });
    // silence after a while of sound; a hole is told of once
    if (!isAnalyzed && this.heard > 20) this.port.postMessage({ what: "holes", frame });
    this.heard = isAnalyzed ? this.heard + 1 : 0;
  }
});`;
