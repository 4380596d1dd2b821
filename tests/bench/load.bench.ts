import { setTimeout as sleep } from "node:timers/promises";
import { test } from "#tests/e2e/test.ts";
import { registerUser } from "#tests/e2e/test-user.ts";
import { LoadSocket } from "./load/load-socket.ts";
import {
  COMMAND_PAUSE_MS,
  describe,
  type LoadRoom,
  measureCommands,
  measureJoins,
  print,
  startCpu,
  waitForAll,
} from "./load/measure-room.ts";
import { clickFile } from "./track-files.ts";

/** `LISTENERS=300 npm run bench:load` measures one size. */
const SIZES = (process.env.LISTENERS ?? "100,300,1000").split(",").map(Number);
const COMMANDS = 30;
const CHURN_SEC = 20;
const CHURN_PER_SEC = 10;
/** In a wake window (rule CL11), each listener sends a burst of clock probes and a report. */
const WINDOW_MS = 2500;
const PROBES = 6;
const PROBE_INTERVAL_MS = 24;

/** Goals by the number of listeners, ms. */
const GOALS: Record<number, { readonly welcomedMs?: number; readonly eventsMs?: number; readonly answersMs?: number }> = {
  300: { eventsMs: 60, answersMs: 100 },
  1000: { welcomedMs: 6000, eventsMs: 150, answersMs: 100 },
};

for (const listeners of SIZES) {
  test(`${listeners} listeners in one room`, async ({ request, baseURL }) => {
    const host = await registerUser(request, baseURL);
    const { id } = await host.createRoom("Load", [clickFile("flac", 150, 1)]);
    const room: LoadRoom = { id, baseURL: baseURL ?? "", host };
    const goals = GOALS[listeners] ?? {};
    console.log(`\n    ${listeners} listeners`);
    const manager = new LoadSocket({ baseURL: room.baseURL, roomId: id, index: 60_000, cookie: host.cookie });
    await waitForAll([manager], "welcome");
    const sockets = await measureJoins(room, listeners, { goalMs: goals.welcomedMs });
    await manager.run({ type: "play" });
    await measureWindow(sockets);
    const commands = { manager, sockets, count: COMMANDS, goals };
    await measureCommands(room, { ...commands, name: "commands" });
    const churn = startChurn(room, listeners);
    await measureCommands(room, { ...commands, name: `commands, ${CHURN_PER_SEC} joins a second` });
    await churn.stop();
    for (const socket of [manager, ...sockets]) socket.close();
  });
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

/** Listeners come and go. */
function startChurn({ id, baseURL }: LoadRoom, listeners: number): { stop(): Promise<void> } {
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
