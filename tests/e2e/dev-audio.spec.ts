import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { findViolations } from "./axe.ts";
import { grantSuperadmin } from "./superadmin.ts";
import { expect, PHONE, test } from "./test.ts";
import { createUser, type TestUser } from "./test-user.ts";

let operator: TestUser;
test.beforeEach(async ({ request, baseURL, context }) => {
  operator = await createUser(request, baseURL, "Operator");
  grantSuperadmin(operator);
  await operator.signIn(context);
});

const chooseFile = (page: Page, file: string) => page.getByTestId("audio-file").setInputFiles(file);
/** Drops a file on the box for audio files. */
async function dropFile(page: Page, name: string): Promise<void> {
  const content = Array.from(readFileSync(fixturePath(name)));
  const dataTransfer = await page.evaluateHandle(
    (file) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(file.content)], file.name));
      return transfer;
    },
    { name, content },
  );
  const box = page.getByRole("group", { name: "Audio file" });
  for (const type of ["dragenter", "dragover", "drop"]) await box.dispatchEvent(type, { dataTransfer });
}
const fieldRow = (page: Page, name: string) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });

const SERVICE_PAGES = [
  "yandex-music-test",
  "yandex-music-test-v2",
  "spotify-search-test",
  "spotify-find-track-test",
  "artist-search-comparison",
];

test("the notice builder shows notices and lists what happened to them", async ({ page }) => {
  await page.clock.install();
  await page.goto("/dev/notices");
  const log = page.getByRole("region", { name: "Log" });
  const notices = page.getByRole("region", { name: "Notices" });
  await expect(page.getByText(/^This notice closes by itself after 8 s/)).toBeVisible();
  await page.getByLabel("Title").fill("Hello");
  await page.getByText("Custom").click();
  await page.getByLabel("Seconds").fill("0");
  await expect(page.getByText("The duration must be from 1 to 60 seconds")).toBeVisible();
  await expect(page.getByRole("button", { name: "Show", exact: true })).toBeDisabled();
  await page.getByLabel("Seconds").fill("60");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  const notice = notices.getByText("Hello");
  await notice.hover();
  await expect(notices.getByTestId("timer")).toBeVisible();
  await page.clock.fastForward(120_000);
  await expect(notice).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.fastForward(60_000);
  await expect(log.getByText("closed by itself")).toBeVisible();

  await page.getByRole("radiogroup", { name: "Number of actions" }).getByText("2").click();
  await expect(page.getByText(/^This notice closes by itself after 60 s/)).toBeVisible();
  await page.getByText("None", { exact: true }).click();
  await expect(page.getByText("This notice stays until it is closed.")).toBeVisible();
  await page.getByRole("button", { name: "Show", exact: true }).press("Enter");
  await notices.getByRole("button", { name: "Action 2" }).click();
  await expect(log.getByText("action 2 pressed")).toBeVisible();
  await expect(notices).toBeHidden();

  await page.getByRole("button", { name: "Show one of each" }).click();
  await expect(notices.getByText("Error")).toBeVisible();
  await page.getByRole("button", { name: "Close all" }).click();
  await expect(notices).toBeHidden();
  await expect(log.getByText("closed", { exact: true })).toHaveCount(6);
  expect(await findViolations(page)).toEqual([]);
});

test("the parser shows the fields of a chosen or dropped file beside those of the same file in the library", async ({
  page,
}) => {
  await operator.createRoom("Parser", [fixturePath("plain.flac")]);
  await page.goto("/dev/track-parser-test");
  await chooseFile(page, fixturePath("plain.flac"));
  await expect(page.getByText("Your library has 1 track with these bytes.")).toBeVisible();
  await expect(fieldRow(page, "Title").getByText("Ночной трамвай")).toHaveCount(2);
  await expect(fieldRow(page, "Title").getByText("same")).toBeVisible();
  await expect(fieldRow(page, "Codec").getByText("not stored")).toBeVisible();
  await expect(page.getByText("different")).toBeHidden();
  expect(await findViolations(page)).toEqual([]);

  await dropFile(page, "vbr.mp3");
  await expect(page.getByRole("button", { name: /vbr\.mp3/ })).toBeVisible();
  await expect(page.getByText("Your library has no track with these bytes.")).toBeVisible();
  await expect(fieldRow(page, "Encoder delay").getByText(/\d/)).toBeVisible();
  await page.getByTestId("audio-file").setInputFiles({ name: "notes.txt", mimeType: "", buffer: Buffer.from("hello") });
  await expect(page.getByText(/^This is not an audio file/)).toBeVisible();
});

