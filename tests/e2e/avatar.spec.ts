import type { CDPSession, Locator, Page } from "@playwright/test";
import { jpegSize, type Picture, pictureOf, turned } from "./pictures.ts";
import { expect, type Member, newMember, newPage, PHONE, test } from "./visitor.ts";

const MENU = /^(Your menu|Ваше меню)/;
const ACCOUNT = /^(Account|Аккаунт)$/;

async function openPhoto(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: MENU }).click();
  await page.getByRole("menuitem", { name: ACCOUNT }).click();
  await page.getByRole("button", { name: /^(Change photo|Сменить фото)$/ }).click();
}

async function choose(page: Page, picture: Picture): Promise<void> {
  await page.getByTestId("photo").setInputFiles({ name: "me.png", mimeType: picture.type, buffer: picture.bytes });
}

/** The stored faces, small and dense, with the colour in the middle of the small one. */
async function stored(page: Page, member: Member) {
  const { avatar } = await member.call("query", "users.getById", { id: member.id });
  const [small, dense] = await Promise.all([avatar, `${avatar}?size=256`].map((path) => page.request.get(path)));
  const color = await page.evaluate(async (src) => {
    const image = await createImageBitmap(await (await fetch(src)).blob());
    const context = new OffscreenCanvas(64, 64).getContext("2d");
    context?.drawImage(image, 0, 0);
    const [r = 0, , b = 0] = context?.getImageData(32, 32, 1, 1).data ?? [];
    return r > b + 50 ? "red" : b > r + 50 ? "blue" : "neither";
  }, avatar);
  return {
    sizes: [jpegSize(await small?.body()), jpegSize(await dense?.body())],
    type: small?.headers()["content-type"],
    color,
  };
}

/** Where something is once it has stopped moving: a dialog comes in, a crop follows a finger. */
async function restOf(area: Locator) {
  let last = "";
  await expect
    .poll(async () => {
      const now = JSON.stringify(await area.boundingBox());
      const isSame = now === last && now !== "null";
      last = now;
      return isSame;
    })
    .toBe(true);
  return JSON.parse(last) as { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

const STORED = { sizes: ["64x64", "256x256"], type: "image/jpeg" };

let mira: Member;
test.beforeEach(async ({ request, baseURL, context }) => {
  mira = await newMember(request, baseURL);
  await mira.signIn(context);
});

test("a photo is cropped with the keyboard alone, and shown everywhere at once", async ({ page }) => {
  await openPhoto(page);
  const dialog = page.getByRole("dialog", { name: "Your photo" });
  await expect(dialog.getByRole("button", { name: "Choose a picture" })).toBeFocused();
  await choose(page, await pictureOf(page, 600, 200));
  const area = dialog.getByRole("group", { name: /^What is kept/ });
  await expect(area).toBeFocused();
  const before = await restOf(area);
  for (let i = 0; i < 40; i++) await page.keyboard.press("Shift+ArrowRight");
  const after = await restOf(area);
  expect(after.x - before.x).toBeGreaterThan(50);
  // a corner makes it smaller, and the slider smaller still, down to 50 pixels of the picture
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: /^Upper left corner/ })).toBeFocused();
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(async () => (await area.boundingBox())?.width).toBeLessThan(after.width);
  const zoom = dialog.getByRole("slider", { name: "Zoom" });
  await zoom.focus();
  await page.keyboard.press("End");
  await expect(zoom).toHaveAttribute("aria-valuetext", "50 of 200 pixels a side");
  await dialog.getByRole("button", { name: "Save photo" }).press("Enter");
  await expect(page.getByText("Photo saved")).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await stored(page, mira)).toEqual({ ...STORED, color: "blue" });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: MENU }).locator("img")).toHaveAttribute("src", /^\/media\/avatar\//);
});

test("a photo is cropped with a finger, on a telephone in Russian", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  await mira.signIn(context);
  const page = await newPage(context);
  await openPhoto(page);
  await choose(page, await pictureOf(page, 400, 200));
  const area = page.getByRole("group", { name: /^Что останется/ });
  const before = await restOf(area);
  const finger = await context.newCDPSession(page);
  const middle = { x: before.x + before.width / 2, y: before.y + before.height / 2 };
  await drag(finger, middle, { x: middle.x - 300, y: middle.y });
  await expect.poll(async () => (await area.boundingBox())?.x).toBeLessThan(before.x - 30);
  const moved = await restOf(area);
  // the corner is found by a finger that comes down beside it
  const corner = { x: moved.x + moved.width + 14, y: moved.y + moved.height + 14 };
  await drag(finger, corner, { x: corner.x - 40, y: corner.y - 40 });
  await expect.poll(async () => (await area.boundingBox())?.width).toBeLessThan(moved.width - 20);
  await page.getByRole("button", { name: "Сохранить фото" }).tap();
  await expect(page.getByText("Фото сохранено")).toBeVisible();
  expect(await stored(page, mira)).toEqual({ ...STORED, color: "red" });
  await context.close();
});

