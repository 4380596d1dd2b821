import { LISTEN_BUTTON } from "./device.ts";
import { openWithoutUserActivation } from "./page-driver.ts";
import { createUser, type TestContext, type TestUser } from "./test-user.ts";
import { writeWavFile } from "./wav-files.ts";

/** Three tracks of two minutes and more, with different samples. */
export const writeTracks = () =>
  ["first", "second", "third"].map((title, i) => writeWavFile(title, [new Float32Array((120 + i) * 8000)], 8000));

export async function readPlayback(user: TestUser, id: string) {
  const { state } = await user.call("query", "rooms.getState", { id });
  const { playback, playlist } = state;
  const current = playback.status === "idle" ? undefined : playlist.find((entry) => entry.id === playback.entryId);
  return { status: playback.status, title: current?.track.title, playlist };
}

/** A room of Mira's that plays, with Mira's page at the connect prompt. */
export async function openPlayingRoom({ page, context, request, baseURL }: TestContext, name: string) {
  const mira = await createUser(request, baseURL);
  const { id, url } = await mira.createRoom(name, writeTracks());
  await mira.call("mutation", "rooms.command", { id, command: { type: "play" } });
  await mira.signIn(context);
  const driver = await openWithoutUserActivation(page, `${baseURL}/room/${url}`);
  await driver.waitFor(`document.querySelector("${LISTEN_BUTTON}")`);
  return { mira, id, driver };
}
