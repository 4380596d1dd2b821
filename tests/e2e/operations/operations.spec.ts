import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fixturePath } from "#tests/support/fixtures.ts";
import { expect, test } from "../test.ts";
import { PASSWORD, registerUser, type TestUser } from "../test-user.ts";
import { createDataFolder, type OwnServer, readSecret, runToEnd, startOwnServer } from "./own-server.ts";
import { seedSleepingRooms } from "./sleeping-rooms.ts";

// Each test has servers of its own, so the tests of a file run one after another and at ports of their own.
test.describe.configure({ mode: "default" });
test.setTimeout(120_000);

const PORT = Number(process.env.E2E_PORT ?? 8788) + 20;

const readState = async (user: Pick<TestUser, "call">, id: string) =>
  (await user.call("query", "rooms.getState", { id })).state;

async function readMetric({ request, data }: OwnServer, name: string): Promise<number> {
  const headers = { Authorization: `Bearer ${readSecret(data, "OPERATOR_TOKEN")}` };
  const text = await (await request.get("/metrics", { headers })).text();
  return Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1] ?? Number.NaN);
}

/** The hashes of all stored audio files and pictures. */
function hashStoredFiles(data: string): readonly string[] {
  const folder = join(data, "v3/r2");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => /blobs\/[^/]+$/.test(path));
  return files
    .map((path) =>
      createHash("sha256")
        .update(readFileSync(join(folder, path)))
        .digest("hex"),
    )
    .sort();
}

test("a backup that was made while a room is being changed is restored into another folder", async ({ playwright }) => {
  const apiRequest = playwright.request;
  const server = await startOwnServer({ data: createDataFolder(), port: PORT, apiRequest });
  const mira = await registerUser(server.request, server.origin);
  const { id } = await mira.createRoom("Kept", [fixturePath("cbr.mp3"), fixturePath("plain.flac")]);
  const [first] = (await readState(mira, id)).playlist;
  if (!first) throw new Error("the playlist is empty");
  let isDone = false;
  let acknowledged = 0;
  const changes = (async () => {
    for (let i = 1; !isDone; i++) {
      await mira.call("mutation", "rooms.command", { id, command: { type: "seek", entryId: first.id, positionMs: i } });
      acknowledged = i;
    }
  })();
  await expect.poll(() => acknowledged).toBeGreaterThan(10);
  const beforeBackup = acknowledged;
  const file = join(createDataFolder(), "backup.tar.gz");
  const backup = await runToEnd("backup.mjs", [file, "--data", server.data]);
  expect(backup).toMatchObject({ code: 0, output: expect.stringContaining("files are in") });
  const refused = await runToEnd("backup.mjs", [join(server.data, "no/folder/backup.tar.gz"), "--data", server.data]);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("There is no folder") });
  expect(existsSync(join(server.data, "snapshot"))).toBe(false);
  isDone = true;
  await changes;
  await server.stop();

  const folder = join(createDataFolder(), "restored");
  expect(await runToEnd("restore.mjs", [file, "--data", folder])).toMatchObject({ code: 0 });
  const again = await runToEnd("restore.mjs", [file, "--data", folder]);
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining("is not empty") });
  const restored = await startOwnServer({ data: folder, port: PORT + 1, apiRequest });
  const same = mira.on(restored.request);
  const state = await readState(same, id);
  expect(state.playlist.map(({ track }) => track.title)).toEqual(["Ночной трамвай", "Ночной трамвай"]);
  expect(state.playback).toMatchObject({ status: "paused", entryId: first.id });
  expect("positionMs" in state.playback && state.playback.positionMs).toBeGreaterThanOrEqual(beforeBackup);
  expect(hashStoredFiles(folder)).toEqual(hashStoredFiles(server.data));
  await restored.stop();
});

test("the operator reads health and metrics, which do not exist for others", async ({ playwright }) => {
  const server = await startOwnServer({ data: createDataFolder(), port: PORT + 2, apiRequest: playwright.request });
  const { request, data } = server;
  for (const path of ["/healthz", "/metrics"]) {
    expect((await request.get(path)).status()).toBe(404);
    expect((await request.get(path, { headers: { Authorization: "Bearer wrong" } })).status()).toBe(404);
  }
  const headers = { Authorization: `Bearer ${readSecret(data, "OPERATOR_TOKEN")}` };
  const health = await request.get("/healthz", { headers });
  expect(await health.json()).toEqual({ ready: true, build: expect.stringMatching(/^\w+$/) });
  const mira = await registerUser(request, server.origin);
  await mira.createRoom("Counted", [fixturePath("cbr.mp3")]);
  expect(await readMetric(server, "tutti_rooms")).toBe(1);
  expect(await readMetric(server, "tutti_storage_bytes")).toBe(readFileSync(fixturePath("cbr.mp3")).length);
  await expect.poll(server.output).toContain('"where":"request"');
  expect(server.output()).not.toContain(mira.username);
  await server.stop();
});

