import { setTimeout as sleep } from "node:timers/promises";
import { type APIRequestContext, expect } from "@playwright/test";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { registerUser } from "#tests/e2e/test-user.ts";
import type { EngineBrowser } from "#tests/engines/engine-browser.ts";
import { openPage } from "#tests/engines/engine-page.ts";
import { pressListen } from "#tests/engines/main-flow.ts";
import { type LagProxy, startLagProxy } from "#tests/support/lag-proxy.ts";

/** A browser that has just started is busy for this long, in which a person would not have found the room yet. */
const BROWSER_START_MS = 8000;

/** A room whose host plays by command, while guests listen in browsers. The second one is behind `link`. */
export type BenchRoom = {
  readonly link: LagProxy;
  /** Opens the room in each browser. */
  open(browsers: readonly EngineBrowser[]): Promise<void>;
  /** Presses "Listen" in the browser with this index. */
  listen(index: number): Promise<void>;
  play(): Promise<void>;
  seek(toSec: number): Promise<void>;
  next(): Promise<void>;
  /** Waits until the playlist's track with this index plays. */
  waitForTrack(index: number): Promise<void>;
  /** Lets the devices play. This is a real pause, because the recording itself takes this long. */
  wait(seconds: number): Promise<void>;
};

export type BenchServer = { readonly request: APIRequestContext; readonly baseURL: string };

export async function createBenchRoom({ request, baseURL }: BenchServer, files: readonly string[]): Promise<BenchRoom> {
  const host = await registerUser(request, baseURL);
  const { id, url } = await host.createRoom("Engines", files);
  const link = await startLagProxy(baseURL);
  const opened: EngineBrowser[] = [];
  const readState = async () => (await host.call("query", "rooms.getState", { id })).state;
  const run = (command: RoomCommand) => host.call("mutation", "rooms.command", { id, command });
  const currentEntryId = async () => {
    const { playback } = await readState();
    if (playback.status === "idle") throw new Error("the room plays nothing");
    return playback.entryId;
  };
  return {
    link,
    async open(browsers) {
      for (const [index, browser] of browsers.entries()) {
        await openPage(browser, `${index === 1 ? link.url : baseURL}/room/${url}`);
        opened.push(browser);
      }
      await sleep(BROWSER_START_MS);
    },
    async listen(index) {
      const browser = opened[index];
      if (browser) await pressListen(browser);
    },
    play: async () => void (await run({ type: "play" })),
    seek: async (toSec) => void (await run({ type: "seek", entryId: await currentEntryId(), positionMs: toSec * 1000 })),
    next: async () => void (await run({ type: "next", entryId: await currentEntryId() })),
    async waitForTrack(index) {
      const isCurrent = async () => (await readState()).playlist[index]?.id === (await currentEntryId());
      await expect.poll(isCurrent, { timeout: 60_000, intervals: [200] }).toBe(true);
    },
    wait: (seconds) => sleep(seconds * 1000),
  };
}
