import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
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
/** The runtime may keep this much more than at the first measurement. */
const MEMORY_GROWTH_MAX = 200 * 1024 * 1024;
/** After this share of the time the server is left alone, so that its memory can be watched. */
const KILL_SHARE = 0.6;
/** The memory is measured first when the caches have been filled again. */
const WARM_SHARE = 0.75;

const ORPHAN_CHECKS_MAX = 15;
const ORPHAN_CHECK_MS = 2000;

const LINKS = [
  { delayMs: 5, jitterMs: 5 },
  { delayMs: 60, jitterMs: 40 },
  { delayMs: 150, jitterMs: 150 },
];

const random = seededRandom(SEED);
const server = new SoakServer(PORT, mkdtempSync(join(tmpdir(), "tutti-soak-")));
console.log(`soak: ${MINUTES} minutes, ${PEOPLE} people, SEED=${SEED}`);
await server.start();
const people = await Promise.all(Array.from({ length: PEOPLE }, (_, i) => createPerson(i)));
const rooms = await Promise.all(people.map(createRoom));
for (const [i, person] of people.entries()) joinRooms(person, i);

const startMs = Date.now();
const durationMs = MINUTES * 60_000;
const endMs = startMs + durationMs;
let warmBytes = 0;
await Promise.all([...people.map(live), breakLinks(), killServer(), watchMemory()]);

const problems = [...findGrowth(), ...(await findLosses()), ...(await findStaleConnections())];
for (const person of people) person.close();
// starting again finishes what was cut off
await server.stop();
await server.start();
problems.push(...(await findLastingOrphans()));
await server.stop();
const acknowledged = people.reduce((sum, person) => sum + person.acknowledged, 0);
console.log(`soak: ${acknowledged} acknowledged operations, ${server.restarts} kills, ${problems.length} problems`);
for (const problem of problems) console.error(`  ${problem}`);
if (problems.length > 0) console.error(`Repeat with SEED=${SEED} MINUTES=${MINUTES} PEOPLE=${PEOPLE} npm run soak`);
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

async function watchMemory(): Promise<void> {
  await sleep(WARM_SHARE * durationMs);
  warmBytes = server.memoryBytes();
}

/** What the rooms lack of what was acknowledged. */
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

/** What is still there after the cron, which runs when the server starts. */
async function findLastingOrphans(): Promise<readonly string[]> {
  for (let checks = 1; ; checks++) {
    const orphans = await findOrphans(server);
    if (orphans.length === 0 || checks === ORPHAN_CHECKS_MAX) return orphans;
    await sleep(ORPHAN_CHECK_MS);
  }
}

function findGrowth(): readonly string[] {
  const grown = server.memoryBytes() - warmBytes;
  console.log(
    `soak: memory ${Math.round(warmBytes / 2 ** 20)} MiB warm, ${Math.round((warmBytes + grown) / 2 ** 20)} MiB at the end`,
  );
  return grown > MEMORY_GROWTH_MAX ? [`the runtime has grown by ${Math.round(grown / 2 ** 20)} MiB`] : [];
}
