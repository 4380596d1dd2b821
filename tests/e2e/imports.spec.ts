import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { encodeWav } from "#scripts/sound.mjs";
import { clickSamples } from "#tests/support/click-track.ts";
import { SUBSONIC_ACCOUNT } from "#tests/support/fake-subsonic.ts";
import { fixturePath } from "#tests/support/fixtures.ts";
import { type MusicServer, startMusicServer } from "#tests/support/music-server.ts";
import { createSong } from "#tests/support/subsonic-library.ts";
import { type SubsonicServer, startSubsonicServer } from "#tests/support/subsonic-server.ts";
import { findViolations } from "./axe.ts";
import { LANGUAGES, type Language } from "./each-language.ts";
import { grantSuperadmin } from "./superadmin.ts";
import { expect, newPage, PHONE, REFUSED_CALL, test } from "./test.ts";
import { createUser, openOwnRoom, type TestUser } from "./test-user.ts";

const { en, ru } = LANGUAGES;

const song = (id: string, seconds: number, album = "Home") =>
  createSong({
    ...{ id, title: `Song ${id}`, album, path: `${id}.wav`, contentType: "audio/wav", durationSec: seconds },
    artist: "The Locals and a guest whose name is too long for a line on a phone",
    bytes: new Uint8Array(encodeWav([clickSamples(seconds, 48_000)], 48_000)),
  });
const SONGS = [song("one", 1), song("two", 2), song("three", 3), song("four", 4, "Away")];
const LIBRARY = {
  songs: SONGS,
  playlists: [{ id: "evening", name: "Evening", owner: "Vera", songIds: ["one", "two", "three"] }],
};

let own: SubsonicServer;
let music: MusicServer;
test.beforeAll(async () => {
  own = await startSubsonicServer(LIBRARY);
  const frames = readFileSync(fixturePath("headerless.mp3"));
  // a smaller download would count as an error page
  music = await startMusicServer(Buffer.concat([frames, frames, frames]));
});
test.afterAll(() => Promise.all([own.close(), music.close()]));
test.beforeEach(() => {
  own.reset();
  own.setLibrary(LIBRARY);
  music.yandex.faults.clear();
  music.yandex.isTokenExpired = false;
});

const titles = (page: Page) =>
  page
    .getByRole("grid")
    .getByRole("row")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label")?.split(",")[0] ?? ""));

async function openServices(page: Page, { texts }: Language) {
  await page.getByRole("button", { name: texts.uploads.title }).first().click();
  const dialog = page.getByRole("dialog", { name: texts.uploads.title });
  await dialog.getByRole("tab", { name: texts.uploads.tab.services, exact: true }).click();
  return dialog;
}

/** The elements that can be scrolled sideways or leave the screen. */
const findWideElements = (page: Page) =>
  page.getByRole("dialog").evaluate((dialog) =>
    [...dialog.querySelectorAll("*")]
      .filter((element) => {
        const isScrollable = ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
        return (
          (isScrollable && element.scrollWidth > element.clientWidth) || element.getBoundingClientRect().right > innerWidth
        );
      })
      .map(({ tagName, className }) => `${tagName}.${className}`),
  );

function connectServer(user: TestUser, baseURL: string | undefined) {
  const { username, password } = SUBSONIC_ACCOUNT;
  const login = { kind: "password", username, password };
  return connect(user, baseURL, { service: "subsonic", address: own.origin, login });
}

/** Connects a person without the form. */
async function connect({ cookie }: TestUser, baseURL: string | undefined, credentials: object) {
  const response = await fetch(`${baseURL}/api/action`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: baseURL ?? "", "Content-Type": "application/json" },
    body: JSON.stringify({
      ...{ path: "imports.connect", format: "json" },
      args: { credentials },
    }),
  });
  expect(await response.json()).toMatchObject({ status: "success" });
}

