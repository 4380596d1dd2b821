import { vi } from "vitest";
import type { LinkImportUpdate } from "#app/protocol/http.ts";
import { encodeWav } from "#scripts/sound.mjs";
import { clickSamples } from "#tests/support/click-track.ts";
import { createFakeSubsonic, SUBSONIC_ACCOUNT } from "#tests/support/fake-subsonic.ts";
import { createSong } from "#tests/support/subsonic-library.ts";
import { type Client, registerUser } from "#tests/workers/support/client.ts";

const createWav = (seconds: number) => new Uint8Array(encodeWav([clickSamples(seconds, 48_000)], 48_000));

export const song = (id: string, seconds: number) =>
  createSong({ id, path: `music/${id}.wav`, contentType: "audio/wav", bytes: createWav(seconds), durationSec: seconds });

export const LIBRARY = { songs: [song("one", 1), song("two", 2), song("three", 3)], playlists: [] };

const { username, password } = SUBSONIC_ACCOUNT;
export const CREDENTIALS = {
  service: "subsonic",
  address: "music.example/navidrome/",
  login: { kind: "password", username, password },
} as const;

export const subsonic = createFakeSubsonic(LIBRARY);

/** Answers all requests of the Worker as the server with the library of the tests. */
export function answerAsServer(): void {
  subsonic.reset();
  subsonic.setLibrary(LIBRARY);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) =>
    subsonic.handleRequest(new Request(input as string, init)),
  );
}

/** A person with a room and a connected server. */
export async function connectOwner() {
  const owner = await registerUser();
  const { id: roomId } = await owner.call("rooms.create", { name: "Imports" });
  await owner.call("imports.connect", { credentials: CREDENTIALS });
  return { owner, roomId };
}

export type Owner = Awaited<ReturnType<typeof connectOwner>>;

export async function startBatch({ owner, roomId }: Owner, query = "Song") {
  const { tracks } = await owner.call("imports.search", { roomId, service: "subsonic", query });
  const { batchId } = await owner.call("imports.start", { roomId, title: "Home", tracks: tracks.map(({ track }) => track) });
  return { batchId, items: await listItems({ owner, roomId }) };
}

export async function listItems({ owner, roomId }: Owner) {
  const { batches } = await owner.call("imports.list", { roomId });
  return batches.flatMap(({ items }) => items);
}

export async function importItem(client: Client, itemId: string): Promise<LinkImportUpdate> {
  const lines = (await (await client.post(`/api/imports/${itemId}`, {})).text()).trim().split("\n");
  return JSON.parse(lines.at(-1) ?? "") as LinkImportUpdate;
}

export async function importAll(owner: Owner) {
  for (const { id } of await listItems(owner)) await importItem(owner.owner, id);
  return (await listItems(owner)).map(({ state, error }) => (error ? `${state}: ${error}` : state));
}

export async function listTitles({ owner, roomId }: Owner): Promise<readonly string[]> {
  const { state } = await owner.call("rooms.getState", { id: roomId });
  return state.playlist.map(({ track }) => `${track.artist} - ${track.title} (${track.album})`);
}
