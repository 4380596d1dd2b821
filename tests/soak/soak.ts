import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "#scripts/sound.mjs";
import { startLagProxy } from "#tests/support/lag-proxy.ts";
import { SoakPerson } from "./soak-person.ts";
import { SoakServer } from "./soak-server.ts";

// `npm run soak`: people use rooms on bad links, and the server is killed again and again. At the end, everything that it has
// acknowledged must be there. MINUTES, PEOPLE and SEED change the defaults.

const MINUTES = Number(process.env.MINUTES ?? 60);
const PEOPLE = Number(process.env.PEOPLE ?? 8);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const PORT = Number(process.env.E2E_PORT ?? 8788) + 40;
const KILL_EVERY_MS = { min: 8000, max: 40_000 };
const THINK_MS = 400;
/** The runtime may keep this much more than at the first measurement. */
const MEMORY_GROWTH_MAX = 200 * 1024 * 1024;
/** The memory is measured first after the code and the caches have been filled. */
const WARM_UP_SHARE = 0.2;

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
await Promise.all(people.map((person) => person.register()));
await Promise.all(people.map((person) => person.createRoom()));

const endMs = Date.now() + MINUTES * 60_000;
let warmBytes = 0;
await Promise.all([...people.map(live), breakLinks(), killServer(), watchMemory()]);

const problems = [...(await findLosses()), ...(await findOrphans()), ...findGrowth()];
for (const person of people) person.close();
await server.stop();
const acknowledged = people.reduce((sum, person) => sum + person.acknowledged, 0);
console.log(`soak: ${acknowledged} acknowledged operations, ${server.restarts} kills, ${problems.length} problems`);
for (const problem of problems) console.error(`  ${problem}`);
if (problems.length > 0) console.error(`Repeat with SEED=${SEED} MINUTES=${MINUTES} npm run soak`);
process.exit(problems.length > 0 ? 1 : 0);

async function createPerson(index: number): Promise<SoakPerson> {
  const lag = LINKS[index % LINKS.length];
  const link = await startLagProxy(server.origin, { ...(lag && { up: lag, down: lag }), seed: SEED + index });
  return new SoakPerson(`soak_${SEED}_${index}`, { link, random: seededRandom(SEED * 31 + index) });
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
  while (Date.now() < endMs) {
    await sleep(min + (max - min) * random());
    await server.kill();
    await server.start();
  }
}

async function watchMemory(): Promise<void> {
  await sleep(MINUTES * 60_000 * WARM_UP_SHARE);
  warmBytes = server.memoryBytes();
}

async function findLosses(): Promise<readonly string[]> {
  const settled = (await Promise.all(people.map((person) => person.settle()))).flat();
  return settled.flatMap(({ room, seen, stored, losses }) => [
    ...losses.map((loss) => `room ${room.id}: ${loss}`),
    ...(seen === stored ? [] : [`room ${room.id}: a connection shows another playlist than the room has`]),
  ]);
}

/** Objects without a row, and rows without an object. Starting again finishes what was cut off. */
async function findOrphans(): Promise<readonly string[]> {
  await server.stop();
  await server.start();
  const [keys, audio, recorded] = await Promise.all([
    server.objectKeys(),
    server.query<{ id: string }>("select id from audio"),
    server.query<{ key: string }>("select key from orphaned_objects"),
  ]);
  const known = new Set(recorded.map(({ key }) => key));
  const ids = new Set(audio.map(({ id }) => id));
  const uploads = new Set((await server.query<{ id: string }>("select audio_object as id from uploads")).map(({ id }) => id));
  const loose = keys.filter((key) => {
    const id = key.split("/")[1] ?? "";
    return key.startsWith("audio/") && !ids.has(id) && !uploads.has(id) && !known.has(key);
  });
  const missing = [...ids].filter((id) => !keys.includes(`audio/${id}`));
  return [
    ...loose.map((key) => `the object ${key} belongs to nothing`),
    ...missing.map((id) => `the audio of ${id} is missing`),
  ];
}

function findGrowth(): readonly string[] {
  const grown = server.memoryBytes() - warmBytes;
  console.log(
    `soak: memory ${Math.round(warmBytes / 2 ** 20)} MiB warm, ${Math.round((warmBytes + grown) / 2 ** 20)} MiB at the end`,
  );
  return grown > MEMORY_GROWTH_MAX ? [`the runtime has grown by ${Math.round(grown / 2 ** 20)} MiB`] : [];
}
