import type { APIRequestContext, Browser, BrowserContextOptions } from "@playwright/test";
import { resources } from "#app/i18n/resources.server.ts";
import { fixturePath } from "#tests/support/fixtures.ts";
import { STATES, type State, type Visit } from "./control-box-states.ts";
import { findBoxProblems, waitUntilStill } from "./control-boxes.ts";
import type { Locale } from "./each-language.ts";
import { collectConsoleErrors, expect, newPage, test } from "./test.ts";
import { createUser, type TestUser } from "./test-user.ts";
import { writeLongTrack } from "./wav-files.ts";

type Size = { readonly width: number; readonly height: number };

const sizes = (...pairs: readonly (readonly [number, number])[]): readonly Size[] =>
  pairs.map(([width, height]) => ({ width, height }));

const TOUCH = { name: "touch", options: { hasTouch: true, isMobile: true }, targetPx: 44 } as const;

/** Narrow windows; phones, phones in landscape and tablets. Russian texts are longer, so English has the least sizes only. */
const DEVICES = [
  {
    name: "mouse",
    options: {},
    targetPx: 24,
    locale: "ru",
    sizes: sizes([768, 900], [834, 1000], [1024, 768], [1100, 800], [1280, 800]),
  },
  {
    ...TOUCH,
    locale: "ru",
    sizes: sizes([390, 844], [360, 740], [320, 568], [667, 375], [844, 390], [768, 1024], [834, 1112], [1024, 768]),
  },
  { ...TOUCH, locale: "en", sizes: sizes([390, 844], [320, 568], [667, 375]) },
] as const satisfies readonly {
  readonly name: string;
  readonly options: BrowserContextOptions;
  readonly targetPx: number;
  readonly locale: Locale;
  readonly sizes: readonly Size[];
}[];

/** A room that plays, with long names, several people and a request for access. */
async function createFullRoom(request: APIRequestContext, baseURL: string | undefined) {
  const host = await createUser(request, baseURL, "Константин Вяземский");
  const files = [writeLongTrack("Очень длинное название трека, которое нигде не помещается"), fixturePath("cover.mp3")];
  const { id, url } = await host.createRoom("Комната с очень длинным названием на весь экран", files);
  const [helper, visitor] = [await createUser(request, baseURL, "Анастасия"), await createUser(request, baseURL, "Вера")];
  await host.call("mutation", "members.add", { id, username: helper.username, role: "admin" });
  await visitor.call("mutation", "access.request", { id });
  await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
  return { host, url };
}

type Device = (typeof DEVICES)[number];

type Measurement = {
  readonly state: State;
  readonly room: { readonly host: TestUser; readonly url: string; readonly baseURL: string };
};

/** Opens the state on one device and measures it on each size of the screen. */
async function measure(browser: Browser, { options, locale, ...device }: Device, { state, room }: Measurement) {
  const { host, url, baseURL } = room;
  const [viewport = { width: 1280, height: 800 }] = device.sizes;
  const context = await browser.newContext({ ...options, viewport, locale, baseURL, reducedMotion: "reduce" });
  if (state.visitor === "host") await host.signIn(context);
  const page = await newPage(context);
  const consoleErrors = collectConsoleErrors(page);
  const texts = resources[locale];
  const visit: Visit = { page, texts, baseURL, url };
  await state.open(visit);
  expect(await page.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(device.name === "touch");
  // The pointer stays away from the controls: what appears below it is not a part of the state.
  await page.mouse.move(0, 0);
  const problems: string[] = [];
  for (const size of device.sizes) {
    await page.setViewportSize(size);
    await waitUntilStill(page);
    await state.onSize?.before(visit);
    await waitUntilStill(page);
    const sliderPx = (name: string) => {
      if (name === texts.room.player.volume) return 60;
      return name === texts.room.player.seek && size.width >= 768 ? 160 : 120;
    };
    const found = await findBoxProblems(page, { width: size.width, targetPx: device.targetPx, sliderPx });
    problems.push(...found.map((problem) => `${device.name}, ${locale}, ${size.width} × ${size.height}: ${problem}`));
    await state.onSize?.after(visit);
  }
  expect(consoleErrors).toEqual([]);
  await context.close();
  return problems;
}

for (const state of STATES) {
  test(`${state.title}: controls keep their size and overlap on no screen`, async ({ browser, request, baseURL }) => {
    const room = { ...(await createFullRoom(request, baseURL)), baseURL: baseURL ?? "" };
    const problems: string[] = [];
    for (const device of DEVICES) problems.push(...(await measure(browser, device, { state, room })));
    expect(problems).toEqual([]);
  });
}

test("the measurement finds controls that overlap, leave the screen or are too small", async ({ page }) => {
  const place = (left: number, top: number, width: number, height: number) =>
    `position: absolute; margin: 0; padding: 0; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`;
  await page.setViewportSize({ width: 400, height: 600 });
  await page.setContent(`
    <style>.extended::after { content: ""; position: absolute; inset: -12px 0 }</style>
    <div style="${place(0, 0, 400, 600)}; overflow: hidden">
      <button style="${place(0, 0, 50, 50)}">A</button>
      <button style="${place(40, 0, 50, 50)}">B</button>
      <button style="${place(0, 100, 50, 20)}">Low</button>
      <button class="extended" style="${place(0, 150, 50, 20)}">Extended</button>
      <input type="range" aria-label="Short" style="${place(0, 200, 100, 50)}">
      <div role="row" style="${place(0, 300, 300, 60)}"><button style="${place(0, 0, 50, 50)}">Inside</button></div>
      <p style="${place(0, 400, 300, 50)}">A sentence with <a href="#end">a link</a>.</p>
    </div>
    <button style="${place(-20, 500, 60, 50)}">Outside</button>
    <div inert><button style="${place(0, 0, 50, 50)}">Below a dialog</button></div>
  `);
  const rules = { width: 400, targetPx: 44, sliderPx: () => 120 };
  expect(await findBoxProblems(page, rules)).toEqual([
    "the target of “Low” is 50 × 20 px",
    "the slider “Short” is 100 px wide",
    "“Outside” reaches from -20 to 40 px",
    "“A” and “B” overlap by 10 × 50 px",
  ]);
});
