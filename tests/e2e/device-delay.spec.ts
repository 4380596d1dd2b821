import { chromium, type LaunchOptions, type Locator, type Page } from "@playwright/test";
import { findViolations } from "./axe.ts";
import { LISTEN_BUTTON } from "./device.ts";
import { describeIn, LANGUAGES, type Language, visibleText } from "./each-language.ts";
import { openRoomAs } from "./people-in-room.ts";
import { writeTracks } from "./playing-room.ts";
import { expect, test } from "./test.ts";
import { openOwnRoom } from "./test-user.ts";

/** Long enough to play until the end of a test. */
const writeTrack = () => writeTracks().slice(0, 1);
const TAPS_NEEDED = "12";
const FAKE_MICROPHONE = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];

async function openDevices(page: Page, { texts }: Language): Promise<void> {
  await page.getByRole("button", { name: texts.room.devices, exact: true }).click();
}

/** Starts the room and the sound of this device. */
async function play(page: Page, { texts }: Language): Promise<void> {
  await page.getByRole("button", { name: texts.room.player.play, exact: true }).click();
  await expect(page.getByRole("button", { name: texts.room.player.pause, exact: true })).toBeVisible();
  await expect(page.locator(LISTEN_BUTTON)).toHaveCount(0);
}

/** The slider is named after the output, which a browser may leave without a name. An open dialog hides it from screen readers. */
const slider = (page: Page, { inLanguage }: Language) =>
  page.getByRole("slider", { name: inLanguage("Delay", "Задержка"), includeHidden: true });

const formatMs = ({ texts }: Language, ms: number) => texts.room.sync.ms.replace("{{ms}}", String(ms));

const spoken = (locator: Locator) => locator.getAttribute("aria-valuetext");

/** Taps, again and again, until the dialog has counted twelve. A tap long before the first beat does not count. */
async function tapUntilDone(page: Page, dialog: Locator, { texts }: Language): Promise<void> {
  const { done } = texts.calibration.tap;
  await expect(async () => {
    await page.keyboard.press("Space");
    await expect(dialog.getByRole("button", { name: done, exact: true })).toBeVisible({ timeout: 50 });
  }).toPass({ intervals: [100], timeout: 60_000 });
}

for (const locale of ["en", "ru"] as const) {
  describeIn(locale, (language) => {
    const { calibration, room } = language.texts;

    test(`the delay of an output is kept, found by taps and undone: ${locale}`, async ({ page, context, request, baseURL }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openOwnRoom({ page, context, request, baseURL }, "Delayed", writeTrack());
      await openDevices(page, language);
      const delay = slider(page, language);
      await delay.focus();
      for (let ms = 0; ms < 3; ms++) await page.keyboard.press("ArrowRight");
      await page.getByRole("button", { name: room.sync.adjustEarlier.replace("{{ms}}", "5") }).click();
      await expect(delay).toHaveAttribute("aria-valuetext", formatMs(language, 8));
      await page.reload();
      await openDevices(page, language);
      await expect(delay).toHaveAttribute("aria-valuetext", formatMs(language, 8));

      const opener = page.getByRole("button", { name: calibration.tap.title });
      await opener.click();
      const dialog = page.getByRole("dialog", { name: calibration.tap.title });
      await expect(dialog.getByText(calibration.tap.rough)).toBeVisible();
      await dialog.getByRole("button", { name: calibration.tap.start }).click();
      await tapUntilDone(page, dialog, language);
      const progress = calibration.tap.progress.replace("{{done}}", TAPS_NEEDED).replace("{{total}}", TAPS_NEEDED);
      await expect(dialog.getByText(progress)).toBeVisible();
      expect(await findViolations(page)).toEqual([]);
      const found = await dialog.getByTestId("tap-delay").innerText();
      // nothing changes before the press
      expect(await delay.getAttribute("aria-valuetext")).toBe(formatMs(language, 8));
      await dialog.getByRole("button", { name: calibration.apply }).click();
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
      await expect.poll(() => spoken(delay)).toBe(found);

      const notices = page.getByRole("region", { name: language.texts.shell.notices.label });
      await expect(visibleText(notices, calibration.applied.replace("{{delay}}", found))).toBeVisible();
      await notices.getByRole("button", { name: room.undo.label }).last().click();
      await expect.poll(() => spoken(delay)).toBe(formatMs(language, 8));
      await page.getByRole("button", { name: room.sync.adjustReset }).click();
      await expect(delay).toHaveAttribute("aria-valuetext", formatMs(language, 0));
      await expect(delay).toBeFocused();
    });

    test(`a measurement explains a microphone that is blocked: ${locale}`, async ({
      page,
      context,
      browser,
      request,
      baseURL,
    }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", "NotAllowedError"));
      });
      const { mira, url } = await openOwnRoom({ page, context, request, baseURL }, "Measured", writeTrack());
      await openDevices(page, language);
      await page.getByRole("button", { name: calibration.microphone.title }).click();
      const dialog = page.getByRole("dialog", { name: calibration.microphone.title });
      await expect(dialog.getByText(calibration.microphone.privacy)).toBeVisible();
      await expect(dialog.getByText(calibration.microphone.noneManaged)).toBeVisible();

      const other = await openRoomAs(browser, baseURL, { user: mira, url, locale: "en" });
      await play(other, LANGUAGES.en);
      await expect(dialog.getByRole("checkbox")).toBeChecked();
      expect(await findViolations(page)).toEqual([]);
      await dialog.getByRole("button", { name: calibration.microphone.start }).click();
      await expect(dialog.getByRole("alert")).toContainText(calibration.faults.denied);
      await expect(dialog.getByRole("alert")).toContainText(calibration.faults.deniedText);
      await dialog.getByRole("button", { name: calibration.again }).click();
      await expect(dialog.getByRole("checkbox")).toBeChecked();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await other.context().close();
    });
  });
}

