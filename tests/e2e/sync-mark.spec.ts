import type { APIRequestContext, BrowserContext, Locator, Page } from "@playwright/test";
import { fixturePath } from "#tests/support/fixtures.ts";
import { LISTEN_BUTTON } from "./device.ts";
import { LANGUAGES, setLanguage } from "./each-language.ts";
import { openWithoutUserActivation } from "./page-driver.ts";
import { expect, test } from "./test.ts";
import { createUser } from "./test-user.ts";
import { RUSSIAN, waitUntilInSync } from "./wait-for-sync.ts";
import { writeClickTrack } from "./wav-files.ts";

declare global {
  interface Window {
    playedStream?: MediaStream;
    shownErrorMs?: number;
  }
}

/** Listens to a room in a browser that `change`, which runs before the app, makes different. Returns its sync badge. */
async function playDifferently({ page, context, request, baseURL }: Fixtures, change: () => void): Promise<Locator> {
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom("Another browser", [writeClickTrack("click-track", 60)]);
  await mira.signIn(context);
  await mira.call("mutation", "rooms.command", { id, command: { type: "play" } });
  await page.addInitScript(change);
  const driver = await openWithoutUserActivation(page, `${baseURL}/room/${url}`);
  await driver.click(LISTEN_BUTTON);
  return page.getByRole("button", { name: /Sync details/ }).first();
}

type Fixtures = {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly request: APIRequestContext;
  readonly baseURL: string | undefined;
};

test("a browser that does not report its output is uncertain, says why, and keeps its adjustment", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const badge = await playDifferently({ page, context, request, baseURL }, () => {
    AudioContext.prototype.getOutputTimestamp = () => ({ contextTime: 0, performanceTime: 0 });
    Object.defineProperty(AudioContext.prototype, "outputLatency", { get: () => 0 });
  });
  await expect(badge).toHaveAccessibleName(/^Within \d+ ms/);
  await badge.click();
  const panel = page.getByRole("dialog", { name: "Sync details" });
  await expect(panel.getByText(/doesn't report how long sound takes/)).toBeVisible();
  await expect(panel.getByText("Assumed, because the browser doesn't report it")).toBeVisible();
  const adjustment = panel.getByRole("slider", { name: "Adjust this device" });
  for (let presses = 0; presses < 3; presses++) await panel.getByRole("button", { name: /play 5 ms earlier/ }).click();
  await expect(adjustment).toHaveAttribute("aria-valuetext", "15 ms");
  await page.reload();
  await badge.click();
  await expect(adjustment).toHaveAttribute("aria-valuetext", "15 ms");
  await panel.getByRole("button", { name: "Reset" }).click();
  await expect(adjustment).toHaveAttribute("aria-valuetext", "0 ms");
});

test("an iPhone whose audio context stops with the screen plays through a media element", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const badge = await playDifferently({ page, context, request, baseURL }, () => {
    Object.assign(window, { GestureEvent: class {} });
    Object.defineProperty(navigator, "maxTouchPoints", { get: () => 5 });
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      if (this.srcObject) window.playedStream = this.srcObject as MediaStream;
      return play.call(this);
    };
  });
  await expect(badge).toHaveAccessibleName(/^Within 1\d\d ms/);
  await expect.poll(() => page.evaluate(readPeak)).toBeGreaterThan(0.01);
});

/** Runs in the page. The highest sample of the stream within two seconds, in which the click track has a few clicks. */
async function readPeak(): Promise<number> {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  if (window.playedStream) context.createMediaStreamSource(window.playedStream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  let peak = 0;
  for (const endMs = performance.now() + 2000; performance.now() < endMs; ) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    analyser.getFloatTimeDomainData(samples);
    peak = Math.max(peak, ...samples);
  }
  return peak;
}

test("a device that is off by more than it can correct offers to resync, which helps", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const { player, sync } = LANGUAGES.ru.texts.room;
  await page.setViewportSize({ width: 1440, height: 900 });
  await setLanguage(context, "ru", baseURL);
  await playDifferently({ page, context, request, baseURL }, makePlayerLate);
  const dock = page.getByTestId("dock");
  const badge = (label: string) => dock.getByRole("button", { name: label.replace("{{ms}}", "150") });
  await expect(badge(player.behind)).toBeVisible();
  await expect(page.getByRole("alert").getByText(player.resyncAvailable)).toBeAttached();
  await page.evaluate(() => Object.assign(window, { shownErrorMs: 150 }));
  await expect(badge(player.ahead)).toBeVisible();
  await dock.getByRole("button", { name: player.resync, exact: true }).click();
  await expect(dock.getByRole("button", { name: player.resync, exact: true })).toBeHidden();
  await waitUntilInSync((label) => dock.getByRole("button", { name: label }), RUSSIAN);
  await expect(page.getByText(player.inSyncAgain)).toBeAttached();
  await badge(player.inSync).click();
  await expect(page.getByRole("dialog", { name: sync.open }).getByRole("button", { name: player.resync })).toBeVisible();
});

/** Runs in the page. The first voice of the player reports that it plays where it should not. Later ones are right. */
function makePlayerLate(): void {
  window.shownErrorMs = -150;
  let lateVoice: number | null = null;
  const property = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
  Object.defineProperty(MessagePort.prototype, "onmessage", {
    ...property,
    set(listener: ((event: MessageEvent) => void) | null) {
      property?.set?.call(this, (event: MessageEvent) => {
        for (const voice of event.data?.voices ?? []) {
          lateVoice ??= voice.voice;
          if (voice.voice === lateVoice) voice.errorMs = window.shownErrorMs;
        }
        listener?.call(this, event);
      });
    },
  });
}

test("a device that does not listen says so, and how to hear the room", async ({ page, context, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom("Silent", [writeClickTrack("click-track", 60)]);
  await mira.signIn(context);
  await mira.call("mutation", "rooms.command", { id, command: { type: "play" } });
  const driver = await openWithoutUserActivation(page, `${baseURL}/room/${url}`);
  await driver.click("[aria-label='0 listening. Sync details']");
  const panel = "document.querySelector('[role=dialog]')?.innerText";
  await driver.waitFor(`${panel}?.includes("Sound is off on this device")`);
  await driver.waitFor(`${panel}.includes("Press “Listen together” to hear the room here.")`);
  await driver.waitFor(`!${panel}.includes("off the room")`);
});

test("a track that the browser cannot decode names its format and what to do", async ({ page, context, request, baseURL }) => {
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom("Silent", [fixturePath("vorbis.ogg")]);
  // the short track must not end before the panel is read
  await mira.call("mutation", "rooms.command", { id, command: { type: "repeat", repeat: "one" } });
  await mira.call("mutation", "rooms.command", { id, command: { type: "play" } });
  await mira.signIn(context);
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, "AudioDecoder");
    BaseAudioContext.prototype.decodeAudioData = () => Promise.reject(new DOMException("Decode error", "EncodingError"));
  });
  const driver = await openWithoutUserActivation(page, `${baseURL}/room/${url}`);
  await driver.click(LISTEN_BUTTON);
  await page.getByRole("button", { name: "Error. Sync details" }).click();
  const panel = page.getByRole("dialog", { name: "Sync details" });
  await expect(panel.getByRole("heading", { name: "This track can't be played here" })).toBeVisible();
  await expect(
    panel.getByText("This browser can't play Ogg Vorbis. Try another browser, or upload the track as MP3."),
  ).toBeVisible();
});
