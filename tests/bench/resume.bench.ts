import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { setTimeout as elapse } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { planParts } from "#app/domain/uploads/upload-plan.ts";
import { PROTOCOL_VERSION } from "#app/protocol/room-messages.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { expect, type Member, newMember, newPage, test } from "#tests/e2e/visitor.ts";
import { type LagProxy, startLagProxy } from "#tests/support/lag-proxy.ts";
import { type PartWatch, type Sending, watchParts } from "#tests/support/part-watch.ts";
import { noiseWav } from "./track-files.ts";

/** `SEED=7 MIB_PER_SEC=100 npm run bench:resume` breaks a faster line, at other moments. */
const SEED = Number(process.env.SEED ?? Date.now() % 100_000);
const MIB_PER_SEC = Number(process.env.MIB_PER_SEC ?? 6);
const MIB = 1024 * 1024;
const SIZE_BYTES = 500 * MIB;
const BREAKS = 10;
/** Of the breaks: the page goes too, and the file is chosen again. */
const RELOADS = 2;
const UP = { delayMs: 20, jitterMs: 5, bytesPerSec: MIB_PER_SEC * MIB };
const DOWN = { delayMs: 20, jitterMs: 5 };
const AWAY_MS = { least: 1000, most: 5000 };
/** The server hashes it, and the browser listens to the whole of it. */
const FINISHED_WITHIN_MS = 900_000;
const GOAL_PARTS = 10;

type Break = { readonly atBytes: number; readonly isReload: boolean; readonly awayMs: number };

// the server says a lot about what was cut off: the figures stand together behind it
const lines: string[] = [];
test.afterAll(() => {
  const line = `a line of ${MIB_PER_SEC} MiB/s that breaks ${BREAKS} times, ${RELOADS} of them reloads`;
  console.log(`\n    ${SIZE_BYTES / MIB} MiB over ${line}; SEED=${SEED}\n${lines.join("\n")}`);
});

