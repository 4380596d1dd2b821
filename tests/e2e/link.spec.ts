import { readFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "@playwright/test";
import { encodeWav } from "#scripts/sound.mjs";
import { clickSamples } from "#tests/support/click-track.ts";
import { fixturePath } from "#tests/support/fixtures.ts";
import { describeIn, LANGUAGES, type Language } from "./each-language.ts";
import { expect, test } from "./test.ts";
import { openOwnRoom } from "./test-user.ts";

/** Slightly longer than two upload parts. */
const LONG = encodeWav([clickSamples(60, 48_000, 9), clickSamples(60, 48_000, 9)], 48_000);

let server: Server;
let origin = "";

/** Responses of an external server. */
function respond(path: string, response: ServerResponse): void {
  const send = (type: string, bytes: Uint8Array) =>
    response.writeHead(200, { "Content-Type": type, "Content-Length": bytes.length }).end(bytes);
  const move = (to: string) => response.writeHead(302, { Location: to }).end();
  const pages: Record<string, () => void> = {
    "/music/Long%20Song.wav": () => send("audio/wav", LONG),
    "/moved": () => move("/music/Long%20Song.wav"),
    "/loop": () => move("/loop"),
    "/inside": () => move("http://192.168.0.1/song.mp3"),
    "/cover.mp3": () =>
      send("audio/mpeg", Buffer.concat(["cover.mp3", "vbr.mp3"].map((name) => readFileSync(fixturePath(name))))),
    "/page": () => send("text/html", Buffer.from("<h1>Music</h1>")),
    "/sample.mp3": () => send("audio/mpeg", readFileSync(fixturePath("vbr.mp3")).subarray(0, 2000)),
    "/broken.wav": () => {
      response.writeHead(200, { "Content-Type": "audio/wav", "Content-Length": LONG.length });
      response.write(LONG.subarray(0, 200_000), () => response.destroy());
    },
    "/teapot": () => response.writeHead(418).end(),
  };
  const page = pages[path] ?? (() => response.writeHead(404).end());
  page();
}

test.beforeAll(async () => {
  server = createServer((request, response) => respond(new URL(request.url ?? "/", "http://here").pathname, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.afterAll(() => void server.close());

async function openLinkTab(page: Page, { texts: { uploads } }: Language): Promise<Locator> {
  await page.getByRole("button", { name: uploads.title }).first().click();
  const dialog = page.getByRole("dialog", { name: uploads.title });
  await dialog.getByRole("tab", { name: uploads.tab.link }).click();
  return dialog;
}

/** Tries links that the server refuses, and one that it fails to import. */
async function expectRefusals(page: Page, dialog: Locator, { texts: { uploads }, inLanguage }: Language): Promise<void> {
  const invalid = inLanguage("Invalid URL: enter the address", "Неверный адрес: нужен адрес аудиофайла");
  const inPrivateNetwork = inLanguage("This address is in a private network", "Этот адрес — в частной сети");
  const refused: readonly (readonly [link: string, text: string])[] = [
    ["no address at all", invalid],
    ["ftp://example.org/a.mp3", invalid],
    ["http://10.0.0.1/a.mp3", inPrivateNetwork],
    [
      "https://open.spotify.com/track/4uLU6h",
      inLanguage("This is a page of a music service", "Это страница музыкального сервиса"),
    ],
    [`${origin}/page`, inLanguage("Unexpected content type", "Неожиданный тип содержимого")],
    [`${origin}/nothing.mp3`, inLanguage("The link may have expired", "Возможно, ссылка устарела")],
    [`${origin}/teapot`, inLanguage("Download failed with status 418", "Не удалось скачать: статус 418")],
    [`${origin}/sample.mp3`, inLanguage("The file is too small (2 KB)", "Файл слишком мал (2 КБ)")],
    [`${origin}/broken.wav`, inLanguage("The download was interrupted", "Скачивание прервалось")],
    [`${origin}/inside`, inPrivateNetwork],
    [`${origin}/loop`, inLanguage("Network error", "Ошибка сети")],
  ];
  const add = dialog.getByRole("button", { name: uploads.link.add, exact: true });
  for (const [link, text] of refused) {
    await dialog.getByLabel(uploads.link.address).fill(link);
    await add.click();
    await expect(dialog.getByText(text)).toBeVisible();
  }

  const failures = [
    [500, { code: "internal" }, inLanguage("We couldn't download or process", "Не удалось скачать или обработать")],
    [
      200,
      { type: "failed", code: "import-not-added" },
      inLanguage("it couldn't be added to the room", "в комнату его добавить не удалось"),
    ],
  ] as const;
  for (const [status, body, text] of failures) {
    await page.route("**/links", (route) => route.fulfill({ status, body: `${JSON.stringify(body)}\n` }));
    await add.click();
    await expect(dialog.getByText(text)).toBeVisible();
  }
  await page.unroute("**/links");
}

describeIn("ru", (language) => {
  test("a link that is not to an audio file shows the reason for the refusal, in Russian", async ({
    page,
    context,
    request,
    baseURL,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/500/);
    const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Links");
    const dialog = await openLinkTab(page, language);
    await expectRefusals(page, dialog, language);
    expect((await mira.call("query", "uploads.list", { roomId: id })).uploads).toEqual([]);
  });
});

describeIn("en", (language) => {
  test("a link to an audio file adds it to the playlist, also after links that are refused", async ({
    page,
    context,
    request,
    baseURL,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/500/);
    const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Links");
    const dialog = await openLinkTab(page, language);
    await expectRefusals(page, dialog, language);
    const address = dialog.getByLabel("Track address");
    await address.fill(`${origin}/moved`);
    await address.press("Enter");
    await expect(dialog.getByText("In the playlist")).toBeVisible();
    const { state } = await mira.call("query", "rooms.getState", { id });
    expect(state.playlist.map(({ track }) => [track.title, track.durationMs, track.sizeBytes])).toEqual([
      ["Long Song", 60_000, LONG.length],
    ]);
  });
});

test("a track from a link gets its loudness and its cover from the browser that imported it", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const { mira, id } = await openOwnRoom({ page, context, request, baseURL }, "Heard");
  const dialog = await openLinkTab(page, LANGUAGES.en);
  await dialog.getByLabel("Track address").fill(`${origin}/cover.mp3`);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText("In the playlist")).toBeVisible();
  const track = async () => (await mira.call("query", "rooms.getState", { id })).state.playlist[0]?.track;
  await expect.poll(async () => (await track())?.loudnessLufs).toBeLessThan(0);
  expect((await track())?.cover).not.toBeNull();
  await dialog.getByRole("button", { name: "Done" }).click();
  const image = page.getByRole("row").first().locator("img").first();
  await expect.poll(() => image.evaluate((cover: HTMLImageElement) => cover.naturalWidth)).toBe(512);
});
