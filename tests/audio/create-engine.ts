import { vi } from "vitest";
import { Engine } from "#app/audio/engine.ts";
import type { PlayerNode } from "#app/audio/player-node.ts";
import { RoomClock } from "#app/audio/room-clock.ts";
import type { PlayerCommand, PlayerReport, VoiceReport } from "#app/audio/worklet/messages.ts";
import { EMPTY_TIMELINE, type Timeline } from "#app/domain/playback/schedule.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { encodeWav } from "#scripts/sound.mjs";
import { buildEntry } from "#tests/support/builders.ts";

export const RATE = 44_100;
const SECONDS = 40;
const FILE = encodeWav([new Float32Array(SECONDS * RATE)], RATE);
export const TRACK = { ...buildEntry(1).track, format: "wav", sizeBytes: FILE.length, durationMs: SECONDS * 1000 } as const;
export const ENTRY: Entry = { ...buildEntry(1), rank: "V", track: TRACK };
export const SERVER_OFFSET_MS = 1_700_000_000_000;
const LATENCY_SEC = 0.02;

/**
 * An engine with a fake player and server, whose clocks agree. `status` is that of the media server. The timestamps move by
 * `unsteadyMs` after the first tenth of a second.
 */
export function createEngine({ status = 206, unsteadyMs = 0 } = {}) {
  const server = { status };
  const states: string[] = [];
  const sinks: string[] = [];
  const outputErrorListeners: (() => void)[] = [];
  const serve: typeof fetch = async (_url, init) => {
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(new Headers(init?.headers).get("Range") ?? "") ?? [];
    return new Response(FILE.slice(Number(from), Number(to) + 1), { status: server.status });
  };
  vi.stubGlobal("fetch", serve);
  const startMs = performance.now();
  const localNowMs = () => performance.now() - startMs;
  const commands: PlayerCommand[] = [];
  let report: (report: PlayerReport) => void = () => undefined;
  const context = {
    state: "suspended",
    sampleRate: RATE,
    outputLatency: LATENCY_SEC,
    onstatechange: null as (() => void) | null,
    baseLatency: LATENCY_SEC,
    get currentTime() {
      return localNowMs() / 1000 + LATENCY_SEC;
    },
    getOutputTimestamp: () => {
      const aheadMs = startedMs !== null && localNowMs() - startedMs < 100 ? unsteadyMs : 0;
      return { contextTime: (localNowMs() + aheadMs) / 1000, performanceTime: localNowMs() };
    },
    resume: async () => setState("running"),
    suspend: async () => setState("suspended"),
  };
  let startedMs: number | null = null;
  const setState = (state: string): void => {
    startedMs ??= localNowMs();
    states.push(state);
    context.state = state;
    context.onstatechange?.();
  };
  const player: object = {
    context,
    route: "direct",
    resume: context.resume,
    suspend: context.suspend,
    // as the specification of the browser's method has it, the context stops for a moment
    async setSink(sinkId: string) {
      const { state } = context;
      setState("suspended");
      await Promise.resolve();
      setState(state);
      sinks.push(sinkId);
    },
    onOutputError: (listener: () => void) => void outputErrorListeners.push(listener),
    post: (command: PlayerCommand) => void commands.push(command),
    onReport: (listener: typeof report) => {
      report = listener;
    },
    close: () => undefined,
  };
  const clock: RoomClock = new RoomClock({
    send: (message) => {
      if (message.type !== "clock") return false;
      const { sentLocalMs } = message;
      clock.receive({ type: "clock", sentLocalMs, serverMs: Math.floor(sentLocalMs + SERVER_OFFSET_MS), clockEpoch: "1" });
      return true;
    },
    localNowMs,
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    random: () => 0,
  });
  const engine = new Engine({ player: player as PlayerNode, clock, localNowMs, onExpired: vi.fn(), onReport: vi.fn() });
  clock.startBurst();
  const sendReport = (voice: Partial<VoiceReport> & { readonly voice: number }) =>
    report({ voices: [{ ...SILENT_VOICE, ...voice }], stallMs: 0 });
  return {
    engine,
    server,
    commands,
    setState,
    sendReport,
    states,
    sinks,
    failOutput() {
      for (const listener of outputErrorListeners) listener();
    },
  };
}

const SILENT_VOICE = {
  positionFrame: null,
  errorMs: 0,
  trimPpm: 0,
  underruns: 0,
  jumps: 0,
  isOver: false,
};

export function playing(entry: Entry, positionMs = 0): Timeline {
  const anchorMs = SERVER_OFFSET_MS;
  return { ...EMPTY_TIMELINE, playlist: [entry], playback: { status: "playing", entryId: entry.id, positionMs, anchorMs } };
}
