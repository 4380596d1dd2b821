import type { EngineName } from "#tests/engines/engine-browser.ts";
import type { DeviceComparison } from "#tests/sound-card/compare-devices.ts";
import type { BenchRoom } from "./bench-room.ts";

/** One row group of the table: which browsers play what, what happens meanwhile, and the goals. */
export type Scenario = {
  /** The value of `ONLY`. */
  readonly name: string;
  readonly title: string;
  readonly engines: readonly EngineName[];
  /** The length of the first track. The second has another seed and the usual length. */
  readonly firstTrackSec?: number;
  /** Between "Listen" and play. */
  readonly listenSec: number;
  /** How many times slower the threads of Chromium's pages run. */
  readonly slowdown?: number;
  /** The second device presses "Listen" during `act` instead of at the start. */
  readonly isSecondLate?: boolean;
  /** Runs after play. Returns from when on the goals hold, and for which track. Default: from the start, the first track. */
  readonly act?: (room: BenchRoom) => Promise<Settled>;
  readonly goals: readonly Goal[];
};

/** The track with this seed plays, and the devices must be in sync from this wall-clock time on. */
export type Settled = { readonly fromMs: number; readonly seed: number };

/** The measurements of one run, from the time at which the goals hold. */
export type RunFigures = {
  readonly comparison: DeviceComparison;
  /** The same from the tenth second on. */
  readonly late: DeviceComparison;
  /** The share of clicks, %, that the devices played further apart than their sync badges said. */
  readonly outsidePercent: number;
  /** Jumps and holes of all devices, except in the first second. */
  readonly faults: number;
};

export type Goal = {
  readonly name: string;
  readonly unit: "ms" | "%" | "";
  /** The greatest value that is good. */
  readonly limit: number;
  readonly read: (figures: RunFigures) => number;
};

const p95 = (limit: number): Goal => ({ name: "p95", unit: "ms", limit, read: ({ comparison }) => comparison.p95Ms });
const max = (limit: number): Goal => ({ name: "max", unit: "ms", limit, read: ({ comparison }) => comparison.maxMs });
const wander = (limit: number): Goal => ({ name: "wander", unit: "ms", limit, read: ({ comparison }) => comparison.wanderMs });
const lateP95 = (limit: number): Goal => ({ name: "p95 from 10 s on", unit: "ms", limit, read: ({ late }) => late.p95Ms });
const STEADY: Goal = { name: "jumps and holes", unit: "", limit: 0, read: ({ faults }) => faults };

const WITHIN_BOUNDS: Goal = {
  name: "clicks outside of the shown bounds",
  unit: "%",
  limit: 1,
  read: ({ outsidePercent }) => outsidePercent,
};

const CHROMIUM_PAIR = ["chromium", "chromium"] as const;
const CHROMIUM_GOALS = [p95(0.5), max(2), WITHIN_BOUNDS, STEADY];
const SETTLE_MS = 2000;
/** Recorded before something happens. */
const BEFORE_SEC = 12;
const OUTAGE_SEC = 25;
const FIRST = 1;
const SECOND = 2;

const settledAfter = (seed: number): Settled => ({ fromMs: Date.now() + SETTLE_MS, seed });

type Action = Pick<Scenario, "name" | "title" | "isSecondLate"> & {
  /** The track that plays afterwards. */
  readonly seed: number;
  readonly act: (room: BenchRoom) => Promise<unknown>;
};

/** Two Chromium windows play for a while, then something happens, and the goals hold again 2 s later. */
function afterAction({ seed, act, ...names }: Action): Scenario {
  return {
    ...names,
    engines: CHROMIUM_PAIR,
    listenSec: 10,
    async act(room) {
      await room.wait(BEFORE_SEC);
      await act(room);
      return settledAfter(seed);
    },
    goals: CHROMIUM_GOALS,
  };
}

/** One scenario for each row of BENCH.md. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: "chromium",
    title: "Chromium – Chromium, listening for 10 s before play",
    engines: CHROMIUM_PAIR,
    listenSec: 10,
    goals: CHROMIUM_GOALS,
  },
  {
    name: "quick",
    title: "Chromium – Chromium, play 1 s after Listen",
    engines: CHROMIUM_PAIR,
    listenSec: 1,
    goals: [max(4), lateP95(1), WITHIN_BOUNDS, STEADY],
  },
  {
    name: "firefox",
    title: "Firefox – Firefox",
    engines: ["firefox", "firefox"],
    listenSec: 10,
    goals: [p95(1), max(3), WITHIN_BOUNDS, STEADY],
  },
  {
    name: "chromium-firefox",
    title: "Chromium – Firefox",
    engines: ["chromium", "firefox"],
    listenSec: 10,
    goals: [max(5), wander(0.5), WITHIN_BOUNDS, STEADY],
  },
  {
    name: "chromium-webkit",
    title: "Chromium – WebKit",
    engines: ["chromium", "webkit"],
    listenSec: 10,
    goals: [max(15), wander(1), WITHIN_BOUNDS, STEADY],
  },
  { name: "chromium-alone", title: "Chromium alone", engines: ["chromium"], listenSec: 1, goals: [STEADY] },
  { name: "firefox-alone", title: "Firefox alone", engines: ["firefox"], listenSec: 1, goals: [STEADY] },
  { name: "webkit-alone", title: "WebKit alone", engines: ["webkit"], listenSec: 1, goals: [STEADY] },
  afterAction({
    name: "late-join",
    title: "a device joins 12 s late, from 2 s later on",
    isSecondLate: true,
    seed: FIRST,
    act: ({ listen }) => listen(1),
  }),
  afterAction({
    name: "seek",
    title: "from 2 s after a seek on",
    seed: FIRST,
    act: ({ seek }) => seek(5),
  }),
  afterAction({
    name: "next",
    title: "from 2 s after a skip on",
    seed: SECOND,
    act: ({ next }) => next(),
  }),
  {
    name: "track-end",
    title: "from 2 s after the end of a track on",
    engines: CHROMIUM_PAIR,
    firstTrackSec: BEFORE_SEC,
    listenSec: 10,
    async act({ waitForTrack }) {
      await waitForTrack(1);
      return settledAfter(SECOND);
    },
    goals: CHROMIUM_GOALS,
  },
  afterAction({
    name: "outage",
    title: "from 2 s after an outage of 25 s on",
    seed: FIRST,
    async act({ wait, link }) {
      link.cut();
      await wait(OUTAGE_SEC);
      link.restore();
    },
  }),
  {
    name: "slow",
    title: "Chromium – Chromium, CPU slowed 4 times",
    engines: CHROMIUM_PAIR,
    listenSec: 10,
    slowdown: 4,
    goals: [p95(3), WITHIN_BOUNDS],
  },
];
