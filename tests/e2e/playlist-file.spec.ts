import { readFileSync, writeFileSync } from "node:fs";
import { parseJsonPlaylist } from "#app/domain/playlist/playlist-json.ts";
import { fixturePath } from "#tests/support/fixtures.ts";
import { expect, test } from "./test.ts";
import { createUser } from "./test-user.ts";

function parseOk(json: string) {
  const parsed = parseJsonPlaylist(json);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

test("a playlist can be saved as a file of both formats and imported into another room, and missing tracks are listed", async ({
  page,
  context,
  request,
  baseURL,
}, info) => {
  const mira = await createUser(request, baseURL);
  const { url } = await mira.createRoom("Saved", [fixturePath("vbr.mp3"), fixturePath("adts.aac")]);
  const other = await mira.createRoom("Brought in");
  await mira.signIn(context);
  await page.goto(`/room/${url}`);
  await page.getByRole("button", { name: "More about the playlist" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Save as M3U8" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^saved.*\.m3u8$/);
  const text = readFileSync(await saved.path(), "utf8");
  expect(text).toMatch(/^#EXTM3U/);
  await page.getByRole("button", { name: "More about the playlist" }).click();
  const savingJson = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Save as JSON" }).click();
  const json = await savingJson;
  expect(json.suggestedFilename()).toMatch(/^saved.*\.json$/);
  const { name, tracks } = parseOk(readFileSync(await json.path(), "utf8"));
  expect([name, tracks.map(({ title }) => title)]).toEqual(["Saved", ["vbr", "adts"]]);
  const file = info.outputPath("list.m3u8");
  writeFileSync(file, `${text}#EXTINF:12,Night Bus - Unheard Of\nunheard.mp3\n`);

  await page.goto(`/room/${other.url}`);
  await page.getByRole("button", { name: "More about the playlist" }).click();
  await page.getByRole("menuitem", { name: "Import playlist…" }).click();
  const dialog = page.getByRole("dialog", { name: "Import playlist" });
  await dialog.getByTestId("playlist-file").setInputFiles(fixturePath("plain.wav"));
  await expect(dialog.getByText(/^We couldn't read this file as a playlist/)).toBeVisible();
  await dialog.getByTestId("playlist-file").setInputFiles(file);
  await expect(dialog.getByText("2 of 3 are in your library")).toBeVisible();
  await expect(dialog.getByText("Unheard Of · Night Bus")).toBeVisible();
  await dialog.getByRole("button", { name: "Add 2 tracks" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row")).toHaveCount(2);
});
