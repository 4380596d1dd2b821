import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { toSearchKey } from "#app/domain/text/search-key.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { createDb } from "#db/client.ts";
import { insertTrackWords } from "#db/queries/track-words.ts";
import { insertRoomTracks, type TrackRow } from "#db/queries/tracks.ts";
import { tracks } from "#db/schema/tracks.ts";
import { registerUser } from "#tests/workers/support/client.ts";
import { readUserId } from "#tests/workers/support/read-user-id.ts";
import { buildTrackRow } from "#tests/workers/support/tracks.ts";
import { createNoise, createRoom, uploadFile } from "#tests/workers/support/upload.ts";
import type { FunctionValue } from "#workers/api/registry.ts";

type Member = Awaited<ReturnType<typeof registerUser>>;
type Named = Partial<Pick<TrackRow, "title" | "artist" | "album">>;

const START_MS = 1_700_000_000_000;

/** Inserts tracks that a member has uploaded, each a second newer than the previous one. */
async function seed(
  member: Member,
  named: readonly Named[],
  { roomId, stepMs = 1000 }: { roomId?: RoomId; stepMs?: number } = {},
) {
  const db = createDb(env.DB);
  const userId = await readUserId(member);
  const rows = named.map((names, i) => {
    const row = buildTrackRow(userId, { artist: "", album: "", createdAtMs: START_MS + i * stepMs, ...names });
    return { ...row, searchKey: toSearchKey(row.title, row.artist, row.album) };
  });
  for (const row of rows) {
    await db.insert(tracks).values(row);
    await insertTrackWords(db, row.id, row.searchKey);
  }
  const ids = rows.map(({ id }) => id);
  if (roomId) await insertRoomTracks(db, { roomId, trackIds: ids, nowMs: Date.now() });
  return ids;
}

async function search(member: Member, query?: string): Promise<readonly string[]> {
  const { tracks: found } = await member.call("tracks.list", query === undefined ? {} : { query });
  return found.map(({ track }) => track.title);
}

/** The ids of all pages in their order. */
async function listAllPages(member: Member, query?: string): Promise<readonly TrackId[]> {
  const ids: TrackId[] = [];
  let cursor: string | null = null;
  do {
    const page: FunctionValue<"tracks.list"> = await member.call("tracks.list", {
      ...(query && { query }),
      ...(cursor && { cursor }),
    });
    ids.push(...page.tracks.map(({ track }) => track.id));
    cursor = page.nextCursor;
  } while (cursor);
  return ids;
}

