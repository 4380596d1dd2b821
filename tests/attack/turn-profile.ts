import { readFileSync } from "node:fs";
import { WORKER } from "#scripts/project.mjs";
import type { Inspector } from "#tests/support/inspector.ts";
import { systemNowMs } from "./thread-clock.ts";

// The longest turns of the event loop, from CPU profiles of V8. There are samples only while the thread is in the Worker's isolate,
// so a turn is a run of samples without a gap. A turn that the machine has interrupted has gaps, too; it continues with its former
// stack. Turns that follow each other at once count as one, so the figures are upper bounds.

/** The parts of the server that share the thread. */
const PARTS = [
  { name: "room object", folder: "workers/room-object/" },
  { name: "live object", folder: "workers/live-object/" },
  { name: "lobby object", folder: "workers/lobby-object/" },
] as const;
export type ServerPart = (typeof PARTS)[number]["name"] | "Worker";

/** Times are those of `systemNowMs`. */
export type Turn = {
  readonly part: ServerPart;
  readonly startMs: number;
  readonly endMs: number;
  /** The functions in which most of the time was spent, with their modules. */
  readonly functions: readonly string[];
};

type CallFrame = { readonly functionName: string; readonly url: string; readonly lineNumber: number };
type ProfileNode = { readonly id: number; readonly callFrame: CallFrame; readonly children?: readonly number[] };
export type Profile = {
  readonly nodes: readonly ProfileNode[];
  /** µs of the system's clock. */
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

const SAMPLE_MS = 0.5;
/** A longer time without a sample is a gap. */
const GAP_MS = 2.5 * SAMPLE_MS;
/** A turn goes on after a gap if so many functions are the same, from the outermost one on. */
const SAME_FUNCTIONS = 4;
/** The shortest turn that is kept. */
const TURN_MS_MIN = 10;
const FUNCTIONS_SHOWN = 4;
type Run = { readonly startMs: number; endMs: number; readonly samples: { readonly id: number; readonly ms: number }[] };

const OUTSIDE = ["(root)", "(program)", "(idle)"];
const GARBAGE_COLLECTION = "(garbage collector)";

/** A time, of `systemNowMs`. */
export type Span = readonly [startMs: number, endMs: number];

/**
 * Records the turns of the Worker and its objects. The beginning and the end of a recording are turns of their own, which are left
 * out: V8 first lists all functions, and the profile is written down at the end.
 */
export async function startTurnProfile(inspector: Inspector) {
  const modules = readModules();
  const beginMs = systemNowMs();
  await inspector.call("Profiler.enable");
  await inspector.call("Profiler.setSamplingInterval", { interval: SAMPLE_MS * 1000 });
  await inspector.call("Profiler.start");
  const began: Span = [beginMs, systemNowMs()];
  return {
    /** Ends the recording. `pauses` are the times in which the server was busy with it. */
    async stop(): Promise<{ readonly turns: readonly Turn[]; readonly pauses: readonly Span[] }> {
      const startMs = systemNowMs();
      const { profile } = await inspector.call<{ readonly profile: Profile }>("Profiler.stop");
      const pauses = [began, [startMs, systemNowMs()]] as const;
      const turns = findTurns(profile, modules).filter((turn) => turn.startMs >= began[1] && turn.startMs < startMs);
      return { turns, pauses };
    },
  };
}

/** @param moduleAt names the module of a line of the bundle, counted from 0 */
export function findTurns(profile: Profile, moduleAt: (line: number) => string): readonly Turn[] {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const turns: Turn[] = [];
  let run: Run | null = null;
  let atMs = profile.startTime / 1000;
  for (const [index, id] of profile.samples.entries()) {
    const deltaMs = (profile.timeDeltas[index] ?? 0) / 1000;
    const isInside = !OUTSIDE.includes(nodes.get(id)?.callFrame.functionName ?? "");
    const last = run?.samples.at(-1)?.id;
    const goesOn: boolean = isInside && last !== undefined && (deltaMs <= GAP_MS || isSameTurn(last, id));
    if (run && !goesOn) {
      if (run.endMs - run.startMs >= TURN_MS_MIN) turns.push(describe(run));
      run = null;
    }
    atMs += deltaMs;
    if (!isInside) continue;
    run ??= { startMs: atMs, endMs: atMs, samples: [] };
    run.samples.push({ id, ms: atMs - run.endMs });
    run.endMs = atMs;
  }
  if (run && run.endMs - run.startMs >= TURN_MS_MIN) turns.push(describe(run));
  return turns;

  function stackOf(id: number): readonly CallFrame[] {
    const frames: CallFrame[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = nodes.get(at)?.callFrame;
      if (frame && !OUTSIDE.includes(frame.functionName)) frames.push(frame);
    }
    return frames;
  }

  /** Whether the outermost functions of two samples are the same. */
  function isSameTurn(before: number, after: number): boolean {
    const [first, second] = [before, after].map((id) => pathOf(id).slice(0, SAME_FUNCTIONS));
    return first?.length === SAME_FUNCTIONS && first.join() === second?.join();
  }

  /** The nodes of a stack, from the outermost function on. */
  function pathOf(id: number): readonly number[] {
    const path: number[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) path.unshift(at);
    // without the root
    return path.slice(1);
  }

  function describe({ startMs, endMs, samples }: Run): Turn {
    const times = new Map<string, number>();
    const parts = new Map<ServerPart, number>();
    for (const { id, ms } of samples) {
      const stack = stackOf(id);
      const [own] = stack;
      if (!own) continue;
      const where = own.functionName === GARBAGE_COLLECTION ? "" : ` (${moduleAt(own.lineNumber)})`;
      // a native function has no place; its caller does
      const caller = stack.find(({ url }) => url !== "");
      const label =
        own.url === "" && caller ? `${own.functionName} in ${caller.functionName} (${moduleAt(caller.lineNumber)})` : null;
      const name = label ?? `${own.functionName || "(anonymous)"}${where}`;
      times.set(name, (times.get(name) ?? 0) + ms);
      const outermost = stack.map(({ lineNumber }) => moduleAt(lineNumber)).reverse();
      const part = outermost.flatMap((module) => PARTS.filter(({ folder }) => module.startsWith(folder)))[0]?.name ?? "Worker";
      parts.set(part, (parts.get(part) ?? 0) + ms);
    }
    const sorted = [...times].sort(([, a], [, b]) => b - a).slice(0, FUNCTIONS_SHOWN);
    const [part = "Worker"] = [...parts].sort(([, a], [, b]) => b - a).map(([name]) => name);
    return { part, startMs, endMs, functions: sorted.map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`) };
  }
}

/** The bundle names each module in a comment before its code. */
function readModules(): (line: number) => string {
  const starts: { readonly line: number; readonly module: string }[] = [];
  for (const [line, text] of readFileSync(WORKER, "utf8").split("\n").entries()) {
    const module = /^(?:var \S+ = )?\/\/ (\S+\.\S+)$/.exec(text.trim())?.[1];
    if (module) starts.push({ line, module });
  }
  return (line) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle]?.line ?? 0) <= line) low = middle;
      else high = middle - 1;
    }
    return starts[low]?.module ?? "";
  };
}
