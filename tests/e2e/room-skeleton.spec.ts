import type { BrowserContextOptions, Page } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { expect, newPage, PHONE, test } from "./test.ts";
import { createUser } from "./test-user.ts";

const SCREENS = [
  { name: "a wide screen", options: { viewport: { width: 1440, height: 900 } } },
  { name: "a phone", options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
] as const satisfies readonly { readonly name: string; readonly options: BrowserContextOptions }[];

/** The parts of a room, with the sides of their boxes that do not depend on the room's data. */
const PARTS = {
  "guest-bar": ["x", "y", "width", "height"],
  "room-cover": ["x", "y", "width"],
  "room-toolbar": ["x", "y", "width", "height"],
  "playlist-head": ["x", "y", "width", "height"],
  "playlist-columns": ["x", "y", "width", "height"],
  dock: ["x", "y", "width", "height"],
  "mini-bar": ["x", "y", "width", "height"],
} as const;

/** The rounded boxes of the visible parts, and of the header and the first row. */
async function readBoxes(page: Page, firstRow: string): Promise<Readonly<Record<string, readonly number[]>>> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const selectors = Object.keys(PARTS).map((part) => [part, `[data-testid=${part}]`] as const);
  const boxes: Record<string, readonly number[]> = {};
  for (const [part, selector] of [...selectors, ["header", "header"] as const, ["first row", firstRow] as const]) {
    const visible = page.locator(selector).filter({ visible: true });
    const box = (await visible.count()) > 0 ? await visible.first().boundingBox() : null;
    const sides = part in PARTS ? PARTS[part as keyof typeof PARTS] : (["x", "y", "width", "height"] as const);
    if (box) boxes[part] = sides.map((side) => Math.round(box[side]));
  }
  return boxes;
}

for (const { name, options } of SCREENS) {
  for (const visitor of ["a guest", "the owner"] as const) {
    test(`the skeleton that the server renders has the shape of the room, for ${visitor} on ${name}`, async ({
      browser,
      request,
      baseURL,
    }) => {
      const mira = await createUser(request, baseURL);
      const { url } = await mira.createRoom("Shapes", [fixturePath("vbr.mp3"), fixturePath("adts.aac")]);
      const open = async (javaScriptEnabled: boolean) => {
        const context = await browser.newContext({ ...options, javaScriptEnabled, ...(baseURL && { baseURL }) });
        if (visitor === "the owner") await mira.signIn(context);
        return context;
      };
      const withoutScripts = await open(false);
      const served = await withoutScripts.newPage();
      await served.goto(`${baseURL}/room/${url}`);
      await expect(served.getByRole("heading", { level: 1, name: "Shapes" })).toBeVisible();
      const skeleton = await readBoxes(served, "[data-testid=skeleton-row]");
      const withScripts = await open(true);
      const page = await newPage(withScripts);
      await page.goto(`/room/${url}`);
      await expect(page.getByRole("row")).toHaveCount(2);
      await expect.poll(() => readBoxes(page, "[role=row]")).toEqual(skeleton);
      expect(Object.keys(skeleton)).toEqual(expect.arrayContaining(["room-toolbar", "playlist-head", "header", "first row"]));
      expect("guest-bar" in skeleton).toBe(visitor === "a guest");
      for (const context of [withoutScripts, withScripts]) await context.close();
    });
  }

  test(`nothing moves while a room opens on ${name}`, async ({ browser, request, baseURL }) => {
    const mira = await createUser(request, baseURL);
    const { url } = await mira.createRoom("Still", [fixturePath("vbr.mp3"), fixturePath("adts.aac")]);
    const context = await browser.newContext({ ...options, ...(baseURL && { baseURL }) });
    await context.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { readonly value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    const page = await newPage(context);
    await page.goto(`/room/${url}`);
    await expect(page.getByRole("row")).toHaveCount(2);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    // after two frames, the shifts of everything that is rendered are reported
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const shifts = await page.evaluate(() => (window as unknown as { readonly shifts: readonly number[] }).shifts);
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02);
    await context.close();
  });
}

test("a request for access moves nothing in the room on a phone", async ({ browser, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const vera = await createUser(request, baseURL, "Vera");
  const { id, url } = await mira.createRoom("Asking", [fixturePath("adts.aac")]);
  await mira.call("mutation", "rooms.update", { id, password: "sesame-1234" });
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  await mira.signIn(context);
  const page = await newPage(context);
  await page.goto(`/room/${url}`);
  await expect(page.getByRole("row")).toHaveCount(1);
  const readTops = async () => {
    const tops: Record<string, number | undefined> = {};
    for (const width of [320, 360, 375, 390]) {
      await page.setViewportSize({ width, height: 844 });
      tops[width] = (await page.getByTestId("playlist-head").boundingBox())?.y;
    }
    return tops;
  };
  const before = await readTops();
  await vera.call("mutation", "access.request", { id });
  await expect(page.getByRole("button", { name: "Просят доступ: 1" })).toBeVisible();
  expect(await readTops()).toEqual(before);
});