/** Gives words to so many tracks of strangers that the search changes its strategy. */
async function seedFrequent(word: string, count: number): Promise<void> {
  const stranger = await registerUser();
  await seed(stranger, [{ title: "Strange" }]);
  const rows = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    SELECT ? || i, id FROM n, (SELECT id FROM tracks WHERE title = 'Strange' ORDER BY rowid DESC LIMIT 1)`;
  await env.DB.prepare(`INSERT INTO track_words ${rows}`).bind(word).run();
}

describe("a search of the library", () => {
  it("finds words by their beginning, in any order, without case, in title, artist and album", async () => {
    const mira = await registerUser();
    await seed(mira, [
      { title: "Harbour Lights", artist: "Oda", album: "Tapes" },
      { title: "Arbour", artist: "The Harbingers" },
      { title: "(Half)way/Home", album: "Motel" },
    ]);
    expect(await search(mira, "harb")).toEqual(["Arbour", "Harbour Lights"]);
    expect(await search(mira, "LIG har")).toEqual(["Harbour Lights"]);
    expect(await search(mira, "oda tap light")).toEqual(["Harbour Lights"]);
    expect(await search(mira, "arb")).toEqual(["Arbour"]);
    expect(await search(mira, "half, home!")).toEqual(["(Half)way/Home"]);
    expect(await search(mira, "way")).toEqual(["(Half)way/Home"]);
    expect(await search(mira, "alf")).toEqual([]);
    expect(await search(mira, "harbour nothing")).toEqual([]);
  });

  it("ignores case in Cyrillic, and treats `ё` as `е`", async () => {
    const mira = await registerUser();
    await seed(mira, [{ title: "Ёлка", artist: "Северный Пирс" }, { title: "Ельник" }, { title: "Полёт" }]);
    expect(await search(mira, "ЁЛК")).toEqual(["Ёлка"]);
    expect(await search(mira, "ел")).toEqual(["Ельник", "Ёлка"]);
    expect(await search(mira, "полет")).toEqual(["Полёт"]);
    expect(await search(mira, "пир сев")).toEqual(["Ёлка"]);
  });

  it("finds nothing without a word, and treats wildcards as text", async () => {
    const mira = await registerUser();
    await seed(mira, [{ title: "100% Pure" }, { title: "Snake_case" }]);
    expect(await search(mira, "%")).toEqual([]);
    expect(await search(mira, "100%")).toEqual(["100% Pure"]);
    expect(await search(mira, "case")).toEqual(["Snake_case"]);
    expect(await search(mira, "  ")).toHaveLength(2);
  });

  it("finds the same if very many tracks of others have its words", async () => {
    const mira = await registerUser();
    await seed(mira, [
      { title: "Night Ferry" },
      { title: "Knight" },
      { title: "Nightfall", artist: "Fern" },
      { title: "Ferry" },
    ]);
    const queries = ["night", "ferr nigh", "night fer", "nightf", "night zzz"];
    const before = await Promise.all(queries.map((query) => search(mira, query)));
    expect(before).toEqual([["Nightfall", "Night Ferry"], ["Night Ferry"], ["Nightfall", "Night Ferry"], ["Nightfall"], []]);
    await seedFrequent("night", 3100);
    expect(await Promise.all(queries.map((query) => search(mira, query)))).toEqual(before);
    await seedFrequent("fer", 3100);
    expect(await Promise.all(queries.map((query) => search(mira, query)))).toEqual(before);
    await seedFrequent("fer", 27_000);
    await seedFrequent("night", 27_000);
    expect(await Promise.all(queries.map((query) => search(mira, query)))).toEqual(before);
  });
});

describe("the library", () => {
  it("has the tracks that a person uploaded and the tracks of the rooms of which they are a member", async () => {
    const { owner: mira, id: roomId } = await createRoom();
    const [ada, stranger] = [await registerUser("Ada"), await registerUser("Kim")];
    await seed(mira, [{ title: "Mine" }]);
    await seed(ada, [{ title: "Ada's in Mira's room" }], { roomId });
    await seed(ada, [{ title: "Ada's alone" }]);
    const hers = await ada.call("rooms.create", { name: "Ada's" });
    await seed(ada, [{ title: "Ada's in her own room" }], { roomId: hers.id });
    expect(await search(mira)).toEqual(expect.arrayContaining(["Mine", "Ada's in Mira's room"]));
    expect(await search(mira)).toHaveLength(2);
    expect(await search(mira, "ada")).toEqual(["Ada's in Mira's room"]);
    expect(await search(stranger)).toEqual([]);
    expect(await search(stranger, "ada")).toEqual([]);
    // a request for access does not count
    await stranger.call("access.request", { id: roomId });
    expect(await search(stranger, "ada")).toEqual([]);
  });

  it("has for each track the number of the person's rooms, whether it is their own and whether the room has it", async () => {
    const { owner: mira, id: roomId } = await createRoom();
    const ada = await registerUser("Ada");
    const second = await mira.call("rooms.create", { name: "Second" });
    const [both] = await seed(mira, [{ title: "Both" }, { title: "None" }]);
    const [hers] = await seed(ada, [{ title: "Hers" }], { roomId: second.id });
    if (!both || !hers) throw new Error("no tracks");
    await mira.call("playlist.add", { roomId, trackIds: [both] });
    await mira.call("playlist.add", { roomId: second.id, trackIds: [both] });
    const listIn = async (room: RoomId) =>
      (await mira.call("tracks.list", { roomId: room })).tracks
        .map(({ track, uploader, ...rest }) => ({ title: track.title, uploader: uploader?.name, ...rest }))
        .sort((a, b) => a.title.localeCompare(b.title));
    expect(await listIn(roomId)).toEqual([
      { title: "Both", uploader: "Mira", isOwn: true, isSaved: false, rooms: 2, isHere: true },
      { title: "Hers", uploader: "Ada", isOwn: false, isSaved: false, rooms: 1, isHere: false },
      { title: "None", uploader: "Mira", isOwn: true, isSaved: false, rooms: 0, isHere: false },
    ]);
    expect((await listIn(second.id)).map(({ isHere }) => isHere)).toEqual([true, true, false]);
  });

  it("has pages without gaps, the newest first, also if many tracks have the same time", async () => {
    const { owner: mira, id: roomId } = await createRoom();
    const ada = await registerUser("Ada");
    const count = trackLimits.libraryPageSize + 20;
    const many = Array.from({ length: count }, (_, i) => ({ title: `Page ${i}` }));
    const own = await seed(mira, many, { stepMs: 10 });
    const shared = await seed(ada, many, { roomId, stepMs: 0 });
    const mine = await seed(mira, many.slice(0, 30), { roomId, stepMs: 10 });
    const pages = await listAllPages(mira);
    expect(pages).toHaveLength(new Set(pages).size);
    expect(new Set(pages)).toEqual(new Set([...own, ...shared, ...mine]));
    const ownPages = pages.filter((id) => own.includes(id));
    expect(ownPages).toEqual([...own].reverse());
    expect(await listAllPages(mira, "pag")).toEqual(pages);
    await seedFrequent("page", 3100);
    expect(await listAllPages(mira, "pag")).toEqual(pages);
    expect(await mira.refusal("tracks.list", { cursor: "1-x" })).toBe("invalid-arguments");
  });

  it("finds an uploaded track by the words of its title", async () => {
    const { owner: mira, id: roomId } = await createRoom();
    const uploadId = await uploadFile(mira, { roomId, fileName: "Тихая_связь.wav", file: createNoise() });
    await mira.call("uploads.complete", { uploadId, hue: null, analysis: null });
    expect(await search(mira, "связ")).toEqual(["Тихая связь"]);
  });
});
