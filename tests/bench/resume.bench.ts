import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { planParts } from "#app/domain/uploads/upload-plan.ts";
import { PROTOCOL_VERSION } from "#app/protocol/room-messages.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { expect, newPage, test } from "#tests/e2e/test.ts";
import { registerUser, type TestUser } from "#tests/e2e/test-user.ts";
import { type LagProxy, startLagProxy } from "#tests/support/lag-proxy.ts";
import { type PartTransfer, type PartWatch, watchParts } from "#tests/support/part-watch.ts";
import { noiseWav } from "./track-files.ts";

/** `SEED=7 MIB_PER_SEC=100 npm run bench:resume` interrupts a faster link at other moments. */
const SEED = Number(process.env.SEED ?? Date.now() % 100_000);
const MIB_PER_SEC = Number(process.env.MIB_PER_SEC ?? 6);
const MIB = 1024 * 1024;
const SIZE_BYTES = 500 * MIB;
const BREAKS = 10;
/** Interruptions that reload the page; the file has to be chosen again. */
const RELOADS = 2;
const UP = { delayMs: 20, jitterMs: 5, bytesPerSec: MIB_PER_SEC * MIB };
const DOWN = { delayMs: 20, jitterMs: 5 };
const AWAY_MS = { least: 1000, most: 5000 };
/** The server hashes the file, and the browser analyzes all of it. */
const FINISH_TIMEOUT_MS = 900_000;
const GOAL_PARTS = 10;

type Interruption = { readonly atBytes: number; readonly isReload: boolean; readonly awayMs: number };

// The server logs every interrupted request, so the results are printed together at the end.
const lines: string[] = [];
test.afterAll(() => {
  const link = `a link of ${MIB_PER_SEC} MiB/s with ${BREAKS} interruptions, ${RELOADS} of them reloads`;
  console.log(`\n    ${SIZE_BYTES / MIB} MiB over ${link}; SEED=${SEED}\n${lines.join("\n")}`);
});

test("an upload of 500 MB over a link with ten interruptions", async ({ context, request, baseURL }) => {
  const file = noiseWav(SIZE_BYTES);
  const watch = watchParts();
  const link = await startLagProxy(baseURL ?? "", { up: UP, down: DOWN, createListener: watch.createListener });
  const mira = await registerUser(request, baseURL);
  const { id, url } = await mira.createRoom("Interrupted link");
  await mira.signIn(context);
  const page = await newPage(context);
  page.on("dialog", (confirmation) => void confirmation.accept());
  try {
    await page.goto(`${link.url}/room/${url}`, { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Add tracks" }).first().click();
    const startedMs = Date.now();
    await page.getByTestId("files").setInputFiles([file]);
    for (const interruption of planInterruptions()) await interrupt(interruption, { page, link, watch, file });
    const dialog = page.getByRole("dialog", { name: "Add tracks" });
    await expect(dialog.getByText("1 of 1 ready")).toBeVisible({ timeout: FINISH_TIMEOUT_MS });
    const sentTwice = reportParts(watch);
    report("from choosing the file to the playlist", `${Math.round((Date.now() - startedMs) / 1000)} s`);
    const hash = await hashStream(createReadStream(file));
    const stored = await hashStream(await streamStoredAudio({ page, mira, roomId: id, origin: baseURL ?? "" }));
    report("SHA-256 of the file", hash);
    report("SHA-256 of the stored audio", stored, "the same");
    expect(stored).toBe(hash);
    expect(sentTwice).toBeLessThanOrEqual(GOAL_PARTS);
  } finally {
    link.close();
  }
});

function report(name: string, value: string | number, goal?: string | number): void {
  lines.push(`      ${name.padEnd(42)} ${value}${goal === undefined ? "" : `   (goal: ${goal})`}`);
}

/** Interruptions anywhere in the upload, but early enough that a reload still finds unsent bytes. */
function planInterruptions(): readonly Interruption[] {
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

type UploadSetup = { readonly page: Page; readonly link: LagProxy; readonly watch: PartWatch; readonly file: string };

async function interrupt({ atBytes, isReload, awayMs }: Interruption, { page, link, watch, file }: UploadSetup): Promise<void> {
  // More bytes may arrive during a reload. An interruption always hits a transfer.
  await watch.waitForBytes(Math.max(atBytes, watch.receivedBytes() + 1));
  if (isReload) await page.reload({ waitUntil: "networkidle" });
  else link.cut();
  const partial = watch.transfers().filter(({ sizeBytes, receivedBytes }) => receivedBytes < sizeBytes);
  const mib = (watch.receivedBytes() / MIB).toFixed(1);
  const how = isReload ? "a reload" : `offline for ${(awayMs / 1000).toFixed(1)} s`;
  report(`interrupted at ${mib} MiB`, `${how}; partial transfers so far: ${partial.length}`);
  if (isReload) await chooseAgain(page, file);
  else {
    // The length of the outage is part of the measurement.
    await wait(awayMs);
    link.restore();
  }
}

async function chooseAgain(page: Page, file: string): Promise<void> {
  await page.getByRole("button", { name: "Resume" }).click();
  const resume = page.getByRole("dialog", { name: "Resume your upload" });
  await resume.getByTestId("resume-files").setInputFiles([file]);
  // The whole file is hashed before it is recognized.
  await resume.getByRole("button", { name: "Resume 1 file" }).click({ timeout: 120_000 });
}

/** Prints how often parts were sent. Returns the number of parts that were started more than once. */
function reportParts(watch: PartWatch): number {
  const parts = planParts(SIZE_BYTES).map(({ number }) => watch.transfers().filter(({ part }) => part === number));
  const isComplete = ({ sizeBytes, receivedBytes }: PartTransfer) => receivedBytes === sizeBytes;
  const startedTwice = parts.filter((transfers) => transfers.length > 1);
  const sentTwice = parts.filter((transfers) => transfers.filter(isComplete).length > 1);
  const beyond = watch.receivedBytes() - SIZE_BYTES;
  report("parts", parts.length);
  report("parts that were started more than once", startedTwice.length, `at most ${GOAL_PARTS}`);
  report("parts that were sent completely twice", sentTwice.length);
  const goal = `at most ${(GOAL_PARTS * uploadLimits.partBytes) / MIB} MiB`;
  report("bytes sent more than once", `${(beyond / MIB).toFixed(1)} MiB`, goal);
  return startedTwice.length;
}

type Stored = { readonly page: Page; readonly mira: TestUser; readonly roomId: string; readonly origin: string };

/** Streams the stored audio with the media grant that listeners of the room receive. */
async function streamStoredAudio({ page, mira, roomId, origin }: Stored): Promise<AsyncIterable<Uint8Array>> {
  const [entry] = (await mira.call("query", "rooms.getState", { id: roomId })).state.playlist;
  if (!entry) throw new Error("the playlist is empty");
  const query = await page.evaluate(
    ({ room, version }) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/rooms/${room}/socket?v=${version}`);
        const receive = ({ data }: MessageEvent) => {
          const message = JSON.parse(String(data));
          if (message.type !== "snapshot") return;
          resolve(message.media.query);
          socket.close();
        };
        socket.addEventListener("message", receive);
      }),
    { room: roomId, version: PROTOCOL_VERSION },
  );
  const response = await fetch(`${origin}/media/audio/${entry.track.id}?${query}`);
  // An error response has a body too.
  if (!response.ok || !response.body) throw new Error(`the audio request failed with status ${response.status}`);
  return readChunks(response.body);
}

async function* readChunks(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

async function hashStream(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest("hex");
}
