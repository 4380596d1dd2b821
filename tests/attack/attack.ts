import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { MIB } from "#app/domain/units.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { setSuperadmin } from "#scripts/superadmin.mjs";
import { SoakServer } from "#tests/soak/soak-server.ts";
import { cpuSharesBetween, formatCpuShares, readCpuTime } from "#tests/sound-card/cpu-time.ts";
import type { AttackerReport, ToAttacker } from "./attacker-messages.ts";
import { HonestRoom } from "./honest-room.ts";
import {
  describeSamples,
  durationOf,
  findWorstStalls,
  SAMPLE_KINDS,
  type Sample,
  type SampleKind,
  Samples,
} from "./samples.ts";
import { ServerLog } from "./server-log.ts";
import { startThreadClock, systemNowMs } from "./thread-clock.ts";
import { TurnRecorder } from "./turn-recorder.ts";

// `npm run attack`: people listen together while an attacker with an account of each role does everything that the server accepts,
// and much that it does not. MINUTES, SEED, SCALE and ONLY change the defaults. With TIMES=0, as in `npm test`, times are only printed.

const MINUTES = Number(process.env.MINUTES ?? 20);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
/** The size of the known dangerous sequences, up to 1. */
const SCALE = Number(process.env.SCALE ?? 1);
/** Only the sequences whose names contain this, without random attacks. */
const ONLY = process.env.ONLY ?? "";
const ASSERTS_TIMES = process.env.TIMES !== "0";
const PORT = Number(process.env.E2E_PORT ?? 8788) + 42;
const GOAL = { stallMs: 100, turnMs: 50, startMs: 10_000 } as const;
const QUERY_ATTEMPTS = 60;
const STALLS_SHOWN = 5;
const STALL_MS_MIN = 50;
/** A timer of this process that is this late shows that the machine did not run its threads in time. */
const LATE_MS = 20;
/** The answers that have the goal. A page takes longer to render, and a room sends the messages of its chat together. */
const JUDGED: readonly SampleKind[] = SAMPLE_KINDS.filter((kind) => kind !== "page" && kind !== "chat");
/** After the attack: for what takes effect late, and for sockets to close. */
const AFTER_MS = Math.min(10_000, MINUTES * 10_000);
/** Ends a run that hangs. */
const LIMIT_MS = MINUTES * 60_000 + 6 * 60_000;

process.on("uncaughtException", (error) => void giveUp(error));
setTimeout(() => void giveUp(`not done after ${Math.round(LIMIT_MS / 60_000)} minutes`), LIMIT_MS).unref();

const problems: string[] = [];
const data = mkdtempSync(join(tmpdir(), "tutti-attack-"));
const log = new ServerLog();
const server = new SoakServer(PORT, data, ["LINK_LOOPBACK:allow"], (line) => log.add(line));
console.log(`attack: ${MINUTES} minutes, SEED=${SEED}, SCALE=${SCALE}`);
await server.start();
const [pid = 0] = server.runtimePids();
const clock = startThreadClock(pid);
const samples = new Samples();
const room = await HonestRoom.create({
  origin: server.origin,
  samples,
  random: seededRandom(SEED),
  patience: ASSERTS_TIMES ? 1 : 10,
});
const attacker = fork(fileURLToPath(new URL("attacker.ts", import.meta.url)));
const descriptions = new Map<Sample, readonly string[]>();
const asked: Sample[] = [];
let sequences = 0;
const { superadmin } = await start();
await setSuperadmin((sql: string) => query(sql), superadmin, true);

const machine = readCpuTime();
const before = await measureSize();
const turns = await TurnRecorder.start(PORT + 1, clock);
const endMs = Date.now() + MINUTES * 60_000;
let isOver = false;
const done = receive("done");
await Promise.all([room.live(() => isOver), describeStalls(), watchRuntime(), endAttack()]);
await turns.stop();

const left = await sendOver(done);
const size = await measureSize();
problems.push(...(await room.settle()));
room.leave();
attacker.kill();
printTimes();
await restart();
report();

