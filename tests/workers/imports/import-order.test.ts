import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  answerAsServer,
  connectOwner,
  importItem,
  LIBRARY,
  listTitles,
  type Owner,
  startBatch,
  subsonic,
} from "./import-fixtures.ts";

beforeEach(answerAsServer);
afterEach(() => vi.restoreAllMocks());

const titlesOf = (...ids: string[]) => ids.map((id) => `The Locals - Song ${id} (Home)`);

/** Keeps the answer to each download until it is released. */
function holdDownloads() {
  const releases = new Map<string, () => void>();
  const held = new Map(LIBRARY.songs.map(({ id }) => [id, new Promise<void>((release) => releases.set(id, release))]));
  vi.mocked(fetch).mockImplementation(async (input, init) => {
    const request = new Request(input as string, init);
    const { pathname, searchParams } = new URL(request.url);
    if (pathname.includes("/download")) await held.get(searchParams.get("id") ?? "");
    return subsonic.handleRequest(request);
  });
  return { release: (id: string) => releases.get(id)?.() };
}

/** Imports all items at once, whose downloads end in the given order. */
async function importInOrder(owner: Owner, ids: readonly string[]) {
  const { batchId, items } = await startBatch(owner);
  const { release } = holdDownloads();
  const imports = new Map(items.map(({ id, track }) => [track.id, importItem(owner.owner, id)]));
  for (const id of ids) {
    release(id);
    expect(await imports.get(id)).toMatchObject({ type: "done" });
  }
  return batchId;
}

it.each([[["three", "one", "two"]], [["two", "three", "one"]], [["three", "two", "one"]]])(
  "tracks whose downloads end in the order %j are in the order of the import",
  async (ids) => {
    const owner = await connectOwner();
    await importInOrder(owner, ids);
    expect(await listTitles(owner)).toEqual(titlesOf("one", "two", "three"));
  },
);

it("a track that is imported after a failure gets the place that it has in the import, also behind another import", async () => {
  const owner = await connectOwner();
  const { batchId, items } = await startBatch(owner);
  subsonic.setLibrary({ ...LIBRARY, songs: LIBRARY.songs.filter(({ id }) => id !== "two") });
  for (const { id } of items) await importItem(owner.owner, id);
  subsonic.setLibrary(LIBRARY);
  const another = await startBatch(owner, "Song one");
  await importItem(owner.owner, another.items[0]?.id ?? "");
  await owner.owner.call("imports.retry", { batchId });
  for (const { id } of items) await importItem(owner.owner, id);
  expect(await listTitles(owner)).toEqual(titlesOf("one", "two", "three", "one"));
});
