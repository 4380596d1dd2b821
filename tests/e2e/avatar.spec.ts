import type { CDPSession, Locator, Page } from "@playwright/test";
import { holdFunction } from "./function-calls.ts";
import { drawPicture, type Picture, readJpegSize, withExifRotation } from "./pictures.ts";
import { expect, newPage, PHONE, test } from "./test.ts";
import { createUser, type TestUser } from "./test-user.ts";

const MENU = /^(Your menu|Ваше меню)/;
const ACCOUNT = /^(Account|Аккаунт)$/;
const PICTURE = /^(Picture to crop|Картинка для обрезки)$/;

async function openPhoto(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: MENU }).click();
  await page.getByRole("menuitem", { name: ACCOUNT }).click();
  await page.getByRole("button", { name: /^(Change photo|Сменить фото)$/ }).click();
}

async function choosePhoto(page: Page, picture: Picture): Promise<void> {
  await page.getByTestId("photo").setInputFiles({ name: "me.png", mimeType: picture.type, buffer: picture.bytes });
}

/** The qualities with which the page encodes pictures from now on. */
function recordJpegQualities(page: Page) {
  return page.evaluateHandle(() => {
    const qualities: unknown[] = [];
    const { toDataURL } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toDataURL = function (type, quality) {
      qualities.push(quality);
      return toDataURL.call(this, type, quality);
    };
    return qualities;
  });
}

/** The stored avatars at both sizes, with the color in the middle of the small one. */
async function readStoredAvatar(page: Page, user: TestUser) {
  const { avatar } = await user.call("query", "users.getById", { id: user.id });
  const [small, dense] = await Promise.all([avatar, `${avatar}?size=256`].map((path) => page.request.get(path)));
  const color = await page.evaluate(async (src) => {
    const image = await createImageBitmap(await (await fetch(src)).blob());
    const context = new OffscreenCanvas(64, 64).getContext("2d");
    context?.drawImage(image, 0, 0);
    const [r = 0, , b = 0] = context?.getImageData(32, 32, 1, 1).data ?? [];
    return r > b + 50 ? "red" : b > r + 50 ? "blue" : "neither";
  }, avatar);
  return {
    sizes: [readJpegSize(await small?.body()), readJpegSize(await dense?.body())],
    type: small?.headers()["content-type"],
    color,
  };
}

/** The picture to crop is loaded. Until then it has no height, and neither has the crop area. */
async function waitForPicture(page: Page): Promise<Locator> {
  const picture = page.getByRole("img", { name: PICTURE });
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  return picture;
}

/** The box of an element once it has stopped moving: the dialog has an entry animation. */
async function settledBox(area: Locator) {
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

let mira: TestUser;
test.beforeEach(async ({ request, baseURL, context }) => {
  mira = await createUser(request, baseURL);
  await mira.signIn(context);
});

test("a photo can be cropped with the keyboard alone and appears at once", async ({ page }) => {
  await openPhoto(page);
  const dialog = page.getByRole("dialog", { name: "Your photo" });
  await expect(dialog.getByRole("button", { name: "Choose a picture" })).toBeFocused();
  await choosePhoto(page, await drawPicture(page, 600, 200));
  const area = dialog.getByRole("group", { name: /^Crop area/ });
  await expect(area).toBeFocused();
  await waitForPicture(page);
  const before = await settledBox(area);
  for (let i = 0; i < 40; i++) await page.keyboard.press("Shift+ArrowRight");
  const after = await settledBox(area);
  expect(after.x - before.x).toBeGreaterThan(50);
  // A corner handle makes the crop smaller. The slider goes down to 50 pixels of the picture.
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: /^Upper left corner/ })).toBeFocused();
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(async () => (await area.boundingBox())?.width).toBeLessThan(after.width);
  const zoom = dialog.getByRole("slider", { name: "Zoom" });
  await zoom.focus();
  await page.keyboard.press("End");
  await expect(zoom).toHaveAttribute("aria-valuetext", "50 of 200 pixels per side");
  const qualities = await recordJpegQualities(page);
  await dialog.getByRole("button", { name: "Save photo" }).press("Enter");
  await expect(page.getByText("Photo saved")).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await qualities.jsonValue()).toEqual([0.8, 0.8]);
  expect(await readStoredAvatar(page, mira)).toEqual({ ...STORED, color: "blue" });
  await page.getByRole("dialog", { name: ACCOUNT }).press("Escape");
  await expect(page.getByRole("button", { name: MENU }).locator("img")).toHaveAttribute("src", /^\/media\/avatar\//);
});