test("an upload of 500 MB over a line that breaks ten times", async ({ context, request, baseURL }) => {
  const file = noiseWav(SIZE_BYTES);
  const watch = watchParts();
  const link = await startLagProxy(baseURL ?? "", { up: UP, down: DOWN, listen: watch.listen });
  const mira = await newMember(request, baseURL);
  const { id, url } = await mira.makeRoom("Broken line");
  await mira.signIn(context);
  const page = await newPage(context);
  page.on("dialog", (asked) => void asked.accept());
  try {
    await page.goto(`${link.url}/room/${url}`, { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Add tracks" }).first().click();
    const startedMs = Date.now();
    await page.getByTestId("files").setInputFiles([file]);
    for (const one of planBreaks()) await breakOff(one, { page, link, watch, file });
    const dialog = page.getByRole("dialog", { name: "Add tracks" });
    await expect(dialog.getByText("1 of 1 ready")).toBeVisible({ timeout: FINISHED_WITHIN_MS });
    const twice = judge(watch);
    tell("from the choice to the playlist", `${Math.round((Date.now() - startedMs) / 1000)} s`);
    const hash = await hashOf(createReadStream(file));
    const stored = await hashOf(await readBack({ page, mira, roomId: id, origin: baseURL ?? "" }));
    tell("SHA-256 of the file", hash);
    tell("SHA-256 of what is stored", stored, "the same");
    expect(stored).toBe(hash);
    expect(twice).toBeLessThanOrEqual(GOAL_PARTS);
  } finally {
    link.close();
  }
});

function tell(what: string, figure: string | number, goal?: string | number): void {
  lines.push(`      ${what.padEnd(42)} ${figure}${goal === undefined ? "" : `   (goal: ${goal})`}`);
}

/** Anywhere in the bytes that the upload takes, but so far before their end that a reload still meets some. */
function planBreaks(): readonly Break[] {
  const random = seededRandom(SEED);
  const reloads = new Set<number>();
  while (reloads.size < RELOADS) reloads.add(Math.floor(random() * BREAKS));
  return Array.from({ length: BREAKS }, () => random() * SIZE_BYTES * 0.98)
    .sort((a, b) => a - b)
    .map((atBytes, i) => ({
      atBytes,
      isReload: reloads.has(i),
      awayMs: AWAY_MS.least + random() * (AWAY_MS.most - AWAY_MS.least),
    }));
}

type Around = { readonly page: Page; readonly link: LagProxy; readonly watch: PartWatch; readonly file: string };

async function breakOff({ atBytes, isReload, awayMs }: Break, { page, link, watch, file }: Around): Promise<void> {
  // a reload lets some more through: what breaks is always a line with something on it
  await watch.reach(Math.max(atBytes, watch.bytes() + 1));
  if (isReload) await page.reload({ waitUntil: "networkidle" });
  else link.cut();
  const open = watch.sendings().filter(({ sizeBytes, throughBytes }) => throughBytes < sizeBytes);
  const mib = (watch.bytes() / MIB).toFixed(1);
  const how = isReload ? "a reload" : `away for ${(awayMs / 1000).toFixed(1)} s`;
  tell(`broken off at ${mib} MiB`, `${how}; cut off in the middle so far: ${open.length}`);
  if (isReload) await chooseAgain(page, file);
  else {
    await elapse(awayMs);
    link.restore();
  }
}

async function chooseAgain(page: Page, file: string): Promise<void> {
  await page.getByRole("button", { name: "Resume" }).click();
  const resume = page.getByRole("dialog", { name: "Resume your upload" });
  await resume.getByTestId("resume-files").setInputFiles([file]);
  // the whole file is read before it is known
  await resume.getByRole("button", { name: "Resume 1 file" }).click({ timeout: 120_000 });
}

/** How many parts were begun more than once. */
function judge(watch: PartWatch): number {
  const parts = planParts(SIZE_BYTES).map(({ number }) => watch.sendings().filter(({ part }) => part === number));
  const isThrough = ({ sizeBytes, throughBytes }: Sending) => throughBytes === sizeBytes;
  const twice = parts.filter((sendings) => sendings.length > 1);
  const whole = parts.filter((sendings) => sendings.filter(isThrough).length > 1);
  const beyond = watch.bytes() - SIZE_BYTES;
  tell("parts", parts.length);
  tell("parts of which something was sent twice", twice.length, `at most ${GOAL_PARTS}`);
  tell("parts that were sent twice as a whole", whole.length);
  const goal = `at most ${(GOAL_PARTS * uploadLimits.partBytes) / MIB} MiB`;
  tell("sent beyond the file", `${(beyond / MIB).toFixed(1)} MiB`, goal);
  return twice.length;
}

type Stored = { readonly page: Page; readonly mira: Member; readonly roomId: string; readonly origin: string };

/** The stored bytes, over the address and by the grant that every listener of the room is given. */
async function readBack({ page, mira, roomId, origin }: Stored): Promise<AsyncIterable<Uint8Array>> {
  const [entry] = (await mira.call("query", "rooms.getState", { id: roomId })).state.playlist;
  if (!entry) throw new Error("the track is not in the playlist");
  const query = await page.evaluate(
    ({ room, version }) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/rooms/${room}/socket?v=${version}`);
        const take = ({ data }: MessageEvent) => {
          const frame = JSON.parse(String(data));
          if (frame.type !== "snapshot") return;
          resolve(frame.media.query);
          socket.close();
        };
        socket.addEventListener("message", take);
      }),
    { room: roomId, version: PROTOCOL_VERSION },
  );
  const answer = await fetch(`${origin}/media/audio/${entry.track.id}?${query}`);
  // a refusal has a body too
  if (!answer.ok || !answer.body) throw new Error(`the audio was answered with ${answer.status}`);
  return chunksOf(answer.body);
}

async function* chunksOf(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest("hex");
}
