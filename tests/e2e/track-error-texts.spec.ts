import { truncateSync, writeFileSync } from "node:fs";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { fixturePath } from "#tests/support/fixtures.ts";
import { forEachLanguage, visibleText } from "./each-language.ts";
import { failFunction } from "./function-calls.ts";
import { drawPicture } from "./pictures.ts";
import { expect, test } from "./test.ts";
import { openOwnRoom } from "./test-user.ts";
import { writeClickTrack } from "./wav-files.ts";

// The texts of SPEC §8 about files and tracks, word for word, and their Russian counterparts.

const FAILED = { status: 500, json: { code: "internal" } };

forEachLanguage(({ locale, texts, inLanguage }) => {
  const { trackEdit, uploads } = texts;

  test(`an upload that the server cannot take fails, and a file that is too large is refused: ${locale}`, async ({
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
    const tooLarge = inLanguage("Audio too large: at most 2 GB", "Аудиофайл слишком большой: не больше 2 ГБ");
    await expect(visibleText(dialog, tooLarge)).toBeVisible();

    await failFunction(page, "mutation", "uploads.announce");
    await page.route("**/parts/*", (route) => route.fulfill(FAILED));
    await dialog.getByTestId("files").setInputFiles(writeClickTrack("click", 2));
    await expectFailure(inLanguage("Upload failed. Try again.", "Не удалось загрузить файл. Попробуйте снова."));
    await page.unroute(/\/api\/mutation$/);
    await dialog.getByRole("button", { name: uploads.retry }).first().click();
    await expectFailure(inLanguage("Audio upload failed. Try again.", "Не удалось загрузить аудио. Попробуйте снова."));
  });

  test(`the track editor explains invalid titles, invalid covers and failed updates: ${locale}`, async ({
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
      for (const [typed, reason] of [
        [" ", inLanguage("Please enter track title", "Введите название трека")],
        ["-", inLanguage("Title too short", "Название слишком короткое")],
        [
          "x".repeat(201),
          inLanguage("Title too long: at most 200 characters", "Название слишком длинное: не больше 200 символов"),
        ],
      ] as const) {
        await title.fill(typed);
        await expect(dialog.getByText(reason)).toBeVisible();
      }
    });

    await test.step("invalid covers", async () => {
      await chooseCover("text/plain", Buffer.from("no picture"));
      await expect(alert).toHaveText(inLanguage("The cover isn't a picture", "Обложка не похожа на картинку"));
      await chooseCover("image/png", Buffer.alloc(10 * 1024 * 1024 + 1));
      await expect(alert).toHaveText(inLanguage("Image too large: at most 10 MB", "Картинка слишком большая: не больше 10 МБ"));
      await dialog.getByRole("button", { name: trackEdit.coverFromFile }).click();
      await expect(alert).toHaveText(inLanguage("No cover found", "Обложка не найдена"));
      await page.route("**/media/picture/**", (route) => route.fulfill(FAILED));
      await dialog.getByRole("button", { name: trackEdit.coverFromFile }).click();
      await expect(alert).toHaveText(
        inLanguage("Cover extraction failed. Choose a picture instead.", "Не удалось извлечь обложку. Выберите картинку сами."),
      );
    });

    await test.step("failed updates", async () => {
      await title.fill("Salt Stairs");
      const { bytes, type } = await drawPicture(page, 512, 512);
      await chooseCover(type, bytes);
      await expect(dialog.getByRole("button", { name: trackEdit.keepCover })).toBeVisible();
      await page.route("**/api/covers", (route) => route.fulfill(FAILED));
      await save.click();
      await expect(alert).toContainText(inLanguage("Image upload failed", "Не удалось загрузить картинку"));
      await dialog.getByRole("button", { name: trackEdit.keepCover }).click();
      await failFunction(page, "mutation", "tracks.update");
      await save.click();
      await expect(alert).toContainText(inLanguage("Track update failed", "Не удалось изменить трек"));
    });
  });
});