test("a photo can be cropped by touch; in Russian on a phone", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  await mira.signIn(context);
  const page = await newPage(context);
  await openPhoto(page);
  await choosePhoto(page, await drawPicture(page, 400, 200));
  const area = page.getByRole("group", { name: /^Область кадра/ });
  await waitForPicture(page);
  const before = await settledBox(area);
  const finger = await context.newCDPSession(page);
  const middle = { x: before.x + before.width / 2, y: before.y + before.height / 2 };
  await drag(finger, middle, { x: middle.x - 300, y: middle.y });
  await expect.poll(async () => (await area.boundingBox())?.x).toBeLessThan(before.x - 30);
  const moved = await settledBox(area);
  // The corner handle also catches touches next to it.
  const corner = { x: moved.x + moved.width + 14, y: moved.y + moved.height + 14 };
  await drag(finger, corner, { x: corner.x - 40, y: corner.y - 40 });
  await expect.poll(async () => (await area.boundingBox())?.width).toBeLessThan(moved.width - 20);
  await page.getByRole("button", { name: "Сохранить фото" }).tap();
  await expect(page.getByText("Фото сохранено")).toBeVisible();
  expect(await readStoredAvatar(page, mira)).toEqual({ ...STORED, color: "red" });
  await context.close();
});

test("a dropped photo is shown in its Exif orientation", async ({ page }) => {
  await openPhoto(page);
  const rotated = withExifRotation(await drawPicture(page, 400, 200, "image/jpeg"));
  const files = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], "me.jpg", { type: "image/jpeg" }));
      return transfer;
    },
    [...rotated.bytes],
  );
  await page.getByTestId("photo-drop").dispatchEvent("drop", { dataTransfer: files });
  const box = await settledBox(await waitForPicture(page));
  expect(box.height / box.width).toBeCloseTo(2, 1);
  await expect(page.getByRole("group", { name: /^Crop area/ })).toBeFocused();
  for (let i = 0; i < 30; i++) await page.keyboard.press("Shift+ArrowDown");
  await page.getByRole("button", { name: "Save photo" }).click();
  await expect(page.getByText("Photo saved")).toBeVisible();
  // The right side of the file is the bottom of the picture.
  expect(await readStoredAvatar(page, mira)).toEqual({ ...STORED, color: "blue" });
});

test("invalid photos are rejected with the specified messages", async ({ page }) => {
  await openPhoto(page);
  const dialog = page.getByRole("dialog", { name: "Your photo" });
  const png = await drawPicture(page, 300, 200);
  const expectRejection = async (bytes: Buffer, text: string) => {
    await choosePhoto(page, { bytes, type: "image/png" });
    await expect(dialog.getByRole("alert")).toHaveText(text);
  };
  await expectRejection(Buffer.alloc(5 * 1024 * 1024 + 1), "File too large: at most 5 MB");
  await expectRejection(Buffer.from("GIF89a, by any name"), "Choose a PNG or JPG picture");
  await expectRejection(png.bytes.subarray(0, 40), "We couldn't process this photo. Choose another.");
  await expectRejection((await drawPicture(page, 300, 49)).bytes, "Use a picture of at least 50 × 50 pixels");
  await choosePhoto(page, png);
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await dialog.getByRole("button", { name: "Save photo" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("We couldn't crop this photo. Choose another.");
  await dialog.getByRole("button", { name: "Choose another" }).click();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
});

test("the other actions are disabled while a photo is being saved, and bitmaps are released", async ({ page }) => {
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
  await choosePhoto(page, await drawPicture(page, 300, 49));
  await expect(dialog.getByRole("alert")).toBeVisible();
  expect(await closed()).toBe(before + 1);
  await choosePhoto(page, await drawPicture(page, 300, 200));
  await dialog.getByRole("button", { name: "Choose another" }).click();
  await expect.poll(closed).toBe(before + 2);
  await choosePhoto(page, await drawPicture(page, 300, 200));
  const release = await holdFunction(page, "mutation", "users.updateAvatar");
  await dialog.getByRole("button", { name: "Save photo" }).click();
  await expect(dialog.getByRole("button", { name: "Another color" })).toBeDisabled();
  await expect(dialog.getByRole("button", { name: "Choose another" })).toBeDisabled();
  release();
  await expect(dialog).toBeHidden();
  await expect.poll(closed).toBe(before + 3);
});

test("a color replaces a photo, and failures raise an alert", async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/500/);
  let isBroken = true;
  await page.route(/\/api\/mutation$/, (route) =>
    isBroken ? route.fulfill({ status: 500, json: { code: "internal" } }) : route.continue(),
  );
  await openPhoto(page);
  const dialog = page.getByRole("dialog", { name: "Your photo" });
  await choosePhoto(page, await drawPicture(page, 300, 200));
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
  const startedMs = Date.now();
  // The events carry times a second apart, so that the browser measures a slow movement. After a fling, it would take the
  // next tap as the end of the fling.
  const send = (type: "touchStart" | "touchMove" | "touchEnd", atSec: number, points: readonly Point[]) =>
    session.send("Input.dispatchTouchEvent", { type, timestamp: startedMs / 1000 + atSec, touchPoints: [...points] });
  await send("touchStart", 0, [from]);
  for (const [i, share] of [0.3, 0.6, 1].entries()) {
    await send("touchMove", i + 1, [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }]);
  }
  await send("touchMove", 4, [to]);
  await send("touchEnd", 5, []);
}

type Point = { readonly x: number; readonly y: number };