/** A browser whose microphone hears beeps of its own, and no test sound. */
const launchWithMicrophone = (options: LaunchOptions) =>
  chromium.launch({ ...options, args: [...(options.args ?? []), ...FAKE_MICROPHONE] });

test("a measurement that finds nothing says why for each device, and changes nothing", async ({
  page,
  context,
  request,
  baseURL,
  launchOptions,
}) => {
  const language = LANGUAGES.en;
  const { microphone, reasons } = language.texts.calibration;
  const { mira, url } = await openOwnRoom({ page, context, request, baseURL }, "Measured", writeTrack());
  await play(page, language);
  const listener = await launchWithMicrophone(launchOptions);
  const listening = await openRoomAs(listener, baseURL, { user: mira, url, locale: "en" });
  await openDevices(listening, language);
  await listening.getByRole("button", { name: microphone.title }).click();
  const dialog = listening.getByRole("dialog", { name: microphone.title });
  await expect(dialog.getByRole("checkbox")).toBeChecked();
  await dialog.getByRole("button", { name: microphone.start }).click();
  await expect(dialog.getByText(/^Listening… \d+ of \d+ sounds$/)).toBeVisible();
  await expect(dialog.getByRole("progressbar")).toBeVisible();
  await expect(dialog.getByText(microphone.nothing)).toBeVisible();
  await expect(dialog.getByRole("row")).toHaveCount(2);
  const row = dialog.getByRole("row").last();
  const texts = Object.values(reasons).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  await expect(row).toContainText(new RegExp(texts.join("|")));
  await expect(dialog.getByRole("button", { name: microphone.applyAll })).toHaveCount(0);
  expect(await findViolations(listening)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await openDevices(page, language);
  await expect(slider(page, language)).toHaveAttribute("aria-valuetext", formatMs(language, 0));
  await listener.close();
});

test("a measurement is cancelled while it listens", async ({ page, context, request, baseURL, launchOptions }) => {
  const language = LANGUAGES.en;
  const { microphone, cancel } = language.texts.calibration;
  const { mira, url } = await openOwnRoom({ page, context, request, baseURL }, "Measured", writeTrack());
  await play(page, language);
  const listener = await launchWithMicrophone(launchOptions);
  const listening = await openRoomAs(listener, baseURL, { user: mira, url, locale: "en" });
  await openDevices(listening, language);
  const opener = listening.getByRole("button", { name: microphone.title });
  const dialog = listening.getByRole("dialog", { name: microphone.title });
  // the second one would be refused if the first had not ended
  for (let round = 0; round < 2; round++) {
    await opener.click();
    await expect(dialog.getByRole("checkbox")).toBeChecked();
    await dialog.getByRole("button", { name: microphone.start }).click();
    await expect(dialog.getByText(/^Listening…/)).toBeVisible();
    await dialog.getByRole("button", { name: cancel }).click();
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
  await listener.close();
});