async function giveUp(reason: unknown): Promise<void> {
  for (const line of log.unexpected()) console.error(line);
  console.error(`attack: ended with SEED=${SEED} by`, reason);
  await server.kill();
  process.exit(1);
}

/** Starts the attacker. Resolves when its people are there. */
async function start() {
  const ready = receive("ready");
  attacker.on("message", (message: AttackerReport) => {
    if (message.type === "calls") {
      const sample = asked[message.id];
      if (sample) descriptions.set(sample, message.calls);
    }
    if (message.type === "sequence") {
      sequences += 1;
      console.log(`  ${message.seconds.toFixed(1).padStart(6)} s  ${message.name}`);
    }
  });
  send({ type: "start", origin: server.origin, seed: SEED, honestRoomId: room.id, scale: SCALE, only: ONLY });
  return ready;
}

function send(message: ToAttacker): void {
  if (attacker.connected) attacker.send(message);
}

function receive<Type extends AttackerReport["type"]>(type: Type): Promise<Extract<AttackerReport, { type: Type }>> {
  return new Promise((resolve, reject) => {
    attacker.on("message", (message: AttackerReport) => {
      // checked by the type that was asked for
      if (message.type === type) resolve(message as Extract<AttackerReport, { type: Type }>);
    });
    attacker.on("exit", () => reject(new Error("the attacker has ended")));
  });
}

async function endAttack(): Promise<void> {
  while (Date.now() < endMs && !isOver) await sleep(100);
  send({ type: "end" });
  await sleep(AFTER_MS);
  isOver = true;
}

/** The attacker finishes the sequence that it has begun, for a while. */
async function sendOver(end: typeof done) {
  const answer = await Promise.race([end.catch(() => null), sleep(60_000)]);
  return answer ?? { calls: 0, kinds: 0, faults: ["the attacker did not end"] };
}

/** Asks the attacker soon after each stall, because it forgets its calls. */
async function describeStalls(): Promise<void> {
  let seen = 0;
  while (!isOver) {
    await sleep(500);
    const all = samples.list();
    for (const sample of all.slice(seen)) {
      if (durationOf(sample) < STALL_MS_MIN || sample.kind === "page") continue;
      send({ type: "describe", id: asked.push(sample) - 1, fromMs: sample.startMs, toMs: sample.endMs });
    }
    seen = all.length;
  }
}

async function watchRuntime(): Promise<void> {
  while (!isOver) {
    await sleep(200);
    if (server.runtimePids().includes(pid)) continue;
    problems.push("the runtime has ended, or was started again");
    isOver = true;
  }
}

async function measureSize() {
  const list = "select name from sqlite_master where type = 'table' and name not like '\\_%' escape '\\'";
  const tables: { readonly name: string; readonly count: number }[] = [];
  for (const { name } of await query<{ readonly name: string }>(list)) {
    const [row] = await query<{ readonly count: number }>(`select count(*) as count from "${name}"`);
    tables.push({ name, count: row?.count ?? 0 });
  }
  return { residentBytes: server.residentBytes(), storedBytes: server.storedBytes(), tables };
}

/** Repeated for a while, because a server that is stalled for seconds refuses connections. */
async function query<Row>(sql: string): Promise<readonly Row[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await server.query<Row>(sql);
    } catch (error) {
      if (attempt === QUERY_ATTEMPTS) throw error;
      await sleep(1000);
    }
  }
}