test("the owner of the first account learns how to become superadmin, until there is one", async ({ playwright, page }) => {
  const server = await startOwnServer({ data: createDataFolder(), port: PORT + 2, apiRequest: playwright.request });
  const [mira, ben] = [await registerUser(server.request, server.origin), await registerUser(server.request, server.origin)];
  const note = page.getByText(`npm run admin -- grant ${mira.username}`);
  await ben.signIn(page.context());
  await page.goto(server.origin);
  await expect(page.getByRole("link", { name: "Create room" }).first()).toBeVisible();
  await expect(note).toBeHidden();
  await mira.signIn(page.context());
  await page.reload();
  await expect(note).toBeVisible();
  await expect(page.getByText("Yours is the first account on this server")).toBeVisible();
  expect(await runToEnd("admin.mjs", ["grant", mira.username, "--data", server.data])).toMatchObject({ code: 0 });
  await page.reload();
  await expect(page.getByRole("link", { name: "Create room" }).first()).toBeVisible();
  await expect(note).toBeHidden();
  await page.goto("about:blank");
  await server.stop();
});

test("a second server on the same data, and an account removal that a kill has cut off", async ({ playwright }) => {
  const apiRequest = playwright.request;
  const data = createDataFolder();
  const server = await startOwnServer({ data, port: PORT + 3, apiRequest });
  const second = await runToEnd("server.mjs", ["--port", String(PORT + 4), "--data", data]);
  expect(second).toMatchObject({
    code: 1,
    output: expect.stringContaining(`Another Tutti server on http://localhost:${PORT + 3}`),
  });
  const samePort = await runToEnd("server.mjs", ["--port", String(PORT + 3), "--data", createDataFolder()]);
  expect(samePort).toMatchObject({ code: 1, output: expect.stringMatching(/"message":"Port \d+ is in use\. [^"]*"}\n$/) });
  expect(samePort.output).not.toContain("kj::Exception");
  const inspected = ["--port", String(PORT + 4), "--inspect", String(PORT + 3), "--data", createDataFolder()];
  expect(await runToEnd("server.mjs", inspected)).toMatchObject({
    code: 1,
    output: expect.stringContaining(
      `"message":"Port ${PORT + 3} is in use. Stop the program that uses it, or choose another with --inspect."`,
    ),
  });

  const mira = await registerUser(server.request, server.origin);
  await mira.createRoom("Gone", [fixturePath("cbr.mp3")]);
  expect(await readMetric(server, "tutti_audio_files")).toBe(1);
  await mira.call("mutation", "users.remove", { id: mira.id, password: PASSWORD });
  await server.stop("SIGKILL");
  const restarted = await startOwnServer({ data, port: PORT + 3, apiRequest });
  await expect.poll(() => readMetric(restarted, "tutti_audio_files"), { timeout: 20_000 }).toBe(0);
  expect(await readMetric(restarted, "tutti_rooms")).toBe(0);
  await restarted.stop();
});

test("SC2 a server starts with rooms that fell asleep with the longest playlist, and serves others meanwhile", async ({
  playwright,
}) => {
  const apiRequest = playwright.request;
  const data = createDataFolder();
  const server = await startOwnServer({ data, port: PORT, apiRequest });
  const mira = await registerUser(server.request, server.origin);
  const asleep = [];
  for (let i = 0; i < 5; i++) {
    const { id } = await mira.createRoom(`Asleep ${i}`, i === 0 ? [fixturePath("cbr.mp3")] : []);
    asleep.push(id);
  }
  const [playing = ""] = asleep;
  // a room stores nothing until it is used
  for (const id of asleep) expect((await readState(mira, id)).info.name).toContain("Asleep");
  // its alarm is due soon after the next start
  await mira.call("mutation", "rooms.command", { id: playing, command: { type: "play" } });
  await server.stop();
  await seedSleepingRooms(data, asleep);

  const again = await startOwnServer({ data, port: PORT, apiRequest });
  const same = mira.on(again.request);
  const { id } = await same.call("mutation", "rooms.create", { name: "Awake" });
  expect((await readState(same, id)).info.name).toBe("Awake");
  for (const room of asleep) {
    const { order, playlist } = await readState(same, room);
    expect(playlist).toHaveLength(10_000);
    expect(order.upNext.length).toBeLessThanOrEqual(500);
  }
  // each reaches the present, some steps at a time
  await expect
    .poll(async () => {
      const { playback } = await readState(same, playing);
      return playback.status === "playing" && playback.anchorMs > Date.now() - 2 * 60_000;
    })
    .toBe(true);
  await again.stop();
});
