import type { Browser } from "@playwright/test";
import { resources } from "#app/i18n/resources.server.ts";
import { waitUntilStill } from "#tests/e2e/control-boxes.ts";
import type { Locale } from "#tests/e2e/each-language.ts";
import { expect, newPage, PHONE, test } from "#tests/e2e/test.ts";
import { createUser } from "#tests/e2e/test-user.ts";
import { writeWavFile } from "#tests/e2e/wav-files.ts";
import { listChangingParts, type Rooms, SCREENS, type Screen, type Visit } from "./screens.ts";

let rooms: Rooms | null = null;

/** Three silent tracks of two minutes and more, with different samples. */
const writeTracks = () =>
  ["Night Tram", "Kettle", "Blue Hour"].map((title, i) => writeWavFile(title, [new Float32Array((120 + 25 * i) * 8000)], 8000));

const SIZES = [
  { size: "wide", options: { viewport: { width: 1280, height: 800 } } },
  { size: "phone", options: { viewport: PHONE.viewport, hasTouch: true, isMobile: true } },
] as const;

type Look = (typeof SIZES)[number] & { readonly locale: Locale; readonly theme: string };

const LOOKS: readonly Look[] = SIZES.flatMap((size) =>
  (["en", "ru"] as const).flatMap((locale) => ["light", "dark", "black"].map((theme) => ({ ...size, locale, theme }))),
);

type PictureOptions = { readonly look: Look; readonly baseURL: string; readonly rooms: Rooms };

async function comparePicture(browser: Browser, screen: Screen, { look, baseURL, rooms }: PictureOptions): Promise<void> {
  const { locale, theme, size, options } = look;
  const context = await browser.newContext({ ...options, baseURL, reducedMotion: "reduce", timezoneId: "UTC" });
  await context.addCookies([
    { name: "locale", value: locale, url: baseURL },
    { name: "theme", value: theme, url: baseURL },
  ]);
  if (screen.visitor === "owner") await rooms.owner.signIn(context);
  const page = await newPage(context);
  const visit: Visit = { page, texts: resources[locale], baseURL, rooms };
  const part = await screen.open(visit);
  await page.mouse.move(0, 0);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await waitUntilStill(page);
  const file = `${screen.name}-${size}-${locale}-${theme}.png`;
  if (part) await expect.soft(part).toHaveScreenshot(file);
  else await expect.soft(page).toHaveScreenshot(file, { mask: [...listChangingParts(visit)] });
  await context.close();
}

test.beforeAll(async ({ request, baseURL }) => {
  const owner = await createUser(request, baseURL, "Mira");
  const paused = await owner.createRoom("Kitchen After Midnight", writeTracks());
  const playing = await owner.createRoom("Sunday Radio");
  const { state } = await owner.call("query", "rooms.getState", { id: paused.id });
  const trackIds = state.playlist.map(({ track }) => track.id);
  await owner.call("mutation", "playlist.add", { roomId: playing.id, trackIds });
  await owner.call("mutation", "rooms.command", { id: playing.id, command: { type: "repeat", repeat: "one" } });
  await owner.call("mutation", "rooms.command", { id: playing.id, command: { type: "play" } });
  rooms = { owner, pausedUrl: paused.url, playingUrl: playing.url };
});

for (const screen of SCREENS) {
  test(`${screen.name}: the screen looks as in its pictures`, async ({ browser, baseURL }) => {
    test.slow();
    if (!rooms) throw new Error("the rooms are missing");
    for (const look of LOOKS) await comparePicture(browser, screen, { look, baseURL: baseURL ?? "", rooms });
  });
}
