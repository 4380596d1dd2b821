import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { wavFile } from "#scripts/sound.mjs";
import { clickSamples } from "#tests/support/click-track.ts";
import { expect, fixture, newMember, test } from "./visitor.ts";

const CACHE = fileURLToPath(new URL("../../.cache/", import.meta.url));
/** Three parts. */
const LARGE = `${CACHE}broken-off.wav`;
const RENAMED = `${CACHE}renamed.wav`;

test.beforeAll(() => {
  mkdirSync(CACHE, { recursive: true });
  const plane = clickSamples(100, 48_000, 3);
  writeFileSync(LARGE, wavFile([plane, plane], 48_000));
});

/** Which parts the page has sent to their end, in their order. */
function partsSent(page: Page): number[] {
  const sent: number[] = [];
  page.on("requestfinished", (request) => {
    const number = /\/parts\/(\d+)$/.exec(request.url())?.[1];
    if (number) sent.push(Number(number));
  });
  return sent;
}

test("what is in the library is known before a byte is sent, and taken from there", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const mira = await newMember(request, baseURL);
  await mira.makeRoom("First", [fixture("vbr.mp3"), fixture("cbr.mp3")]);
  const { id, url } = await mira.makeRoom("Second");
  await mira.signIn(context);
  const parts = partsSent(page);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Add tracks" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add tracks" });
  // the same bytes; the same song in another file; and something new
  await dialog.getByTestId("files").setInputFiles(["vbr.mp3", "plain.flac", "adts.aac"].map(fixture));
  await expect(dialog.getByText("1 of 3 ready")).toBeVisible();
  await expect(dialog.getByText("The same file is in your library. Nothing has been sent yet.")).toBeVisible();
  await expect(dialog.getByText("Same name and length as a track in your library. Nothing has been sent yet.")).toBeVisible();
  expect(parts).toHaveLength(1);

  await dialog.getByRole("button", { name: "Use this one" }).first().click();
  await expect(dialog.getByText("2 of 3 ready")).toBeVisible();
  expect(parts).toHaveLength(1);
  await dialog.getByRole("radio", { name: /^Upload mine as a new track/ }).check({ force: true });
  await dialog.getByRole("button", { name: "Upload mine" }).click();
  await expect(dialog.getByText("3 of 3 ready")).toBeVisible();
  expect(parts).toHaveLength(2);
  const { state } = await mira.call("query", "rooms.getState", { id });
  expect(state.playlist.map(({ track }) => track.title)).toEqual(["adts", "vbr", "Ночной трамвай"]);
  const { uploads } = await mira.call("query", "uploads.list", { roomId: id });
  expect(uploads).toEqual([]);
});

test("an upload that was broken off by a reload goes on with the parts that are missing", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const mira = await newMember(request, baseURL);
  const { id, url } = await mira.makeRoom("Broken off");
  await mira.signIn(context);
  const parts = partsSent(page);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Add tracks" }).first().click();
  // the third part never gets through, and nothing after it begins
  await page.route("**/parts/3", () => undefined);
  await page.getByTestId("files").setInputFiles([LARGE, fixture("vbr.mp3")]);
  await expect.poll(async () => (await mira.call("query", "uploads.list", { roomId: id })).uploads[0]?.parts).toBe(2);
  page.on("dialog", (asked) => void asked.accept());
  await page.reload();
  await page.unroute("**/parts/3");

  const notice = page.getByText(/^[12] files? (is|are) not finished$/);
  await expect(notice).toBeVisible();
  await page.getByRole("button", { name: "Resume" }).click();
  const resume = page.getByRole("dialog", { name: "Resume your upload" });
  // under another name: what was sent is known by its content
  copyFileSync(LARGE, RENAMED);
  await resume.getByTestId("resume-files").setInputFiles([RENAMED]);
  await expect(resume.getByText(/^\d+% already sent$/)).toBeVisible();
  const before = parts.length;
  await resume.getByRole("button", { name: "Resume 1 file" }).click();
  const dialog = page.getByRole("dialog", { name: "Add tracks" });
  await expect(dialog.getByText("1 of 1 ready")).toBeVisible({ timeout: 30_000 });
  expect(parts.slice(before)).toEqual([3]);
  await expect
    .poll(async () => (await mira.call("query", "rooms.getState", { id })).state.playlist.map(({ track }) => track.title))
    .toContain("broken-off");
});

test("what was broken off can be given up by two presses", async ({ page, context, request, baseURL }) => {
  const mira = await newMember(request, baseURL);
  const { id, url } = await mira.makeRoom("Given up");
  await mira.call("mutation", "uploads.announce", { roomId: id, files: [{ fileName: "gone.mp3", sizeBytes: 100 }] });
  await mira.signIn(context);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Resume" }).click();
  const resume = page.getByRole("dialog", { name: "Resume your upload" });
  await resume.getByTestId("resume-files").setInputFiles([fixture("vbr.mp3")]);
  await expect(resume.getByText("not in the chosen files")).toBeVisible();
  await resume.getByRole("button", { name: "Discard" }).click();
  await resume.getByRole("button", { name: "Press again to discard" }).click();
  await expect(resume).toBeHidden();
  expect((await mira.call("query", "uploads.list", { roomId: id })).uploads).toEqual([]);
});

test("what another device is busy with is offered no more once it is through", async ({ page, context, request, baseURL }) => {
  const mira = await newMember(request, baseURL);
  const other = await mira.makeRoom("Elsewhere", [fixture("vbr.mp3")]);
  const { state } = await mira.call("query", "rooms.getState", { id: other.id });
  const [entry] = state.playlist;
  if (!entry) throw new Error("no track");
  const { id, url } = await mira.makeRoom("Here");
  const files = [{ fileName: "song.mp3", sizeBytes: 1000 }];
  const { uploadIds } = await mira.call("mutation", "uploads.announce", { roomId: id, files });
  const [uploadId] = uploadIds;
  if (!uploadId) throw new Error("nothing was announced");
  await mira.signIn(context);
  await page.goto(`/room/${url}`);
  const offer = page.getByText("1 file is not finished");
  await expect(offer).toBeVisible();
  await mira.call("mutation", "uploads.cancel", { uploadId });
  await mira.call("mutation", "playlist.add", { roomId: id, trackIds: [entry.track.id] });
  await expect(offer).toBeHidden();
});