test("a file is measured, and both of its levels can be played", async ({ page }) => {
  await page.goto("/dev/audio-normalize");
  await chooseFile(page, fixturePath("plain.flac"));
  await expect(page.getByText(/^Gain: [+−\d]/)).toBeVisible();
  await expect(page.getByRole("img", { name: "Waveform: Leveled" })).toBeVisible();
  await page.getByRole("button", { name: "Play: As it is" }).click();
  await page.getByRole("button", { name: "Play: Leveled" }).click();
  await expect(page.getByRole("button", { name: "Play: As it is" })).toBeVisible();
  await page.getByRole("button", { name: "Stop: Leveled" }).click();
  await expect(page.getByRole("button", { name: "Play: Leveled" })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  await page.getByTestId("audio-file").setInputFiles({ name: "broken.mp3", mimeType: "", buffer: Buffer.from("hello") });
  await expect(page.getByText(/^This browser cannot decode the file/)).toBeVisible();
});

test("a track of the library is measured, and a file that cannot be loaded is an error", async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/404/);
  await operator.createRoom("Levels", [fixturePath("plain.flac")]);
  await page.goto("/dev/audio-normalize");
  const choose = async () => {
    await page.getByRole("button", { name: /^Library: / }).click();
    await page.getByRole("option", { name: /^Ночной трамвай/ }).click();
  };
  await choose();
  await expect(page.getByText(/^Gain: [+−\d]/)).toBeVisible();
  await page.route("**/media/own/*", (route) => route.fulfill({ status: 404, json: { code: "track-not-found" } }));
  await choose();
  await expect(page.getByRole("alert")).toHaveText(/^The file could not be read/);
});

test("the pages of music services say which accounts they use, and wait for the form", async ({ page }) => {
  for (const name of SERVICE_PAGES) {
    await page.goto(`/dev/${name}`);
    await expect(page.getByText(/^This page uses the accounts that you have connected/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Find" })).toBeDisabled();
    expect(await findViolations(page)).toEqual([]);
  }
  await page.goto("/dev/spotify-find-track-test");
  for (const label of ["Title", "Artist", "Length", "ISRC"]) await page.getByLabel(label).fill("x");
  await expect(page.getByRole("button", { name: "Find" })).toBeDisabled();
  await page.getByLabel("Length").fill("3:07");
  await expect(page.getByRole("button", { name: "Find" })).toBeEnabled();
});

test("the demo form accepts ages from 18 to 100", async ({ page }) => {
  await page.goto("/dev/ui");
  await expectAgeRange(page, {
    name: "Name",
    age: "Age",
    submit: "Check",
    error: "The age must be from 18 to 100",
    valid: "Valid",
  });
});

test.describe("on a phone in Russian", () => {
  test.use(PHONE);

  test("the pages work and fit the screen", async ({ page }) => {
    await page.goto("/dev/notices");
    await page.getByRole("button", { name: "Показать", exact: true }).tap();
    await expect(page.getByRole("region", { name: "Журнал" }).getByText("показано")).toBeVisible();
    await page.getByRole("button", { name: "Закрыть все" }).tap();
    await expectNoOverflow(page);
    await page.goto("/dev/audio-normalize");
    await chooseFile(page, fixturePath("plain.flac"));
    await expect(page.getByText(/^Усиление: [+−\d].* дБ$/)).toBeVisible();
    await expectNoOverflow(page);
    await page.goto("/dev/track-parser-test");
    await chooseFile(page, fixturePath("plain.flac"));
    await expect(page.getByText("В вашей библиотеке нет трека с таким содержимым.")).toBeVisible();
    await expect(fieldRow(page, "Название").getByText("Ночной трамвай")).toBeVisible();
    await expectNoOverflow(page);
    for (const name of SERVICE_PAGES) {
      await page.goto(`/dev/${name}`);
      await expect(page.getByText(/использует учётные записи, которые вы подключили/)).toBeVisible();
      await expectNoOverflow(page);
    }
  });

  test("the demo form accepts ages from 18 to 100", async ({ page }) => {
    await page.goto("/dev/ui");
    const error = "Возраст должен быть от 18 до 100";
    await expectAgeRange(page, { name: "Имя", age: "Возраст", submit: "Проверить", error, valid: "Всё верно" });
  });
});

async function expectNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
}

type FormTexts = Readonly<Record<"name" | "age" | "submit" | "error" | "valid", string>>;

async function expectAgeRange(page: Page, texts: FormTexts): Promise<void> {
  const age = page.getByLabel(texts.age, { exact: true });
  await page.getByLabel(texts.name, { exact: true }).fill("Mira");
  for (const refused of ["17", "101", "abc", ""]) {
    await age.fill(refused);
    await page.getByRole("button", { name: texts.submit, exact: true }).click();
    await expect(page.getByText(texts.error)).toBeVisible();
  }
  for (const accepted of ["18", "100"]) {
    await age.fill(accepted);
    await expect(page.getByText(texts.error)).toBeHidden();
    await page.getByRole("button", { name: texts.submit, exact: true }).click();
    await expect(page.getByText(`${texts.valid}: Mira, ${accepted}`)).toBeVisible();
  }
}
