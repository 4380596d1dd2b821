import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "#tests/e2e/test.ts";
import { registerUser, type TestUser } from "#tests/e2e/test-user.ts";
import { cpuSharesBetween, formatCpuShares, readCpuTime } from "#tests/sound-card/cpu-time.ts";
import { percentile } from "#tests/support/percentile.ts";
import { LoadSocket } from "./load/load-socket.ts";
import { readProcessCpuMs } from "./load/process-cpu.ts";
import { startReactions } from "./load/reaction-load.ts";
import { clickFile } from "./track-files.ts";

/** `LISTENERS=300 npm run bench:load` measures one size. */
const SIZES = (process.env.LISTENERS ?? "100,300,1000").split(",").map(Number);
const COMMANDS = 30;
const COMMAND_PAUSE_MS = 500;
const CHURN_SEC = 20;
const CHURN_PER_SEC = 10;
/** In a wake window (rule CL11), each listener sends a burst of clock probes and a report. */
const WINDOW_MS = 2500;
const PROBES = 6;
const PROBE_INTERVAL_MS = 24;
const SERVER_PROCESS = "workerd";

/** Goals by the number of listeners, ms. */
const GOALS: Record<number, { readonly welcomedMs?: number; readonly eventsMs: number; readonly answersMs: number }> = {
  300: { eventsMs: 60, answersMs: 100 },
  1000: { welcomedMs: 6000, eventsMs: 150, answersMs: 100 },
};

/** Reactions a second, and how long: `TOGETHER_SEC=10 LISTENERS=100 npm run bench:load -- -g together` measures less. */
const REACTIONS_PER_SEC = 200;
const TOGETHER_SEC = Number(process.env.TOGETHER_SEC ?? 60);
/** A room collects reactions for 250 ms, and playback commands must not notice them. */
const TOGETHER_GOALS = { reactionsMs: 300, commandsMs: 150 };

type Room = { readonly id: string; readonly baseURL: string; readonly host: TestUser };

for (const listeners of SIZES) {
  test(`${listeners} listeners in one room`, async ({ request, baseURL }) => {
    const host = await registerUser(request, baseURL);
    const { id } = await host.createRoom("Load", [clickFile("flac", 150, 1)]);
    const room: Room = { id, baseURL: baseURL ?? "", host };
    console.log(`\n    ${listeners} listeners`);
    const manager = new LoadSocket({ baseURL: room.baseURL, roomId: id, index: 60_000, cookie: host.cookie });
    await waitForAll([manager], "welcome");
    const sockets = await measureJoins(room, listeners);
    await manager.run({ type: "play" });
    await measureWindow(sockets);
    await measureCommands(room, { manager, sockets, name: "commands" });
    const churn = startChurn(room, listeners);
    await measureCommands(room, { manager, sockets, name: `commands, ${CHURN_PER_SEC} joins a second` });
    await churn.stop();
    for (const socket of [manager, ...sockets]) socket.close();
  });
}

test("together: reactions of all listeners while the host controls the playback", async ({ request, baseURL }) => {
  const listeners = Math.max(...SIZES);
  const host = await registerUser(request, baseURL);
  const { id } = await host.createRoom("Together", [clickFile("flac", 150, 1)]);
  const room: Room = { id, baseURL: baseURL ?? "", host };
  console.log(`\n    ${listeners} listeners, ${REACTIONS_PER_SEC} reactions a second for ${TOGETHER_SEC} s`);
  const manager = new LoadSocket({ baseURL: room.baseURL, roomId: id, index: 60_000, cookie: host.cookie });
  await waitForAll([manager], "welcome");
  const sockets = await measureJoins(room, listeners);
  await manager.run({ type: "play" });
  await measureReactions(room, { manager, sockets, name: "commands with reactions" });
  for (const socket of [manager, ...sockets]) socket.close();
});

/** Everyone joins at once. */
async function measureJoins({ id, baseURL }: Room, listeners: number): Promise<readonly LoadSocket[]> {
  const cpu = startCpu();
  const startMs = performance.now();
  const sockets = Array.from({ length: listeners }, (_, index) => new LoadSocket({ baseURL, roomId: id, index }));
  await waitForAll(sockets, "welcome");
  const times = sockets.map(({ welcomedAtMs }) => (welcomedAtMs ?? Number.POSITIVE_INFINITY) - startMs);
  const goal = GOALS[listeners]?.welcomedMs;
  print("join at once", `${describe(times)}${goal ? `   goal ${goal} ms for all` : ""}`, cpu.read(listeners));
  return sockets;
}

/** Everyone listens, and sends what a listener sends in a wake window. The answers are timed. */
async function measureWindow(sockets: readonly LoadSocket[]): Promise<void> {
  const cpu = startCpu();
  const answers = await Promise.all(sockets.map((socket, i) => sendInWindow(socket, (i / sockets.length) * WINDOW_MS)));
  print("wake window: clock answers", describe(answers.flat()), cpu.read(sockets.length));
}

