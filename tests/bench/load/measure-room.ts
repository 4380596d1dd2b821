import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "#tests/e2e/test.ts";
import type { TestUser } from "#tests/e2e/test-user.ts";
import { cpuSharesBetween, formatCpuShares, readCpuTime } from "#tests/sound-card/cpu-time.ts";
import { percentile } from "#tests/support/percentile.ts";
import { LoadSocket, type LoadSocketOptions } from "./load-socket.ts";
import { readProcessCpuMs } from "./process-cpu.ts";

const SERVER_PROCESS = "workerd";
/** Between two commands. */
export const COMMAND_PAUSE_MS = 500;

export type LoadRoom = { readonly id: string; readonly baseURL: string; readonly host: TestUser };

type JoinOptions = {
  /** For the time until all have joined. */
  readonly goalMs?: number | undefined;
  /** Returns what the listener with this index does with messages of the chat. */
  readonly createReader?: (index: number) => Pick<LoadSocketOptions, "onChat">;
};

/** Everyone joins at once. */
export async function measureJoins(
  { id, baseURL }: LoadRoom,
  listeners: number,
  { goalMs, createReader }: JoinOptions = {},
): Promise<readonly LoadSocket[]> {
  const cpu = startCpu();
  const startMs = performance.now();
  const sockets = Array.from(
    { length: listeners },
    (_, index) => new LoadSocket({ baseURL, roomId: id, index, ...createReader?.(index) }),
  );
  await waitForAll(sockets, "welcome");
  const times = sockets.map(({ welcomedAtMs }) => (welcomedAtMs ?? Number.POSITIVE_INFINITY) - startMs);
  print("join at once", `${describe(times)}${goalMs ? `   goal ${goalMs} ms for all` : ""}`, cpu.read(listeners));
  return sockets;
}

type Commands = {
  readonly manager: LoadSocket;
  readonly sockets: readonly LoadSocket[];
  readonly name: string;
  readonly count: number;
  readonly goals: { readonly answersMs?: number; readonly eventsMs?: number };
};

/** The host seeks; the answer and the event at every listener are timed. */
export async function measureCommands(
  { host, id }: LoadRoom,
  { manager, sockets, name, count, goals }: Commands,
): Promise<void> {
  const cpu = startCpu();
  const answers: number[] = [];
  const arrivals: number[] = [];
  const [entry] = (await host.call("query", "rooms.getState", { id })).state.playlist;
  if (!entry) throw new Error("the playlist is empty");
  for (let i = 0; i < count; i++) {
    const before = new Set(manager.eventsAtMs.keys());
    const sentMs = performance.now();
    answers.push((await manager.run({ type: "seek", entryId: entry.id, positionMs: 1000 * (i + 1) })) - sentMs);
    await sleep(COMMAND_PAUSE_MS);
    const revision = [...manager.eventsAtMs.keys()].find((known) => !before.has(known));
    if (revision === undefined) throw new Error("the command changed nothing");
    for (const socket of sockets) arrivals.push((socket.eventsAtMs.get(revision) ?? Number.POSITIVE_INFINITY) - sentMs);
  }
  const toGoal = (ms: number | undefined) => (ms ? `   goal p99 ${ms} ms` : "");
  print(`${name}: answers`, describe(answers) + toGoal(goals.answersMs), cpu.read(sockets.length));
  print(`${name}: events`, describe(arrivals) + toGoal(goals.eventsMs), "");
}

export async function waitForAll(sockets: readonly LoadSocket[], what: string): Promise<void> {
  const isReady = () => sockets.every(({ welcomedAtMs }) => welcomedAtMs !== null);
  await expect.poll(isReady, { message: what, timeout: 120_000, intervals: [20] }).toBe(true);
  const closed = sockets.filter(({ closedWith }) => closedWith !== null);
  if (closed.length > 0) throw new Error(`${closed.length} connections were closed, the first with ${closed[0]?.closedWith}`);
}

/** Reads the server's processor time since the call, and what the machine did meanwhile. */
export function startCpu() {
  const startMs = performance.now();
  const [machine, serverMs] = [readCpuTime(), readProcessCpuMs(SERVER_PROCESS)];
  return {
    read(listeners: number): string {
      const seconds = (performance.now() - startMs) / 1000;
      const perListener = (readProcessCpuMs(SERVER_PROCESS) - serverMs) / seconds / listeners;
      return `server ${perListener.toFixed(2)} ms/s per listener; ${formatCpuShares(cpuSharesBetween(machine, readCpuTime()))}`;
    },
  };
}

export function describe(times: readonly number[]): string {
  const show = (share: number) => percentile(times, share).toFixed(0).padStart(5);
  return `p50 ${show(0.5)} ms   p99 ${show(0.99)} ms   max ${show(1)} ms`;
}

export function print(name: string, figures: string, cpu: string): void {
  console.log(`      ${name.padEnd(36)} ${figures}   ${cpu}`);
}
