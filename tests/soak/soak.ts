import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MIB } from "#app/domain/units.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { startLagProxy } from "#tests/support/lag-proxy.ts";
import { findOrphans } from "./find-orphans.ts";
import { SoakPerson } from "./soak-person.ts";
import { SoakRoom } from "./soak-room.ts";
import { SoakServer } from "./soak-server.ts";

// `npm run soak`: people use rooms on bad links, and the server is killed again and again. At the end, everything that it has
// acknowledged must be there. MINUTES, PEOPLE and SEED change the defaults.

const MINUTES = Number(process.env.MINUTES ?? 60);
const PEOPLE = Number(process.env.PEOPLE ?? 8);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const PORT = Number(process.env.E2E_PORT ?? 8788) + 40;
const KILL_EVERY_MS = { min: 5000, max: 25_000 };
const THINK_MS = 400;
/** The Worker may use this much more than at the first measurement: rooms that were not open then, and their playlists. */
const HEAP_GROWTH_MAX = 16 * MIB;
/** After this share of the time the server is left alone, so that its memory can be watched. */
const KILL_SHARE = 0.6;
/** The memory is measured first when the caches have been filled again. */
const WARM_SHARE = 0.75;

/** The cron deletes up to 100 tracks at each start, so several may be needed. */
const RESTARTS_MAX = 10;
/** The time that the cron gets after a start. */
const CRON_MS = 5000;

const LINKS = [
  { delayMs: 5, jitterMs: 5 },
  { delayMs: 60, jitterMs: 40 },
  { delayMs: 150, jitterMs: 150 },
];

const random = seededRandom(SEED);
const data = mkdtempSync(join(tmpdir(), "tutti-soak-"));
const server = new SoakServer(PORT, data);
console.log(`soak: ${MINUTES} minutes, ${PEOPLE} people, SEED=${SEED}`);
await server.start();
const people = await Promise.all(Array.from({ length: PEOPLE }, (_, i) => createPerson(i)));
const rooms = await Promise.all(people.map(createRoom));
for (const [i, person] of people.entries()) joinRooms(person, i);

const startMs = Date.now();
const durationMs = MINUTES * 60_000;
const endMs = startMs + durationMs;
let warmHeapBytes = 0;
await Promise.all([...people.map(live), breakLinks(), killServer(), measureWarmHeap()]);

const problems = [...(await findHeapGrowth()), ...(await findLosses()), ...(await findStaleConnections())];
for (const person of people) person.close();
problems.push(...(await findLastingOrphans()));
await server.stop();
const acknowledged = people.reduce((sum, person) => sum + person.acknowledged, 0);
console.log(`soak: ${acknowledged} acknowledged operations, ${server.restarts} kills, ${problems.length} problems`);
for (const problem of problems) console.error(`  ${problem}`);
if (problems.length === 0) rmSync(data, { recursive: true });
else console.error(`The data is in ${data}. Repeat with SEED=${SEED} MINUTES=${MINUTES} PEOPLE=${PEOPLE} npm run soak`);
process.exit(problems.length > 0 ? 1 : 0);

async function createPerson(index: number): Promise<SoakPerson> {
  const lag = LINKS[index % LINKS.length];
  const link = await startLagProxy(server.origin, { ...(lag && { up: lag, down: lag }), seed: SEED + index });
  const username = `soak${SEED}person${index}`;
  const person = new SoakPerson({ username, address: `10.9.0.${index}`, link, random: seededRandom(SEED * 31 + index) });
  await person.client.register();
  return person;
}

async function createRoom(person: SoakPerson): Promise<SoakRoom> {
  return new SoakRoom(await person.createRoom(), person.username);
}

/** Everyone is in their own room and in the next person's. */
function joinRooms(person: SoakPerson, index: number): void {
  for (const room of [rooms[index], rooms[(index + 1) % rooms.length]]) if (room) person.join(room);
}

async function live(person: SoakPerson): Promise<void> {
  while (Date.now() < endMs) {
    await person.act();
    await sleep(THINK_MS * random());
  }
}

/** Cuts a link for some seconds, again and again. */
async function breakLinks(): Promise<void> {
  while (Date.now() < endMs) {
    const link = people[Math.floor(random() * people.length)]?.link;
    await sleep(3000 * random());
    link?.cut();
    await sleep(4000 * random());
    link?.restore();
  }
}

async function killServer(): Promise<void> {
  const { min, max } = KILL_EVERY_MS;
  for (;;) {
    await sleep(min + (max - min) * random());
    if (Date.now() > startMs + KILL_SHARE * durationMs) return;
    await server.kill();
    await server.start();
  }
}

async function measureWarmHeap(): Promise<void> {
  await sleep(WARM_SHARE * durationMs);
  warmHeapBytes = await server.heapBytes();
}

/** Everything that was acknowledged and that the rooms lack. */
async function findLosses(): Promise<readonly string[]> {
  const losses = await Promise.all(
    people.map(async ({ client }, i) => {
      const room = rooms[i];
      if (!room) return [];
      const { state } = await client.untilAnswered(() => client.call("query", "rooms.getState", { id: room.id }));
      return room.findLosses(state).map((loss) => `room ${room.id}: ${loss}`);
    }),
  );
  return losses.flat();
}

async function findStaleConnections(): Promise<readonly string[]> {
  const settled = (await Promise.all(people.map((person) => person.settle()))).flat();
  const stale = settled.filter(({ isUpToDate }) => !isUpToDate);
  return stale.map(({ room }) => `room ${room.id}: a connection shows another playlist than the room has`);
}

/** Orphans that remain after the server has started again, which finishes work that was cut off. */
async function findLastingOrphans(): Promise<readonly string[]> {
  for (let restarts = 1; ; restarts++) {
    await server.stop();
    await server.start();
    await sleep(CRON_MS);
    const orphans = await findOrphans(server);
    if (orphans.length === 0 || restarts === RESTARTS_MAX) return orphans;
  }
}

async function findHeapGrowth(): Promise<readonly string[]> {
  const heapBytes = await server.heapBytes();
  const resident = Math.round(server.residentBytes() / MIB);
  console.log(`soak: heap ${toMib(warmHeapBytes)} MiB warm, ${toMib(heapBytes)} MiB at the end; process ${resident} MiB`);
  const grown = heapBytes - warmHeapBytes;
  return grown > HEAP_GROWTH_MAX ? [`the heap of the Worker has grown by ${toMib(grown)} MiB`] : [];
}

function toMib(bytes: number): string {
  return (bytes / MIB).toFixed(1);
}