async function sendInWindow(socket: LoadSocket, delayMs: number): Promise<readonly number[]> {
  await sleep(delayMs);
  const answers: Promise<number>[] = [];
  for (let probe = 0; probe < PROBES; probe++) {
    answers.push(socket.probe());
    await sleep(PROBE_INTERVAL_MS);
  }
  answers.push(socket.report());
  return Promise.all(answers);
}

type Crowd = { readonly manager: LoadSocket; readonly sockets: readonly LoadSocket[]; readonly name: string };
type Commands = Crowd & {
  readonly commands?: number;
  /** In place of the goals for this number of listeners. */
  readonly goalMs?: number;
};

/** The host seeks; the answer and the event at every listener are timed. */
async function measureCommands(
  { host, id }: Room,
  { manager, sockets, name, commands = COMMANDS, goalMs }: Commands,
): Promise<void> {
  const cpu = startCpu();
  const answers: number[] = [];
  const arrivals: number[] = [];
  const [entry] = (await host.call("query", "rooms.getState", { id })).state.playlist;
  if (!entry) throw new Error("the playlist is empty");
  for (let i = 0; i < commands; i++) {
    const before = new Set(manager.eventsAtMs.keys());
    const sentMs = performance.now();
    answers.push((await manager.run({ type: "seek", entryId: entry.id, positionMs: 1000 * (i + 1) })) - sentMs);
    await sleep(COMMAND_PAUSE_MS);
    const revision = [...manager.eventsAtMs.keys()].find((known) => !before.has(known));
    if (revision === undefined) throw new Error("the command changed nothing");
    for (const socket of sockets) arrivals.push((socket.eventsAtMs.get(revision) ?? Number.POSITIVE_INFINITY) - sentMs);
  }
  const goals = goalMs ? { answersMs: goalMs, eventsMs: goalMs } : GOALS[sockets.length];
  const toGoal = (ms: number | undefined) => (ms ? `   goal p99 ${ms} ms` : "");
  print(`${name}: answers`, describe(answers) + toGoal(goals?.answersMs), cpu.read(sockets.length));
  print(`${name}: events`, describe(arrivals) + toGoal(goals?.eventsMs), "");
}

/** Listeners react while the host seeks. */
async function measureReactions(room: Room, crowd: Crowd): Promise<void> {
  const [entry] = (await room.host.call("query", "rooms.getState", { id: room.id })).state.playlist;
  if (!entry) throw new Error("the playlist is empty");
  const cpu = startCpu();
  const load = startReactions(crowd.sockets, { entryId: entry.id, perSecond: REACTIONS_PER_SEC });
  const commands = Math.floor((TOGETHER_SEC * 1000) / COMMAND_PAUSE_MS);
  await measureCommands(room, { ...crowd, commands, goalMs: TOGETHER_GOALS.commandsMs });
  const delays = await load.stop();
  expect(delays.filter((ms) => ms === Number.POSITIVE_INFINITY)).toEqual([]);
  const { marks } = await room.host.call("query", "reactions.get", { roomId: room.id, entryId: entry.id });
  const goal = `   goal p99 ${TOGETHER_GOALS.reactionsMs} ms`;
  print("reactions at every listener", describe(delays) + goal, cpu.read(crowd.sockets.length));
  print("stored for the track", `${JSON.stringify(marks).length} bytes`, "");
}

/** Listeners come and go. */
function startChurn({ id, baseURL }: Room, listeners: number): { stop(): Promise<void> } {
  const opened: LoadSocket[] = [];
  const timer = setInterval(() => {
    opened.push(new LoadSocket({ baseURL, roomId: id, index: listeners + opened.length }));
    opened[opened.length - CHURN_PER_SEC]?.close();
  }, 1000 / CHURN_PER_SEC);
  return {
    async stop() {
      await sleep(Math.max(0, CHURN_SEC * 1000 - COMMANDS * COMMAND_PAUSE_MS));
      clearInterval(timer);
      for (const socket of opened) socket.close();
    },
  };
}

async function waitForAll(sockets: readonly LoadSocket[], what: string): Promise<void> {
  const isReady = () => sockets.every(({ welcomedAtMs }) => welcomedAtMs !== null);
  await expect.poll(isReady, { message: what, timeout: 120_000, intervals: [20] }).toBe(true);
  const closed = sockets.filter(({ closedWith }) => closedWith !== null);
  if (closed.length > 0) throw new Error(`${closed.length} connections were closed, the first with ${closed[0]?.closedWith}`);
}

/** Reads the server's processor time since the call, and what the machine did meanwhile. */
function startCpu() {
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

function describe(times: readonly number[]): string {
  const show = (share: number) => percentile(times, share).toFixed(0).padStart(5);
  return `p50 ${show(0.5)} ms   p99 ${show(0.99)} ms   max ${show(1)} ms`;
}

function print(name: string, figures: string, cpu: string): void {
  console.log(`      ${name.padEnd(36)} ${figures}   ${cpu}`);
}
