import { shell as english } from "#app/i18n/en/shell.ts";
import { shell as russian } from "#app/i18n/ru/shell.ts";
import { expect, newPage, PHONE, test } from "./test.ts";
import { createUser } from "./test-user.ts";

test("pages are rendered on the server in the visitor's language, and the policy allows only their own scripts", async ({
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL, "Мира");
  await mira.createRoom("Ночной эфир");
  const english = await request.get("/", { headers: { "Accept-Language": "en-GB" } });
  const html = await english.text();
  expect(html).toContain('<html lang="en"');
  expect(html).toContain("Ночной эфир");
  expect(html).toContain("<title>Rooms · Tutti</title>");
  const policy = english.headers()["content-security-policy"] ?? "";
  const nonce = /'nonce-(\w+)'/.exec(policy)?.[1];
  expect(nonce).toBeTruthy();
  expect(policy).not.toMatch(/script-src [^;]*'unsafe-/);
  for (const [, attributes = ""] of html.matchAll(/<script([^>]*)>/g))
    expect(attributes).toMatch(new RegExp(`nonce="${nonce}"|src=`));
  const russian = await request.get("/", { headers: { "Accept-Language": "ru,en;q=0.5" } });
  expect(await russian.text()).toContain("<title>Комнаты · Tutti</title>");
});

test("the home page describes itself to search engines and link previews", async ({ request, baseURL }) => {
  const descriptions = { en: english.description, ru: russian.description } as const;
  for (const locale of ["en", "ru"] as const) {
    const html = await (await request.get("/", { headers: { "Accept-Language": locale } })).text();
    const content = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
    for (const name of ["description", "og:description", "twitter:description"])
      expect(content(name), name).toBe(descriptions[locale]);
    for (const name of ["og:title", "og:site_name", "twitter:title"]) expect(content(name), name).toBe("Tutti");
    expect(html.match(/<title>[^<]*/g)).toHaveLength(1);
    expect(content("og:type")).toBe("website");
    expect(content("og:url")).toBe(`${baseURL}/`);
    expect(content("twitter:card")).toBe("summary");
    expect(content("og:image")).toBeUndefined();
  }
});

for (const { name, options, home, back, sizes } of [
  { name: "a wide screen", options: { locale: "en-US" }, home: "Tutti", back: "Back to rooms", sizes: ["20px", "16px"] },
  { name: "a phone in Russian", options: PHONE, home: "Tutti", back: "К списку комнат", sizes: ["18px", "16px"] },
]) {
  test(`the header shows the product's name on the home page only, long titles smaller, and no icon is loaded, on ${name}`, async ({
    browser,
    request,
    baseURL,
  }) => {
    const mira = await createUser(request, baseURL);
    const context = await browser.newContext({ ...options, ...(baseURL && { baseURL }) });
    const page = await newPage(context);
    const header = page.getByRole("banner");
    const pictures: string[] = [];
    page.on("request", (sent) => void (sent.resourceType() === "image" && pictures.push(sent.url())));
    /** The shape of the widest picture in a link: a name is wide. The header is replaced while a room is opened. */
    const expectWidest = (link: string, shape: "wide" | "narrow") =>
      expect
        .poll(async () => {
          const pictures = header.getByRole("link", { name: link }).locator("svg");
          const ratios = await pictures.evaluateAll((all) => all.map((one) => one.clientWidth / one.clientHeight));
          const widest = Math.max(0, ...ratios);
          return widest > 2 ? "wide" : widest > 0 && widest < 1.5 ? "narrow" : `a ratio of ${widest}`;
        })
        .toBe(shape);
    await page.goto("/");
    await expectWidest(home, "wide");
    await expect(header.getByRole("link", { name: back })).toHaveCount(0);
    const titles = ["Seventeen letters", "Eighteen letters!!"];
    for (const [i, title] of titles.entries()) {
      const { url } = await mira.createRoom(title);
      await page.goto(`/room/${url}`);
      await expect(header.getByRole("heading", { level: 1, name: title })).toHaveCSS("font-size", sizes[i] ?? "");
    }
    expect(titles.map(({ length }) => length)).toEqual([17, 18]);
    await expectWidest(back, "narrow");
    await expect(header.getByRole("link", { name: home, exact: true })).toHaveCount(0);
    // Icons are part of the scripts. Only pictures of people and covers are loaded.
    expect(pictures.filter((url) => !url.includes("/media/"))).toEqual([]);
    await context.close();
  });
}

test("a tooltip appears after 300 ms", async ({ page, context, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  await mira.signIn(context);
  await page.clock.install();
  const lobby = page.waitForEvent("websocket", (socket) => socket.url().includes("/api/lobby/"));
  // The page gives up a connection that is slow by its clock.
  const answered = lobby.then((socket) => socket.waitForEvent("framereceived"));
  await page.goto("/");
  await answered;
  const filter = page.getByRole("button", { name: "Favorites only" });
  // A web font that loads later would move the button away from the pointer.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.clock.pauseAt(Date.now() + 5000);
  await filter.hover();
  await page.clock.runFor(299);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(page.getByRole("tooltip")).toHaveText("Favorites only");
});

test("/ru and /en set the language and redirect to the path without the prefix", async ({ request }) => {
  const answer = await request.get("/ru/rooms/new?x=1", { maxRedirects: 0 });
  expect(answer.status()).toBe(302);
  expect(answer.headers().location).toBe("/rooms/new?x=1");
  expect(answer.headers()["set-cookie"]).toContain("locale=ru; Path=/; Max-Age=31536000; SameSite=Lax");
  expect((await request.get("/ru//evil.example", { maxRedirects: 0 })).headers().location).toBe("/evil.example");
});

test("language and theme change at once and survive a reload", async ({ page, context, baseURL }) => {
  await page.goto("/");
  await page.evaluate(() => Object.assign(window, { marker: 1 }));
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("menuitemradio", { name: "Русский" }).click();
  await expect(page.getByRole("heading", { name: "Комнаты" })).toBeVisible();
  await expect(page).toHaveTitle("Комнаты · Tutti");
  expect(await page.evaluate(() => "marker" in window)).toBe(true);
  await page.getByRole("button", { name: "Настройки" }).click();
  await page.getByRole("menuitemradio", { name: "Чёрная" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "black");
  await page.goto("/help");
  await page.evaluate(() => window.scrollTo(0, 300));
  await page.getByRole("button", { name: "Наверх" }).click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "ru");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "black");
  const cookies = await context.cookies(baseURL);
  expect(cookies.find(({ name }) => name === "theme")?.value).toBe("black");
});

test("the pages before a room can be reached while the room is still connecting", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const mira = await createUser(request, baseURL);
  const { url } = await mira.createRoom("Slow");
  await mira.signIn(context);
  // never loads: the room stays a skeleton
  await page.addInitScript(() => {
    AudioWorklet.prototype.addModule = () => new Promise(() => undefined);
  });
  await page.goto(`/room/${url}`);
  await expect(page.getByRole("main", { name: "Entering the room" })).toBeVisible();
  await page.getByRole("link", { name: "Back to rooms" }).click();
  await expect(page.locator('main a[href^="/room/"]').first()).toBeVisible();
});

test("the theme is set before the first paint", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  const painted: (string | null)[] = [];
  await page.exposeFunction("painted", (theme: string | null) => painted.push(theme));
  await page.addInitScript(() => {
    new PerformanceObserver(() => {
      (window as unknown as { painted(theme: string | null): void }).painted(
        document.documentElement.getAttribute("data-theme"),
      );
    }).observe({ type: "paint", buffered: true });
  });
  await page.goto("/");
  await expect.poll(() => painted.length).toBeGreaterThan(0);
  expect(painted[0]).toBe("dark");
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(ground);
});

test("missing pages, rooms and developer pages show the app's 404 page", async ({
  page,
  context,
  request,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/404/);
  for (const path of ["/nowhere", "/dev", "/dev/ui", "/dev/anything"]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
    await expect(page.getByText(path, { exact: true })).toBeVisible();
  }
  const mira = await createUser(request, baseURL);
  await mira.signIn(context);
  expect((await page.goto("/dev/ui"))?.status()).toBe(404);
  expect((await page.goto("/room/nowhere"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Room not found" })).toBeVisible();
  await page.getByRole("link", { name: "Back to rooms" }).last().click();
  await expect(page).toHaveURL("/");
});