function printTimes(): void {
  const worked = samples.list((sample) => turns.isRecording(sample));
  for (const kind of SAMPLE_KINDS) console.log(`  ${describeSamples(worked, kind)}`);
  const judged = worked.filter(({ kind }) => JUDGED.includes(kind));
  console.log(`  the worst stalls (goal ${GOAL.stallMs} ms):`);
  for (const stall of findWorstStalls(judged, STALLS_SHOWN)) {
    const { cpuMs, lateMs } = explain(stall);
    const ms = durationOf(stall);
    console.log(
      `    ${ms.toFixed(0)} ms for ${stall.kind}; the server worked ${cpuMs.toFixed(0)} ms, timers were ${lateMs.toFixed(0)} ms late`,
    );
    for (const call of descriptions.get(stall) ?? []) console.log(`      ${call}`);
    for (const turn of turns.describeTurnsIn(stall)) console.log(`      turn: ${turn}`);
    // a machine that does not run this process in time delays everything; the processor time of the server does not depend on it
    const isMissed = cpuMs > GOAL.stallMs || (ms > GOAL.stallMs && lateMs < LATE_MS);
    if (isMissed)
      problemOfTime(
        `honest people waited ${ms.toFixed(0)} ms for ${stall.kind}, of which the server worked ${cpuMs.toFixed(0)} ms`,
      );
  }
  console.log(`  the longest turns, processor time (goal ${GOAL.turnMs} ms):`);
  for (const { part, cpuMs, functions } of turns.longest()) {
    console.log(`    ${part.padEnd(12)} ${cpuMs.toFixed(0).padStart(5)} ms   ${functions.join(", ")}`);
    if (cpuMs > GOAL.turnMs) problemOfTime(`a turn of the ${part} took ${cpuMs.toFixed(0)} ms`);
  }
}

function explain({ startMs, endMs }: Sample): { readonly cpuMs: number; readonly lateMs: number } {
  return { cpuMs: clock.cpuMsBetween(startMs, endMs), lateMs: clock.lateMsBetween(startMs, endMs) };
}

function problemOfTime(problem: string): void {
  if (ASSERTS_TIMES) problems.push(problem);
}

/** Stops the server, and starts it again on the data of the attack. */
async function restart(): Promise<void> {
  await clock.stop();
  const stopStartMs = systemNowMs();
  const isStopped = await Promise.race([server.stop().then(() => true), sleep(60_000).then(() => false)]);
  if (!isStopped) {
    problems.push("the server did not stop within a minute");
    await server.kill();
  }
  const startMs = systemNowMs();
  try {
    await server.start();
    const took = systemNowMs() - startMs;
    const stopped = `stopped in ${((startMs - stopStartMs) / 1000).toFixed(1)} s`;
    console.log(`  ${stopped}, healthy again after ${(took / 1000).toFixed(1)} s (goal ${GOAL.startMs / 1000} s)`);
    if (took > GOAL.startMs) problemOfTime(`the server needed ${(took / 1000).toFixed(1)} s to start on the data`);
    await server.stop();
  } catch {
    problems.push("the server did not start again on the data");
    await server.kill();
  }
}

function report(): void {
  const toMib = (bytes: number) => (bytes / MIB).toFixed(0);
  const grown = size.tables.flatMap(({ name, count }) => {
    const former = before.tables.find((table) => table.name === name)?.count ?? 0;
    return count > former ? [`${name} +${count - former}`] : [];
  });
  console.log(
    `  memory ${toMib(before.residentBytes)} → ${toMib(size.residentBytes)} MiB, data ${toMib(before.storedBytes)} → ${toMib(size.storedBytes)} MiB`,
  );
  console.log(`  rows: ${grown.join(", ")}`);
  console.log(`  ${formatCpuShares(cpuSharesBetween(machine, readCpuTime()))}`);
  problems.push(...left.faults, ...log.unexpected());
  const attacks = `${left.calls} calls of ${left.kinds} kinds, ${sequences} sequences`;
  console.log(`attack: ${attacks}; ${room.acknowledged} honest operations; ${problems.length} problems`);
  for (const problem of problems) console.error(`  ${problem}`);
  if (problems.length === 0) rmSync(data, { recursive: true });
  else console.error(`The data is in ${data}. Repeat with SEED=${SEED} MINUTES=${MINUTES} SCALE=${SCALE} npm run attack`);
  process.exit(problems.length > 0 ? 1 : 0);
}
