import { truncateSync, writeFileSync } from "node:fs";
import type { ErrorCode } from "#app/domain/errors.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { fixturePath } from "#tests/support/fixtures.ts";
import { describeIn, LANGUAGES, type Locale, visibleText } from "./each-language.ts";
import { failFunction } from "./function-calls.ts";
import { drawPicture } from "./pictures.ts";
import { expect, test } from "./test.ts";
import { openOwnRoom } from "./test-user.ts";
import { writeClickTrack } from "./wav-files.ts";

/** The texts of SPEC §8 about files and tracks, word for word, and their Russian counterparts. */
const TEXTS = {
  "file-too-large": { en: "Audio too large: at most 2 GB", ru: "Аудиофайл слишком большой: не больше 2 ГБ" },
  "upload-failed": { en: "Upload failed. Try again.", ru: "Не удалось загрузить файл. Попробуйте снова." },
  "audio-upload-failed": { en: "Audio upload failed. Try again.", ru: "Не удалось загрузить аудио. Попробуйте снова." },
  "track-title-required": { en: "Please enter track title", ru: "Введите название трека" },
  "track-title-too-short": { en: "Title too short", ru: "Название слишком короткое" },
  "track-title-too-long": {
    en: "Title too long: at most 200 characters",
    ru: "Название слишком длинное: не больше 200 символов",
  },
  "cover-not-image": { en: "The cover isn't a picture", ru: "Обложка не похожа на картинку" },
  "cover-too-large": { en: "Image too large: at most 10 MB", ru: "Картинка слишком большая: не больше 10 МБ" },
  "cover-not-found": { en: "No cover found", ru: "Обложка не найдена" },
  "cover-extraction-failed": {
    en: "Cover extraction failed. Choose a picture instead.",
    ru: "Не удалось извлечь обложку. Выберите картинку сами.",
  },
  "image-upload-failed": { en: "Image upload failed", ru: "Не удалось загрузить картинку" },
  "track-update-failed": { en: "Track update failed", ru: "Не удалось изменить трек" },
} as const satisfies Partial<Record<ErrorCode, Readonly<Record<Locale, string>>>>;

const FAILED = { status: 500, json: { code: "internal" } };

test("errors about files and tracks have the specified texts in both languages", () => {
  const entries = Object.entries(TEXTS) as readonly [keyof typeof TEXTS, Readonly<Record<Locale, string>>][];
  for (const { locale, texts } of Object.values(LANGUAGES)) {
    for (const [code, text] of entries) expect(texts.errors[code].replaceAll("\u00a0", " ")).toContain(text[locale]);
  }
});

describeIn("en", ({ texts: { uploads }, locale }) => {
  test("an upload that the server cannot take fails, and a file that is too large is refused", async ({
    page,
    context,
    request,
    baseURL,
    allowConsoleErrors,
  }, info) => {
    // The page's clock passes faster than the room's socket connects.
    allowConsoleErrors(/WebSocket is closed before the connection is established/);
    await page.clock.install();
    await openOwnRoom({ page, context, request, baseURL }, "Uploads");
    await page.getByRole("button", { name: uploads.title }).first().click();
    const dialog = page.getByRole("dialog", { name: uploads.title });
    /** Waits for an error. The page waits longer and longer before it gives up. */
    const expectFailure = (text: string) =>
      expect(async () => {
        await page.clock.fastForward(20_000);
        expect(await dialog.getByText(text, { exact: true }).isVisible()).toBe(true);
      }).toPass({ intervals: [100] });

    const large = info.outputPath("large.wav");
    writeFileSync(large, "");
    // The file has no content, so it takes no space on the disk.
    truncateSync(large, uploadLimits.audioBytes + 1);
    await dialog.getByTestId("files").setInputFiles(large);
    await expect(visibleText(dialog, TEXTS["file-too-large"][locale])).toBeVisible();

    await failFunction(page, "mutation", "uploads.announce");
    await page.route("**/parts/*", (route) => route.fulfill(FAILED));
    await dialog.getByTestId("files").setInputFiles(writeClickTrack("click", 2));
    await expectFailure(TEXTS["upload-failed"][locale]);
    await page.unroute(/\/api\/mutation$/);
    await dialog.getByRole("button", { name: uploads.retry }).first().click();
    await expectFailure(TEXTS["audio-upload-failed"][locale]);
  });
});

describeIn("ru", ({ texts: { trackEdit }, locale }) => {
  test("the track editor explains invalid titles, invalid covers and failed updates, in Russian", async ({
    page,
    context,
    request,
    baseURL,
  }) => {
    await openOwnRoom({ page, context, request, baseURL }, "Edited", [fixturePath("vbr.mp3")]);
    await page.getByRole("row").filter({ hasText: "vbr" }).focus();
    await page.keyboard.press("F2");
    const dialog = page.getByRole("dialog", { name: trackEdit.title });
    const title = dialog.getByRole("textbox", { name: trackEdit.field.title });
    const save = dialog.locator("button[type=submit]");
    const alert = dialog.getByRole("alert");
    const chooseCover = (mimeType: string, buffer: Buffer) =>
      dialog.getByTestId("cover").setInputFiles({ name: "cover", mimeType, buffer });

    await test.step("invalid titles", async () => {
      for (const [typed, code] of [
        [" ", "track-title-required"],
        ["-", "track-title-too-short"],
        ["x".repeat(201), "track-title-too-long"],
      ] as const) {
        await title.fill(typed);
        await expect(dialog.getByText(TEXTS[code][locale])).toBeVisible();
      }
    });

    await test.step("invalid covers", async () => {
      await chooseCover("text/plain", Buffer.from("no picture"));
      await expect(alert).toHaveText(TEXTS["cover-not-image"][locale]);
      await chooseCover("image/png", Buffer.alloc(10 * 1024 * 1024 + 1));
      await expect(alert).toHaveText(TEXTS["cover-too-large"][locale]);
      await dialog.getByRole("button", { name: trackEdit.coverFromFile }).click();
      await expect(alert).toHaveText(TEXTS["cover-not-found"][locale]);
      await page.route("**/media/picture/**", (route) => route.fulfill(FAILED));
      await dialog.getByRole("button", { name: trackEdit.coverFromFile }).click();
      await expect(alert).toHaveText(TEXTS["cover-extraction-failed"][locale]);
    });

    await test.step("failed updates", async () => {
      await title.fill("Salt Stairs");
      const { bytes, type } = await drawPicture(page, 512, 512);
      await chooseCover(type, bytes);
      await expect(dialog.getByRole("button", { name: trackEdit.keepCover })).toBeVisible();
      await page.route("**/api/covers", (route) => route.fulfill(FAILED));
      await save.click();
      await expect(alert).toContainText(TEXTS["image-upload-failed"][locale]);
      await dialog.getByRole("button", { name: trackEdit.keepCover }).click();
      await failFunction(page, "mutation", "tracks.update");
      await save.click();
      await expect(alert).toContainText(TEXTS["track-update-failed"][locale]);
    });
  });
});
