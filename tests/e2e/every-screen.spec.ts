import type { APIRequestContext, Browser } from "@playwright/test";
import { resources } from "#app/i18n/resources.server.ts";
import { ACCOUNT_SCREENS } from "./account-screens.ts";
import { findViolations } from "./axe.ts";
import type { Locale } from "./each-language.ts";
import { GUEST_SCREENS } from "./guest-screens.ts";
import { ROOM_DIALOG_SCREENS } from "./room-dialog-screens.ts";
import { ROOM_SCREENS } from "./room-screens.ts";
import {
  closeOverlays,
  type DeviceName,
  ROOM_NAME,
  type ScreenRooms,
  type ScreenState,
  type ScreenVisit,
  TRACKS,
} from "./screen-state.ts";
import { collectConsoleErrors, expect, newPage, PHONE, test } from "./test.ts";
import { createUser, type TestUser } from "./test-user.ts";
import { writeWavFile } from "./wav-files.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const DESKTOP = { viewport: { width: 1280, height: 800 } } as const;
const TOUCH = { viewport: PHONE.viewport, hasTouch: true, isMobile: true } as const;

/** Browsers log the missing page, and the calls that a locked room refuses. */
const EXPECTED_ERROR = /status of (404|560)/;

/** Tracks of two minutes, with different samples. */
const writeTracks = () => TRACKS.map((title, i) => writeWavFile(title, [new Float32Array((120 + i) * 8000)], 8000));

/** Creates the rooms of one visit. Their owner is new, so that each visit starts with a paused room. */
async function createRooms(request: APIRequestContext, baseURL: string) {
  const host = await createUser(request, baseURL, "Mira");
  const [participant, requester] = [await createUser(request, baseURL, "Kim"), await createUser(request, baseURL, "Vera")];
  const { id, url } = await host.createRoom(ROOM_NAME, writeTracks());
  await host.call("mutation", "members.add", { id, username: participant.username, role: "participant" });
  await requester.call("mutation", "access.request", { id });
  const invite = await host.call("mutation", "invites.create", { id, role: "editor", expiresInMs: DAY_MS, uses: 5 });
  const locked = await host.createRoom("Locked");
  await host.call("mutation", "rooms.update", { id: locked.id, password: "sesame" });
  const rooms: ScreenRooms = {
    room: `/room/${url}`,
    lockedRoom: `/room/${locked.url}`,
    invite: `/invite/${invite.code}`,
    participant: "Kim",
    requester: "Vera",
  };
  return { host, rooms };
}

/** Opens the states one after the other. Returns the violations of each. */
async function checkScreens(visit: ScreenVisit, screens: readonly ScreenState[]): Promise<readonly string[]> {
  const { page, device } = visit;
  const problems: string[] = [];
  for (const { title, only = device, open } of screens) {
    if (only !== device) continue;
    await test.step(`${device}: ${title}`, async () => {
      await open(visit);
      // what appears below the pointer is not a part of the state
      await page.mouse.move(0, 0);
      const violations = await findViolations(page);
      problems.push(...violations.map((violation) => `${device}, ${title}: ${violation}`));
      await closeOverlays(page);
    });
  }
  return problems;
}

type VisitOptions = {
  readonly device: DeviceName;
  readonly locale: Locale;
  readonly theme: string;
  readonly baseURL: string;
  readonly host: TestUser;
  readonly rooms: ScreenRooms;
};

/** Visits all screens with one page, first as a guest and then as the owner of the rooms. */
async function visitScreens(browser: Browser, options: VisitOptions): Promise<readonly string[]> {
  const { device, locale, theme, baseURL, host, rooms } = options;
  const shape = device === "phone" ? TOUCH : DESKTOP;
  const context = await browser.newContext({ ...shape, baseURL, reducedMotion: "reduce" });
  await context.addCookies([
    { name: "locale", value: locale, url: baseURL },
    { name: "theme", value: theme, url: baseURL },
  ]);
  const page = await newPage(context);
  const consoleErrors = collectConsoleErrors(page);
  const visit: ScreenVisit = { page, texts: resources[locale], device, rooms };
  const problems = [...(await checkScreens(visit, GUEST_SCREENS))];
  await host.signIn(context);
  problems.push(...(await checkScreens(visit, [...ROOM_DIALOG_SCREENS, ...ROOM_SCREENS, ...ACCOUNT_SCREENS])));
  expect(await page.locator("html").getAttribute("data-theme")).toBe(theme);
  expect(consoleErrors.filter((text) => !EXPECTED_ERROR.test(text))).toEqual([]);
  await context.close();
  return problems;
}

/** All themes, both languages and both devices: texts, colors and devices do not depend on each other. */
const LOOKS = [
  { device: "desktop", locale: "en", theme: "light" },
  { device: "desktop", locale: "ru", theme: "dark" },
  { device: "phone", locale: "ru", theme: "light" },
  { device: "phone", locale: "en", theme: "black" },
] as const;

for (const look of LOOKS) {
  test(`every screen and dialog is accessible: ${Object.values(look).join(", ")}`, async ({ browser, request, baseURL }) => {
    const origin = baseURL ?? "";
    const { host, rooms } = await createRooms(request, origin);
    expect(await visitScreens(browser, { ...look, baseURL: origin, host, rooms })).toEqual([]);
  });
}
