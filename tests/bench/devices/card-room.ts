import { setTimeout as wait } from "node:timers/promises";
import { type APIRequestContext, type Browser, chromium, expect, type Page } from "@playwright/test";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { LISTEN_BUTTON } from "#tests/e2e/device.ts";
import { openWithoutUserActivation } from "#tests/e2e/page-driver.ts";
import { registerUser, type TestUser } from "#tests/e2e/test-user.ts";
import { type SoundCard, startSoundCard } from "#tests/sound-card/sound-card.ts";

/** A room of one person who has it open in several browsers, each with its own device of the sound card. */
export type CardRoom = {
  readonly card: SoundCard;
  readonly owner: TestUser;
  readonly id: string;
  readonly pages: readonly Page[];
  command(command: RoomCommand): Promise<void>;
  close(): Promise<void>;
};

type CardRoomOptions = {
  readonly request: APIRequestContext;
  readonly baseURL: string | undefined;
  readonly files: readonly string[];
  /** The stored settings of each device, before its page is opened. */
  readonly settings: readonly object[];
  readonly hasMicrophone?: boolean;
};

/** The outputs of browsers are steady after this: what they report about them settles within 25 s. */
const SETTLE_MS = 40_000;
const FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
const VIEWPORT = { width: 1280, height: 900 };

/** Opens the room, which plays its tracks again and again, in a browser for each entry of `settings`, and starts the sound there. Waits until outputs are steady. */
export async function openCardRoom(options: CardRoomOptions): Promise<CardRoom> {
  const { request, baseURL, files, settings, hasMicrophone = false } = options;
  const owner = await registerUser(request, baseURL);
  const { id, url } = await owner.createRoom("Loudspeakers", files);
  const command: CardRoom["command"] = async (given) =>
    void (await owner.call("mutation", "rooms.command", { id, command: given }));
  await command({ type: "repeat", repeat: "all" });
  // a page asks to listen while the room plays
  await command({ type: "play" });
  const card = await startSoundCard(settings.length, { hasMicrophone });
  const browsers: Browser[] = [];
  const pages: Page[] = [];
  const close = async () => {
    await Promise.allSettled(browsers.map((browser) => browser.close()));
    await card.stop();
  };
  try {
    for (const [device, stored] of settings.entries()) {
      const browser = await launch(card.env(device));
      browsers.push(browser);
      pages.push(await openRoom(browser, { owner, roomUrl: `${baseURL}/room/${url}`, stored }));
    }
  } catch (error) {
    await close();
    throw error;
  }
  await wait(SETTLE_MS);
  return { card, owner, id, pages, command, close };
}

function launch(env: NodeJS.ProcessEnv): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
  // the devices of the card are real ones; only the question for the permission is answered
  const args = [...FLAGS, "--use-fake-ui-for-media-stream"];
  return chromium.launch({
    executablePath,
    args,
    ignoreDefaultArgs: ["--mute-audio"],
    env: { ...env } as Record<string, string>,
  });
}

type Opening = {
  readonly owner: TestUser;
  readonly roomUrl: string;
  readonly stored: object;
};

async function openRoom(browser: Browser, { owner, roomUrl, stored }: Opening): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORT, serviceWorkers: "block", permissions: ["microphone"] });
  await owner.signIn(context);
  await context.addInitScript((settings) => {
    localStorage.setItem("device-settings", JSON.stringify(settings));
  }, stored);
  const page = await context.newPage();
  const driver = await openWithoutUserActivation(page, roomUrl);
  await driver.waitFor(`document.querySelector("${LISTEN_BUTTON}")`);
  await driver.click(LISTEN_BUTTON);
  await expect(page.locator(LISTEN_BUTTON)).toHaveCount(0);
  return page;
}
