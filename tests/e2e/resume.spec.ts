import { copyFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { refuseFunction } from "./function-calls.ts";
import { setChecked } from "./set-checked.ts";
import { expect, REFUSED_CALL, test } from "./test.ts";
import { createUser } from "./test-user.ts";
import { writeLargeTrack } from "./wav-files.ts";

/** Collects the numbers of the parts that the page has sent completely, in their order. */
function collectSentParts(page: Page): number[] {
  const sent: number[] = [];
  page.on("requestfinished", (request) => {
    const number = /\/parts\/(\d+)$/.exec(request.url())?.[1];
    if (number) sent.push(Number(number));
  });
  return sent;
}

test("a file that is already in the library is found before it is sent", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(REFUSED_CALL);
  const mira = await createUser(request, baseURL);
  await mira.createRoom("First", [fixturePath("vbr.mp3"), fixturePath("cbr.mp3")]);
  const { id, url } = await mira.createRoom("Second");
  await mira.signIn(context);
  const parts = collectSentParts(page);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Add tracks" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add tracks" });
  // The same bytes, the same song in another file, and a new song.
  await dialog.getByTestId("files").setInputFiles(["vbr.mp3", "plain.flac", "adts.aac"].map(fixturePath));
  await expect(dialog.getByText("1 of 3 ready")).toBeVisible();
  await expect(dialog.getByText("The same file is in your library. Nothing has been sent yet.")).toBeVisible();
  await expect(dialog.getByText("Same name and length as a track in your library. Nothing has been sent yet.")).toBeVisible();
  // The event of a finished request may come after the page has shown its result.
  await expect.poll(() => parts.length).toBe(1);

  await refuseFunction(page, "mutation", "playlist.add", "storage-full");
  await dialog.getByRole("button", { name: "Use this one" }).first().click();
  const retry = dialog.getByRole("button", { name: "Retry", exact: true });
  await expect(retry).toBeVisible();
  await page.unroute(/\/api\/mutation$/);
  await retry.click();
  await expect(dialog.getByText("2 of 3 ready")).toBeVisible();
  expect(parts).toHaveLength(1);
  await setChecked(dialog.getByRole("radio", { name: /^Upload mine as a new track/ }));
  await dialog.getByRole("button", { name: "Upload mine" }).click();
  await expect(dialog.getByText("3 of 3 ready")).toBeVisible();
  await expect.poll(() => parts.length).toBe(2);
  const { state } = await mira.call("query", "rooms.getState", { id });
  expect(state.playlist.map(({ track }) => track.title)).toEqual(["adts", "vbr", "Ночной трамвай"]);
  const { uploads } = await mira.call("query", "uploads.list", { roomId: id });
  expect(uploads).toEqual([]);
});

test("an upload that a reload interrupted resumes with the missing parts", async ({ page, context, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom("Interrupted");
  await mira.signIn(context);
  const parts = collectSentParts(page);
  const track = writeLargeTrack("interrupted", 3);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Add tracks" }).first().click();
  // The third part is never sent, and no further part starts.
  await page.route("**/parts/3", () => undefined);
  await page.getByTestId("files").setInputFiles([track, fixturePath("vbr.mp3")]);
  const countStoredParts = async () => (await mira.call("query", "uploads.list", { roomId: id })).uploads[0]?.parts;
  await expect.poll(countStoredParts).toBe(2);
  page.on("dialog", (confirmation) => void confirmation.accept());
  await page.reload();
  await page.unroute("**/parts/3");

  const notice = page.getByText(/^[12] files? (isn't|aren't) finished$/);
  await expect(notice).toBeVisible();
  await page.getByRole("button", { name: "Resume" }).click();
  const resume = page.getByRole("dialog", { name: "Resume your upload" });
  // The file is recognized by its content, even under another name.
  const renamed = test.info().outputPath("renamed.wav");
  copyFileSync(track, renamed);
  await resume.getByTestId("resume-files").setInputFiles([renamed]);
  await expect(resume.getByText(/^\d+% already sent$/)).toBeVisible();
  const before = parts.length;
  await resume.getByRole("button", { name: "Resume 1 file" }).click();
  const dialog = page.getByRole("dialog", { name: "Add tracks" });
  await expect(dialog.getByText("1 of 1 ready")).toBeVisible();
  await expect.poll(() => parts.slice(before)).toEqual([3]);
  await expect
    .poll(async () => (await mira.call("query", "rooms.getState", { id })).state.playlist.map(({ track }) => track.title))
    .toContain("interrupted");
});

test("an interrupted upload is offered although its list failed to load at first, and can be discarded by two presses", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED/);
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom("Discarded");
  await mira.call("mutation", "uploads.announce", { roomId: id, files: [{ fileName: "missing.mp3", sizeBytes: 100 }] });
  await mira.signIn(context);
  let failures = 0;
  await page.route("**/api/query", (route) => {
    const isFirst = (route.request().postData() ?? "").includes("uploads.list") && failures === 0;
    if (isFirst) failures += 1;
    return isFirst ? route.abort() : route.continue();
  });
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "Resume" }).click();
  const resume = page.getByRole("dialog", { name: "Resume your upload" });
  await resume.getByTestId("resume-files").setInputFiles([fixturePath("vbr.mp3")]);
  await expect(resume.getByText("not in the chosen files")).toBeVisible();
  await resume.getByRole("button", { name: "Discard" }).click();
  await resume.getByRole("button", { name: "Press again to discard" }).click();
  await expect(resume).toBeHidden();
  expect((await mira.call("query", "uploads.list", { roomId: id })).uploads).toEqual([]);
});

test("the offer to resume disappears when another device finishes the upload", async ({ page, context, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const other = await mira.createRoom("Elsewhere", [fixturePath("vbr.mp3")]);
  const { state } = await mira.call("query", "rooms.getState", { id: other.id });
  const [entry] = state.playlist;
  if (!entry) throw new Error("no track");
  const { id, url } = await mira.createRoom("Here");
  const files = [{ fileName: "song.mp3", sizeBytes: 1000 }];
  const { uploadIds } = await mira.call("mutation", "uploads.announce", { roomId: id, files });
  const [uploadId] = uploadIds;
  if (!uploadId) throw new Error("no upload was announced");
  await mira.signIn(context);
  await page.goto(`/room/${url}`);
  const offer = page.getByText("1 file isn't finished");
  await expect(offer).toBeVisible();
  await mira.call("mutation", "uploads.cancel", { uploadId });
  await mira.call("mutation", "playlist.add", { roomId: id, trackIds: [entry.track.id] });
  await expect(offer).toBeHidden();
});
