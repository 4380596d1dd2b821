import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { wavFile } from "#scripts/sound.mjs";
import { clickSamples } from "#tests/support/click-track.ts";
import { type Device, expectUnbroken, listenFor, openDevice } from "./device.ts";
import { expect, newMember, test } from "./visitor.ts";

const CACHE = fileURLToPath(new URL("../../.cache/", import.meta.url));
const TRACK = `${CACHE}removal-track.wav`;
/** What somebody has lost is gone within this time. */
const WITHIN_MS = 2000;

let devices: Device[] = [];

test.beforeAll(() => {
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(TRACK, wavFile([clickSamples(60, 48_000)], 48_000));
});
test.afterEach(async () => {
  await Promise.all(devices.map((device) => device.close()));
  devices = [];
});

test("who is removed in the middle of a song hears it end within two seconds; the others hear no difference", async ({
  request,
  baseURL,
  launchOptions,
}) => {
  const [host, theo] = [await newMember(request, baseURL), await newMember(request, baseURL, "Theo")];
  const { id, url } = await host.makeRoom("Removal", [TRACK]);
  await host.call("mutation", "rooms.update", { id, password: "sesame" });
  await host.call("mutation", "members.add", { id, username: theo.username, role: "editor" });
  await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
  const stays = await openDevice(launchOptions, `${baseURL}/room/${url}`, { member: host });
  const goes = await openDevice(launchOptions, `${baseURL}/room/${url}`, { member: theo });
  devices = [stays, goes];
  const media: string[] = [];
  goes.page.on("request", (asked) => asked.url().includes("/media/audio/") && media.push(asked.url()));
  await stays.listen();
  await goes.listen();
  await listenFor(6);
  expect((await goes.recording()).clicks.length, "what it played before").toBeGreaterThan(4);

  const removedAtMs = Date.now();
  await host.call("mutation", "members.remove", { id, userId: theo.id });
  await listenFor(WITHIN_MS / 1000);
  const address = media.at(-1) ?? "";
  expect((await request.get(address)).status(), "the capability").toBe(403);
  await listenFor(4);
  const lastMs = Math.max(removedAtMs, ...(await goes.recording()).clicks.map(({ wallMs }) => wallMs));
  console.log(`    last heard ${Math.round(lastMs - removedAtMs)} ms after the removal (goal: ${WITHIN_MS})`);
  expect(lastMs - removedAtMs).toBeLessThan(WITHIN_MS);
  await expect(goes.page.getByText("You are out of this room")).toBeVisible();
  await expect(goes.page.getByText("removal-track")).toHaveCount(0);

  const recording = await stays.recording();
  await expectUnbroken(stays, recording);
  expect(recording.clicks.filter(({ wallMs }) => wallMs > removedAtMs + WITHIN_MS).length).toBeGreaterThan(5);
});
