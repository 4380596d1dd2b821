import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { findViolations } from "./axe.ts";
import { describeIn, LANGUAGES, type Language } from "./each-language.ts";
import { setChecked } from "./set-checked.ts";
import { expect, newPage, PHONE, test } from "./test.ts";
import { createUser } from "./test-user.ts";
import { SAMPLE_RATE, writeWavFile } from "./wav-files.ts";

async function openSummary(page: Page, { room, session }: Pick<Language["texts"], "room" | "session">) {
  await page.getByRole("button", { name: room.playlist.more }).click();
  await page.getByRole("menuitem", { name: room.playlist.session }).click();
  return page.getByRole("dialog", { name: session.title });
}

/** Width and height of a PNG file, from its header. */
function readPngSize(path: string): readonly [number, number] {
  const bytes = readFileSync(path);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

const countDarkPixels = (canvas: HTMLCanvasElement) => {
  const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
  let dark = 0;
  for (let i = 0; i < data.length; i += 4) if ((data[i] ?? 255) < 80) dark += 1;
  return dark;
};

describeIn("en", ({ texts }) => {
  test("SN1 the summary of a session shows its tracks and people, and is saved as a picture", async ({
    page,
    context,
    request,
    baseURL,
  }) => {
    const mira = await createUser(request, baseURL, "Мира");
    const { id, url } = await mira.createRoom("Пятничный вечер у нас дома с длинным названием", [
      fixturePath("cover.mp3"),
      writeWavFile("blink", [new Float32Array(0.1 * SAMPLE_RATE)]),
    ]);
    await mira.signIn(context);
    await page.goto(`/room/${url}`);
    const empty = await openSummary(page, texts);
    await expect(empty.getByText(texts.session.empty)).toBeVisible();
    await expect(empty.getByRole("button", { name: texts.session.picture.save })).toBeHidden();
    await mira.call("mutation", "rooms.command", { id, command: { type: "play" } });

    // the summary follows what plays
    const dialog = page.getByRole("dialog", { name: texts.session.title });
    const tracks = dialog.getByRole("list").getByRole("listitem");
    await expect(tracks.first()).toContainText("Ночной трамвай");
    await expect(tracks.first()).toContainText("Мира");
    const picture = dialog.getByRole("img");
    await expect(picture).toHaveAttribute("aria-busy", "false");
    expect(await picture.evaluate(countDarkPixels)).toBeGreaterThan(2000);
    expect(await findViolations(page)).toEqual([]);
    const saving = page.waitForEvent("download");
    await dialog.getByRole("button", { name: texts.session.picture.save }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toMatch(/^tutti-.*\.png$/);
    expect(readPngSize(await download.path())).toEqual([1080, 1350]);
    // a public room is always named
    await expect(dialog.getByRole("switch")).toHaveCount(0);
  });
});

test("SN5 the picture of a hidden room is drawn again with its name if the person wants that; phone, in Russian", async ({
  browser,
  request,
  baseURL,
}) => {
  const { texts } = LANGUAGES.ru;
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom("Secret", [fixturePath("vbr.mp3")]);
  await mira.call("mutation", "rooms.update", { id, visibility: "hidden" });
  await mira.call("mutation", "rooms.command", { id, command: { type: "play" } });
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  await mira.signIn(context);
  const page = await newPage(context);
  // a browser that shares files, and records the texts that the page draws
  await page.addInitScript(() => {
    const drawn: string[] = [];
    Reflect.set(window, "drawn", drawn);
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (...args) {
      drawn.push(args[0]);
      fillText.apply(this, args);
    };
    const shared = {
      canShare: () => true,
      share: async (data: ShareData) => void Reflect.set(window, "shared", data.files?.[0]),
    };
    Object.assign(Navigator.prototype, shared);
  });
  await page.goto(`/room/${url}`);
  const dialog = await openSummary(page, texts);
  const picture = dialog.getByRole("img");
  await expect(picture).toHaveAttribute("aria-busy", "false");
  const readDrawn = async () => (await page.evaluate(() => Reflect.get(window, "drawn") as readonly string[])).join(" ");
  expect(await readDrawn()).toContain(texts.session.picture.title);
  expect(await readDrawn()).not.toContain("Secret");
  await setChecked(dialog.getByRole("switch", { name: texts.session.picture.showName }));
  await expect.poll(readDrawn).toContain("Secret");
  await expect(picture).toHaveAttribute("aria-busy", "false");
  await dialog.getByRole("button", { name: texts.session.picture.share }).click();
  const readType = () => page.evaluate(() => (Reflect.get(window, "shared") as File | undefined)?.type);
  await expect.poll(readType).toBe("image/png");
  await context.close();
});
