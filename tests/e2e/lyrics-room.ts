import type { Locator, Page } from "@playwright/test";
import { openOwnRoom, type TestContext } from "./test-user.ts";
import { writeLongTrack } from "./wav-files.ts";

/** The second line begins when the tests seek to it; the others are far away. */
export const LRC = ["[00:00.00]The train pulls in", "[01:00.00]No one on the platform", "[01:50.00]Doors are closing"].join(
  "\n",
);

export const openLyrics = async (page: Page, name = "Lyrics") => {
  await page.locator("[data-player]").getByRole("button", { name, exact: true }).first().click();
  return page.getByRole("dialog", { name, exact: true });
};
export const currentLine = (dialog: Locator) => dialog.locator("li[aria-current]");

/** A room with one long track that has lyrics, opened on the page. */
export async function openRoomWithLyrics(testContext: TestContext, text = LRC) {
  const track = writeLongTrack("train");
  const room = await openOwnRoom(testContext, "Station", [track]);
  const entry = (await room.mira.call("query", "rooms.getState", { id: room.id })).state.playlist[0];
  if (!entry) throw new Error("the track is missing");
  const trackId = entry.track.id;
  await room.mira.call("mutation", "lyrics.set", { trackId, text });
  const command = (body: object) => room.mira.call("mutation", "rooms.command", { id: room.id, command: body as never });
  await command({ type: "select", entryId: entry.id });
  await command({ type: "pause" });
  return { ...room, entryId: entry.id, trackId, command };
}
