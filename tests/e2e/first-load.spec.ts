import { fixturePath } from "#tests/support/fixtures.ts";
import { expect, test } from "./test.ts";
import { createUser } from "./test-user.ts";

test("a room's socket opens before the scripts are loaded, and the page takes it over", async ({ page, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const { url } = await mira.createRoom("Early", [fixturePath("plain.flac")]);
  const sockets: string[] = [];
  page.on("websocket", (socket) => void sockets.push(new URL(socket.url()).pathname));
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${baseURL}/room/${url}`, { waitUntil: "commit" });
  await expect.poll(() => sockets).toEqual([`/api/rooms/${url}/socket`]);
  release();
  await expect(page.getByRole("row", { name: /^Ночной трамвай/ })).toBeVisible();
  expect(sockets).toEqual([`/api/rooms/${url}/socket`]);
});

/** The script that connects this device with the list of devices, of which the first view needs nothing. */
const AFTER_FIRST_VIEW = "device-report";

test("a room's HTML preloads every script of its first view and has its texts in one language", async ({
  page,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL);
  const { url } = await mira.createRoom("Preloads", [fixturePath("cbr.mp3")]);
  const scripts: string[] = [];
  page.on("request", (sent) => void (sent.resourceType() === "script" && scripts.push(new URL(sent.url()).pathname)));
  await page.goto(`/room/${url}`);
  await expect(page.getByRole("row")).toHaveCount(1);
  const html = await (await request.get(`/room/${url}`, { headers: { "Accept-Language": "en" } })).text();
  expect(scripts.length).toBeGreaterThan(3);
  const later = scripts.filter((path) => !html.includes(path));
  const texts = await Promise.all(later.map(async (path) => (await request.get(path)).text()));
  // with what it imports
  const link = texts.find((text) => text.includes(AFTER_FIRST_VIEW)) ?? "";
  const isOfLink = (path: string, i: number) => texts[i] === link || link.includes(path.slice(path.lastIndexOf("/") + 1));
  expect(later.filter((path, i) => !isOfLink(path, i))).toEqual([]);
  expect(html).toContain('"skipToPlaylist":"Skip to the playlist"');
  expect(html).not.toContain("К плейлисту");
});
