import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { fixturePath } from "#tests/support/fixtures.ts";
import { expect, REFUSED_CALL, test } from "./test.ts";
import { openOwnRoom, type TestContext } from "./test-user.ts";
import { writeClickTrack, writeLargeTrack } from "./wav-files.ts";

function toUpload(name: string) {
  return { name, mimeType: "", buffer: readFileSync(fixturePath(name)) };
}

/** Opens the upload dialog in a new room. */
async function openUploads({ page, context, request, baseURL }: TestContext) {
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Uploads");
  await page.getByRole("button", { name: "Add tracks" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add tracks" });
  const titles = async () =>
    (await mira.call("query", "rooms.getState", { id })).state.playlist.map(({ track }) => track.title);
  return { dialog, titles };
}

test("a part that failed is sent again", async ({ page, context, request, baseURL, allowConsoleErrors }) => {
  allowConsoleErrors(/50[03]|ERR_FAILED/);
  const { dialog, titles } = await openUploads({ page, context, request, baseURL });
  let requests = 0;
  await page.route("**/parts/*", async (route) => {
    requests += 1;
    if (requests === 1) return route.abort();
    if (requests === 2) return route.fulfill({ status: 500, json: { code: "internal" } });
    return route.continue();
  });
  await dialog.getByTestId("files").setInputFiles(writeLargeTrack("large"));
  await expect(dialog.getByText("1 of 1 ready")).toBeVisible();
  expect(requests).toBe(5);
  expect(await titles()).toEqual(["large"]);
});

test("a running upload can be canceled and leaves no track", async ({ page, context, request, baseURL }) => {
  const { dialog, titles } = await openUploads({ page, context, request, baseURL });
  const canceled = page.waitForRequest(
    (sent) => sent.method() === "POST" && (sent.postData() ?? "").includes("uploads.cancel"),
  );
  // The second part is never sent.
  await page.route("**/parts/2", () => undefined);
  await dialog.getByTestId("files").setInputFiles(writeLargeTrack("large"));
  await expect(dialog.getByRole("progressbar", { name: "Upload progress: large" })).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel large" }).click();
  await canceled;
  await expect(dialog.getByText("large")).toBeHidden();

  await dialog.getByTestId("files").setInputFiles(writeLargeTrack("other"));
  await expect(dialog.getByRole("progressbar", { name: "Upload progress: other" })).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel all" }).click();
  await dialog.getByRole("button", { name: "Press again to cancel all" }).click();
  await expect(dialog.getByText("other", { exact: true })).toBeHidden();
  expect(await titles()).toEqual([]);
});

test("files that are not playable audio are rejected with a reason, and the others are added in order", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(REFUSED_CALL);
  const { dialog, titles } = await openUploads({ page, context, request, baseURL });
  const accepted = ((await dialog.getByTestId("files").getAttribute("accept")) ?? "").split(",");
  expect(accepted).toEqual(expect.arrayContaining([".mp3", ".mpeg", ".wav", ".flac", ".aac", ".ogg", "audio/mpeg"]));
  await dialog
    .getByTestId("files")
    .setInputFiles([
      toUpload("plain.flac"),
      toUpload("picture.mp3"),
      { ...toUpload("vbr.mp3"), name: "vbr.mpeg", mimeType: "audio/mpeg" },
      toUpload("lossless.m4a"),
      { name: "empty.mp3", mimeType: "audio/mpeg", buffer: Buffer.alloc(0) },
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") },
      toUpload("adts.aac"),
    ]);
  await expect(dialog.getByText("3 of 7 ready")).toBeVisible();
  await expect(dialog.getByText("This isn't a supported audio file")).toHaveCount(2);
  await expect(dialog.getByText(/^Browsers can't play this file format/)).toBeVisible();
  await expect(dialog.getByText("The file is empty")).toBeVisible();
  await dialog.getByRole("button", { name: "Continue without failed files" }).click();
  await expect(dialog.getByText("3 of 3 ready")).toBeVisible();
  await expect(dialog.getByText("The file is empty")).toBeHidden();
  expect(await titles()).toEqual(["Ночной трамвай", "vbr", "adts"]);
});

test("a file that ends before its first audio packet does not block the others", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(REFUSED_CALL);
  const { dialog, titles } = await openUploads({ page, context, request, baseURL });
  // The cut is within the metadata before the audio.
  const cut = { ...toUpload("plain.flac"), name: "cut.flac" };
  await dialog.getByTestId("files").setInputFiles([{ ...cut, buffer: cut.buffer.subarray(0, 4000) }, toUpload("adts.aac")]);
  await expect(dialog.getByText("The file is damaged")).toBeVisible();
  await expect(dialog.getByText("1 of 2 ready")).toBeVisible();
  expect(await titles()).toEqual(["adts"]);
});

test("the files of a folder that is chosen are uploaded, with those in its folders", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}, info) => {
  allowConsoleErrors(REFUSED_CALL);
  const { dialog, titles } = await openUploads({ page, context, request, baseURL });
  const folder = info.outputPath("album");
  mkdirSync(join(folder, "disc 2"), { recursive: true });
  copyFileSync(fixturePath("vbr.mp3"), join(folder, "vbr.mp3"));
  copyFileSync(fixturePath("adts.aac"), join(folder, "disc 2", "adts.aac"));
  const choosing = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Choose a folder" }).click();
  await (await choosing).setFiles(folder);
  await expect(dialog.getByText("2 of 2 ready")).toBeVisible();
  expect((await titles()).sort()).toEqual(["adts", "vbr"]);
});

test("files dropped anywhere on the room page are uploaded", async ({ page, context, request, baseURL }) => {
  const { dialog, titles } = await openUploads({ page, context, request, baseURL });
  await dialog.getByRole("button", { name: "Done" }).click();
  const content = Array.from(readFileSync(writeClickTrack("dropped", 1)));
  const dispatchDragEvents = (...types: readonly string[]) =>
    page.evaluate(
      (drag) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(drag.content)], "Dropped One.wav", { type: "audio/wav" }));
        for (const type of drag.types) window.dispatchEvent(new DragEvent(type, { dataTransfer, cancelable: true }));
      },
      { content, types },
    );
  await dispatchDragEvents("dragenter", "dragover");
  await expect(page.getByText("Drop to add to the playlist")).toBeVisible();
  await dispatchDragEvents("drop");
  await expect(page.getByText("Drop to add to the playlist")).toBeHidden();
  await expect.poll(titles).toEqual(["Dropped One"]);
});

test("a part that is refused before it is read is answered", async ({ baseURL }) => {
  const send = () =>
    fetch(`${baseURL}/api/uploads/aaaaaaaaaaaaaaaa/parts/1`, { method: "PUT", body: new Uint8Array(uploadLimits.partBytes) });
  for (let attempt = 0; attempt < 5; attempt++) expect((await send()).status).toBe(401);
});
