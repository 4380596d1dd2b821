import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { wavFile } from "#scripts/sound.mjs";
import { clickSamples } from "#tests/support/click-track.ts";
import { expect, fixture, openOwnRoom, test } from "./visitor.ts";

const CACHE = fileURLToPath(new URL("../../.cache/", import.meta.url));
/** Three parts. */
const LARGE = `${CACHE}large.wav`;

test.beforeAll(() => {
  mkdirSync(CACHE, { recursive: true });
  const plane = clickSamples(100, 48_000);
  writeFileSync(LARGE, wavFile([plane, plane], 48_000));
});

function asFile(name: string) {
  return { name, mimeType: "", buffer: readFileSync(fixture(name)) };
}

type Around = {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly request: APIRequestContext;
  readonly baseURL: string | undefined;
};

/** The dialog in a new room of somebody's. */
async function openUploads({ page, context, request, baseURL }: Around) {
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Uploads");
  await page.getByRole("button", { name: "Add tracks" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add tracks" });
  const entries = async () =>
    (await mira.call("query", "rooms.getState", { id })).state.playlist.map(({ track }) => track.title);
  return { dialog, entries };
}

test("a part that fails is sent again by itself", async ({ page, context, request, baseURL, complaints }) => {
  complaints.expect(/50[03]|ERR_FAILED/);
  const { dialog, entries } = await openUploads({ page, context, request, baseURL });
  let failures = 0;
  await page.route("**/parts/*", async (route) => {
    failures += 1;
    if (failures === 1) return route.abort();
    if (failures === 2) return route.fulfill({ status: 500, json: { code: "internal" } });
    return route.continue();
  });
  await dialog.getByTestId("files").setInputFiles(LARGE);
  await expect(dialog.getByText("1 of 1 ready")).toBeVisible({ timeout: 30_000 });
  expect(failures).toBe(5);
  expect(await entries()).toEqual(["large"]);
});

test("an upload can be cancelled in the middle, and leaves nothing", async ({ page, context, request, baseURL }) => {
  const { dialog, entries } = await openUploads({ page, context, request, baseURL });
  const cancelled = page.waitForRequest(
    (sent) => sent.method() === "POST" && (sent.postData() ?? "").includes("uploads.cancel"),
  );
  // the second part never gets through
  await page.route("**/parts/2", () => undefined);
  await dialog.getByTestId("files").setInputFiles(LARGE);
  await expect(dialog.getByRole("progressbar", { name: "Upload progress: large" })).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel large" }).click();
  await cancelled;
  await expect(dialog.getByText("large")).toBeHidden();
  expect(await entries()).toEqual([]);
});

test("what is no audio is refused with its own words; the rest goes through in its order", async ({
  page,
  context,
  request,
  baseURL,
  complaints,
}) => {
  complaints.expect(/560/);
  const { dialog, entries } = await openUploads({ page, context, request, baseURL });
  await dialog
    .getByTestId("files")
    .setInputFiles([
      asFile("plain.flac"),
      asFile("picture.mp3"),
      asFile("vbr.mp3"),
      asFile("lossless.m4a"),
      { name: "empty.mp3", mimeType: "audio/mpeg", buffer: Buffer.alloc(0) },
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") },
      asFile("adts.aac"),
    ]);
  await expect(dialog.getByText("3 of 7 ready")).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByText("This is not an audio file we can play")).toHaveCount(2);
  await expect(dialog.getByText(/^Browsers cannot play what is in this file/)).toBeVisible();
  await expect(dialog.getByText("The file is empty")).toBeVisible();
  expect(await entries()).toEqual(["Ночной трамвай", "vbr", "adts"]);
});

test("a file that ends before its first sound holds nothing up", async ({ page, context, request, baseURL, complaints }) => {
  complaints.expect(/560/);
  const { dialog, entries } = await openUploads({ page, context, request, baseURL });
  // within what stands before the sound
  const cut = { ...asFile("plain.flac"), name: "cut.flac" };
  await dialog.getByTestId("files").setInputFiles([{ ...cut, buffer: cut.buffer.subarray(0, 4000) }, asFile("adts.aac")]);
  await expect(dialog.getByText("The file is damaged")).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByText("1 of 2 ready")).toBeVisible({ timeout: 20_000 });
  expect(await entries()).toEqual(["adts"]);
});

test("files dropped anywhere on the room are taken", async ({ page, context, request, baseURL }) => {
  const { dialog, entries } = await openUploads({ page, context, request, baseURL });
  await dialog.getByRole("button", { name: "Done" }).click();
  const bytes = Array.from(new Uint8Array(wavFile([clickSamples(1, 8000)], 8000)));
  await page.evaluate((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(content)], "Dropped One.wav", { type: "audio/wav" }));
    for (const type of ["dragenter", "dragover"])
      window.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, cancelable: true }));
  }, bytes);
  await expect(page.getByText("Drop to add to the playlist")).toBeVisible();
  await page.evaluate((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(content)], "Dropped One.wav", { type: "audio/wav" }));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, cancelable: true }));
  }, bytes);
  await expect(page.getByText("Drop to add to the playlist")).toBeHidden();
  await expect.poll(entries).toEqual(["Dropped One"]);
});