test("an own server is connected, and a playlist of it is imported although one track fails", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(REFUSED_CALL);
  const { texts } = en;
  const { id, mira } = await openOwnRoom({ page, context, request, baseURL }, "Own server");
  const dialog = await openServices(page, en);
  await dialog.getByRole("tab", { name: texts.imports.service.subsonic }).click();
  await dialog.getByLabel(texts.imports.connect.address).fill(own.origin);
  await dialog.getByLabel(texts.imports.connect.username).fill(SUBSONIC_ACCOUNT.username);
  await dialog.locator("input[type=password]").fill("wrong");
  await dialog.getByRole("button", { name: texts.imports.connect.submit, exact: true }).click();
  await expect(dialog.getByText(texts.errors["service-login-refused"])).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await dialog.locator("input[type=password]").fill(SUBSONIC_ACCOUNT.password);
  await dialog.getByRole("button", { name: texts.imports.connect.submit, exact: true }).click();

  // the playlists of the account are there without a search
  await dialog.getByRole("button", { name: /Evening/ }).click();
  await expect(dialog.getByText("Song two")).toBeVisible();
  await page.screenshot({ path: ".cache/screens/imports-found.png" });
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole("checkbox", { name: texts.imports.found.selectAll }).press("Space");
  own.setLibrary({ ...LIBRARY, songs: SONGS.filter((each) => each.id !== "two") });
  await dialog.getByRole("button", { name: "Import 3 tracks" }).click();
  await expect(dialog.getByText("2 imported, 1 failed")).toBeVisible();
  await expect(dialog.getByText(texts.errors["import-not-available"])).toBeVisible();
  await page.screenshot({ path: ".cache/screens/imports-failed.png" });
  expect(await findViolations(page)).toEqual([]);
  await page.setViewportSize(PHONE.viewport);
  await page.screenshot({ path: ".cache/screens/imports-failed-phone.png" });
  expect(await findWideElements(page)).toEqual([]);

  own.setLibrary(LIBRARY);
  await dialog.getByRole("button", { name: "Try again: Song two" }).click();
  await expect(dialog.getByText("3 tracks imported")).toBeVisible();
  const { state } = await mira.call("query", "rooms.getState", { id });
  expect(state.playlist.map(({ track }) => track.title)).toEqual(["Song one", "Song two", "Song three"]);
  await dialog.getByRole("button", { name: texts.uploads.close, exact: true }).last().click();
  await expect.poll(() => titles(page)).toHaveLength(3);
  // the page measures the tracks without their being played
  const readLoudness = async () =>
    (await mira.call("query", "rooms.getState", { id })).state.playlist.map(({ track }) => typeof track.loudnessLufs);
  await expect.poll(readLoudness).toEqual(["number", "number", "number"]);
});

test("Yandex Music on a phone in Russian: tokens are told apart, and the link of an album is recognized", async ({
  browser,
  request,
  baseURL,
}) => {
  const { texts } = ru;
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom("Яндекс");
  const context = await browser.newContext(PHONE);
  await mira.signIn(context);
  const page = await newPage(context);
  await page.goto(`${baseURL}/room/${url}`);
  const dialog = await openServices(page, ru);
  const field = dialog.getByLabel(texts.imports.connect.token);
  const submit = dialog.getByRole("button", { name: texts.imports.connect.submit, exact: true });
  const connect = async (token: string) => {
    await field.fill(token);
    await submit.click();
  };
  await connect("два слова");
  await expect(dialog.getByText(texts.errors["service-token-malformed"])).toBeVisible();
  await connect("a-wrong-token");
  await expect(dialog.getByText(texts.errors["service-token-invalid"])).toBeVisible();
  music.yandex.isTokenExpired = true;
  await connect(music.yandex.token);
  await expect(dialog.getByText(texts.errors["service-token-expired"])).toBeVisible();
  await page.screenshot({ path: ".cache/screens/imports-yandex-connect.png" });
  expect(await findWideElements(page)).toEqual([]);
  music.yandex.isTokenExpired = false;
  await connect(music.yandex.token);

  const search = dialog.getByLabel(texts.imports.search.field);
  await search.fill("https://music.yandex.ru/nothing/1");
  await search.press("Enter");
  await expect(dialog.getByText(texts.errors["service-link-invalid"])).toBeVisible();
  await search.fill("https://music.yandex.ru/album/500");
  await search.press("Enter");
  await dialog.getByRole("checkbox", { name: texts.imports.found.selectAll }).press("Space");
  await page.screenshot({ path: ".cache/screens/imports-yandex-found.png" });
  await dialog.getByRole("button", { name: "Импортировать 3 трека" }).click();
  await expect(dialog.getByText("Импортированы 3 трека")).toBeVisible();
  await page.screenshot({ path: ".cache/screens/imports-yandex-done.png" });
  const { state } = await mira.call("query", "rooms.getState", { id });
  expect(state.playlist).toHaveLength(3);
});