test("a photo stands as it was taken, and may be dropped", async ({ page }) => {
  await openPhoto(page);
  const lying = turned(await pictureOf(page, 400, 200, "image/jpeg"));
  const files = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], "me.jpg", { type: "image/jpeg" }));
      return transfer;
    },
    [...lying.bytes],
  );
  await page.getByTestId("photo-drop").dispatchEvent("drop", { dataTransfer: files });
  const image = page.getByRole("img", { name: "The picture that is cropped" });
  const box = await restOf(image);
  expect(box.height / box.width).toBeCloseTo(2, 1);
  await expect(page.getByRole("group", { name: /^What is kept/ })).toBeFocused();
  for (let i = 0; i < 30; i++) await page.keyboard.press("Shift+ArrowDown");
  await page.getByRole("button", { name: "Save photo" }).click();
  await expect(page.getByText("Photo saved")).toBeVisible();
  // what was right is below now
  expect(await stored(page, mira)).toEqual({ ...STORED, color: "blue" });
});

test("what cannot be a photo is refused in the specification's words", async ({ page }) => {
  await openPhoto(page);
  const dialog = page.getByRole("dialog", { name: "Your photo" });
  const png = await pictureOf(page, 300, 200);
  const refused = async (bytes: Buffer, text: string) => {
    await choose(page, { bytes, type: "image/png" });
    await expect(dialog.getByRole("alert")).toHaveText(text);
  };
  await refused(Buffer.alloc(5 * 1024 * 1024 + 1), "File too large: at most 5 MB");
  await refused(Buffer.from("GIF89a, by any name"), "Choose a PNG or JPG picture");
  await refused(png.bytes.subarray(0, 40), "The photo could not be processed. Choose another.");
  await refused((await pictureOf(page, 300, 49)).bytes, "The picture is too small: 50 pixels a side are the least");
  await choose(page, png);
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await dialog.getByRole("button", { name: "Save photo" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("The photo could not be cropped. Choose another.");
  await dialog.getByRole("button", { name: "Choose another" }).click();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
});

test("while a photo is saved nothing else is, and pictures do not stay in memory", async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { bitmapsClosed: 0 });
    const close = ImageBitmap.prototype.close;
    ImageBitmap.prototype.close = function () {
      Object.assign(window, { bitmapsClosed: (window as unknown as { bitmapsClosed: number }).bitmapsClosed + 1 });
      close.call(this);
    };
  });
  const closed = () => page.evaluate(() => (window as unknown as { bitmapsClosed: number }).bitmapsClosed);
  await openPhoto(page);
  const dialog = page.getByRole("dialog", { name: "Your photo" });
  const before = await closed();
  await choose(page, await pictureOf(page, 300, 49));
  await expect(dialog.getByRole("alert")).toBeVisible();
  expect(await closed()).toBe(before + 1);
  await choose(page, await pictureOf(page, 300, 200));
  await dialog.getByRole("button", { name: "Choose another" }).click();
  await expect.poll(closed).toBe(before + 2);
  await choose(page, await pictureOf(page, 300, 200));
  await page.route(/\/api\/mutation$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await dialog.getByRole("button", { name: "Save photo" }).click();
  await expect(dialog.getByRole("button", { name: "Another color" })).toBeDisabled();
  await expect(dialog.getByRole("button", { name: "Choose another" })).toBeDisabled();
  await expect(dialog).toBeHidden();
  await expect.poll(closed).toBe(before + 3);
});

test("a colour takes a photo's place; failures raise an alert", async ({ page, complaints }) => {
  complaints.expect(/500/);
  let isBroken = true;
  await page.route(/\/api\/mutation$/, (route) =>
    isBroken ? route.fulfill({ status: 500, json: { code: "internal" } }) : route.continue(),
  );
  await openPhoto(page);
  const dialog = page.getByRole("dialog", { name: "Your photo" });
  await choose(page, await pictureOf(page, 300, 200));
  await dialog.getByRole("button", { name: "Save photo" }).click();
  await expect(page.getByRole("alert").getByText("Failed to update the avatar. Try again.")).toBeVisible();
  await dialog.getByRole("button", { name: "Another color" }).click();
  await expect(page.getByRole("alert").getByText("Failed to reset the avatar. Try again.")).toBeVisible();
  isBroken = false;
  await dialog.getByRole("button", { name: "Save photo" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Change photo" }).click();
  await dialog.getByRole("button", { name: "Use a color instead" }).click();
  await expect(dialog).toBeHidden();
  const { avatar } = await mira.call("query", "users.getById", { id: mira.id });
  expect(avatar).toMatch(/^#[0-9a-f]{6}$/);
});

async function drag(session: CDPSession, from: Point, to: Point): Promise<void> {
  const send = (type: "touchStart" | "touchMove" | "touchEnd", points: readonly Point[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: [...points] });
  await send("touchStart", [from]);
  for (const share of [0.3, 0.6, 1]) {
    await send("touchMove", [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }]);
  }
  // a finger that leaves in full flight makes the browser swallow the next tap, which stops the flight
  await new Promise((resolve) => setTimeout(resolve, FINGER_RESTS_MS));
  await send("touchMove", [to]);
  await send("touchEnd", []);
}

const FINGER_RESTS_MS = 200;

type Point = { readonly x: number; readonly y: number };