test("an import that was left is continued after a reload", async ({ page, context, request, baseURL }) => {
  const { texts } = en;
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Left");
  await connectServer(mira, baseURL);
  const tracks = SONGS.map((each) => ({
    ...{ service: "subsonic" as const, id: each.id, title: each.title, artist: each.artist, album: each.album },
    ...{ durationMs: null, isrc: null, cover: null, isAvailable: true },
  }));
  await mira.call("mutation", "imports.start", { roomId: id, title: "All songs", tracks });
  await page.reload();
  const dialog = await openServices(page, en);
  await expect(dialog.getByText("4 tracks are still to be imported")).toBeVisible();
  await dialog.getByRole("button", { name: texts.imports.list.continue }).click();
  await expect(dialog.getByText("4 tracks imported")).toBeVisible();
  await expect
    .poll(async () =>
      (await mira.call("query", "imports.list", { roomId: id })).batches.flatMap(({ items }) =>
        items.map(({ state }) => state),
      ),
    )
    .toEqual(["done", "done", "done", "done"]);
});

test("a track of Spotify is looked for in the library and in the own server", async ({ page, context, request, baseURL }) => {
  const { texts } = en;
  own.setLibrary({ songs: [{ ...song("kino", 5), title: "Группа крови", artist: "Кино", durationSec: 225 }], playlists: [] });
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Spotify");
  await connectServer(mira, baseURL);
  const dialog = await openServices(page, en);
  await dialog.getByRole("tab", { name: texts.imports.service.spotify }).click();
  const search = dialog.getByLabel(texts.imports.search.field);
  await search.fill("Группа крови");
  await search.press("Enter");
  await dialog
    .getByRole("button", { name: /^Find Группа крови/ })
    .first()
    .click();
  await expect(dialog.getByText("100% match")).toBeVisible();
  await page.screenshot({ path: ".cache/screens/imports-spotify.png" });
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Import Группа крови" }).click();
  await expect(dialog.getByText("1 track imported")).toBeVisible();
  const { state } = await mira.call("query", "rooms.getState", { id });
  expect(state.playlist.map(({ track }) => `${track.artist} - ${track.title}`)).toEqual(["Кино - Группа крови"]);
  // nothing has this one, so the person is led to the upload
  await dialog.getByRole("button", { name: /^Find Война/ }).click();
  await dialog.getByRole("button", { name: texts.imports.match.upload }).click();
  await expect(dialog.getByRole("tab", { name: texts.uploads.tab.files, selected: true })).toBeVisible();
});

test("the developer pages call the services with the accounts of the superadmin", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(REFUSED_CALL);
  const operator = await createUser(request, baseURL, "Operator");
  grantSuperadmin(operator);
  await operator.signIn(context);
  await page.goto("/dev/spotify-find-track-test");
  await page.getByLabel("Title").fill("Группа крови");
  await page.getByLabel("Artist").fill("Кино");
  await page.getByLabel("Length").fill("3:45");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(
    page
      .getByRole("row", { name: /^Группа крови Кино/ })
      .first()
      .getByText("100"),
  ).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  await page.goto("/dev/yandex-music-test");
  const find = async () => {
    await page.getByLabel("Track address").fill("https://music.yandex.ru/album/500/track/101");
    await page.getByRole("button", { name: "Find" }).click();
  };
  await find();
  await expect(page.getByText(en.texts.errors["service-not-connected"])).toBeVisible();
  await connect(operator, baseURL, { service: "yandex", token: music.yandex.token });
  await find();
  await expect(page.getByText(/^Ready to download: The Example - Song 101\.mp3 from 127\.0\.0\.1/)).toBeVisible();
});
