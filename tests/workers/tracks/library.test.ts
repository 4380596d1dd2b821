import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { RoomId, TrackId, UserId } from "#app/domain/ids.ts";
import { trackSearchKey } from "#app/domain/text/search-key.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { createDb } from "#db/client.ts";
import { insertTrackWords } from "#db/queries/track-words.ts";
import { insertRoomTracks, type TrackRow } from "#db/queries/tracks.ts";
import { tracks } from "#db/schema/tracks.ts";
import { newMember } from "#tests/workers/support/client.ts";
import { trackRow } from "#tests/workers/support/tracks.ts";
import { newRoom, newSound, sendFile } from "#tests/workers/support/upload.ts";
import type { FunctionValue } from "#workers/functions/registry.ts";

type Person = Awaited<ReturnType<typeof newMember>>;
type Named = Partial<Pick<TrackRow, "title" | "artist" | "album">>;

const START_MS = 1_700_000_000_000;

/** Tracks of somebody's library, each a second newer than the one before. */
async function seed(
  person: Person,
  named: readonly Named[],
  { roomId, stepMs = 1000 }: { roomId?: RoomId; stepMs?: number } = {},
) {
  const db = createDb(env.DB);
  const user = await env.DB.prepare("SELECT id FROM users WHERE username = ?").bind(person.username).first<{ id: UserId }>();
  if (!user) throw new Error("nobody");
  const rows = named.map((names, i) => {
    const row = trackRow(user.id, { artist: "", album: "", createdAtMs: START_MS + i * stepMs, ...names });
    return { ...row, searchKey: trackSearchKey(row.title, row.artist, row.album) };
  });
  for (const row of rows) {
    await db.insert(tracks).values(row);
    await insertTrackWords(db, row.id, row.searchKey);
  }
  const ids = rows.map(({ id }) => id);
  if (roomId) await insertRoomTracks(db, { roomId, trackIds: ids, nowMs: Date.now() });
  return ids;
}

async function titles(person: Person, query?: string): Promise<readonly string[]> {
  const { tracks: found } = await person.call("tracks.list", query === undefined ? {} : { query });
  return found.map(({ track }) => track.title);
}

/** All pages, one after the other. */
async function allPages(person: Person, query?: string): Promise<readonly TrackId[]> {
  const ids: TrackId[] = [];
  let cursor: string | null = null;
  do {
    const page: FunctionValue<"tracks.list"> = await person.call("tracks.list", {
      ...(query && { query }),
      ...(cursor && { cursor }),
    });
    ids.push(...page.tracks.map(({ track }) => track.id));
    cursor = page.nextCursor;
  } while (cursor);
  return ids;
}

/** Words that so many tracks of strangers have that the search looks for another way. */
async function seedFrequent(word: string, count: number): Promise<void> {
  const stranger = await newMember();
  await seed(stranger, [{ title: "Strange" }]);
  const rows = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    SELECT ? || i, id FROM n, (SELECT id FROM tracks WHERE title = 'Strange' ORDER BY rowid DESC LIMIT 1)`;
  await env.DB.prepare(`INSERT INTO track_words ${rows}`).bind(word).run();
}

describe("a search of the library", () => {
  it("finds words by their beginning, in any order, without case, in title, artist and album", async () => {
    const mira = await newMember();
    await seed(mira, [
      { title: "Harbour Lights", artist: "Oda", album: "Tapes" },
      { title: "Arbour", artist: "The Harbingers" },
      { title: "(Half)way/Home", album: "Motel" },
    ]);
    expect(await titles(mira, "harb")).toEqual(["Arbour", "Harbour Lights"]);
    expect(await titles(mira, "LIG har")).toEqual(["Harbour Lights"]);
    expect(await titles(mira, "oda tap light")).toEqual(["Harbour Lights"]);
    expect(await titles(mira, "arb")).toEqual(["Arbour"]);
    expect(await titles(mira, "half, home!")).toEqual(["(Half)way/Home"]);
    expect(await titles(mira, "way")).toEqual(["(Half)way/Home"]);
    expect(await titles(mira, "alf")).toEqual([]);
    expect(await titles(mira, "harbour nothing")).toEqual([]);
  });

  it("reads Cyrillic without case, and `ё` as `е` on both sides", async () => {
    const mira = await newMember();
    await seed(mira, [{ title: "Ёлка", artist: "Северный Пирс" }, { title: "Ельник" }, { title: "Полёт" }]);
    expect(await titles(mira, "ЁЛК")).toEqual(["Ёлка"]);
    expect(await titles(mira, "ел")).toEqual(["Ельник", "Ёлка"]);
    expect(await titles(mira, "полет")).toEqual(["Полёт"]);
    expect(await titles(mira, "пир сев")).toEqual(["Ёлка"]);
  });

  it("finds nothing where it has no word, and takes what would mean something to a pattern for what it is", async () => {
    const mira = await newMember();
    await seed(mira, [{ title: "100% Pure" }, { title: "Snake_case" }]);
    expect(await titles(mira, "%")).toEqual([]);
    expect(await titles(mira, "100%")).toEqual(["100% Pure"]);
    expect(await titles(mira, "case")).toEqual(["Snake_case"]);
    expect(await titles(mira, "  ")).toHaveLength(2);
  });

  it("finds the same where very many tracks of others have its words", async () => {
    const mira = await newMember();
    await seed(mira, [
      { title: "Night Ferry" },
      { title: "Knight" },
      { title: "Nightfall", artist: "Fern" },
      { title: "Ferry" },
    ]);
    const asked = ["night", "ferr nigh", "night fer", "nightf", "night zzz"];
    const before = await Promise.all(asked.map((query) => titles(mira, query)));
    expect(before).toEqual([["Nightfall", "Night Ferry"], ["Night Ferry"], ["Nightfall", "Night Ferry"], ["Nightfall"], []]);
    await seedFrequent("night", 3100);
    expect(await Promise.all(asked.map((query) => titles(mira, query)))).toEqual(before);
    await seedFrequent("fer", 3100);
    expect(await Promise.all(asked.map((query) => titles(mira, query)))).toEqual(before);
    await seedFrequent("fer", 27_000);
    await seedFrequent("night", 27_000);
    expect(await Promise.all(asked.map((query) => titles(mira, query)))).toEqual(before);
  });
});

describe("the library", () => {
  it("is what somebody has uploaded and what the rooms hold of which they are a member, and nothing else", async () => {
    const { owner: mira, id: roomId } = await newRoom();
    const [ada, stranger] = [await newMember("Ada"), await newMember("Kim")];
    await seed(mira, [{ title: "Mine" }]);
    await seed(ada, [{ title: "Ada's in Mira's room" }], { roomId });
    await seed(ada, [{ title: "Ada's alone" }]);
    const hers = await ada.call("rooms.create", { name: "Ada's" });
    await seed(ada, [{ title: "Ada's in her own room" }], { roomId: hers.id });
    expect(await titles(mira)).toEqual(expect.arrayContaining(["Mine", "Ada's in Mira's room"]));
    expect(await titles(mira)).toHaveLength(2);
    expect(await titles(mira, "ada")).toEqual(["Ada's in Mira's room"]);
    expect(await titles(stranger)).toEqual([]);
    expect(await titles(stranger, "ada")).toEqual([]);
    // who asks to join holds nothing yet
    await stranger.call("access.request", { id: roomId });
    expect(await titles(stranger, "ada")).toEqual([]);
  });

  it("tells how many of one's rooms hold a track, whose it is, and what is in the room already", async () => {
    const { owner: mira, id: roomId } = await newRoom();
    const ada = await newMember("Ada");
    const second = await mira.call("rooms.create", { name: "Second" });
    const [both] = await seed(mira, [{ title: "Both" }, { title: "None" }]);
    const [hers] = await seed(ada, [{ title: "Hers" }], { roomId: second.id });
    if (!both || !hers) throw new Error("nothing planted");
    await mira.call("playlist.add", { roomId, trackIds: [both] });
    await mira.call("playlist.add", { roomId: second.id, trackIds: [both] });
    const told = async (room: RoomId) =>
      (await mira.call("tracks.list", { roomId: room })).tracks
        .map(({ track, ...rest }) => ({ title: track.title, ...rest }))
        .sort((a, b) => a.title.localeCompare(b.title));
    expect(await told(roomId)).toEqual([
      { title: "Both", isOwn: true, rooms: 2, isHere: true },
      { title: "Hers", isOwn: false, rooms: 1, isHere: false },
      { title: "None", isOwn: true, rooms: 0, isHere: false },
    ]);
    expect((await told(second.id)).map(({ isHere }) => isHere)).toEqual([true, true, false]);
  });

  it("comes in pages without loss, the newest first, whoever has the tracks and however many are of one moment", async () => {
    const { owner: mira, id: roomId } = await newRoom();
    const ada = await newMember("Ada");
    const count = trackLimits.libraryPage + 20;
    const many = Array.from({ length: count }, (_, i) => ({ title: `Page ${i}` }));
    const own = await seed(mira, many, { stepMs: 10 });
    const held = await seed(ada, many, { roomId, stepMs: 0 });
    const mine = await seed(mira, many.slice(0, 30), { roomId, stepMs: 10 });
    const pages = await allPages(mira);
    expect(pages).toHaveLength(new Set(pages).size);
    expect(new Set(pages)).toEqual(new Set([...own, ...held, ...mine]));
    const ofOwn = pages.filter((id) => own.includes(id));
    expect(ofOwn).toEqual([...own].reverse());
    expect(await allPages(mira, "pag")).toEqual(pages);
    await seedFrequent("page", 3100);
    expect(await allPages(mira, "pag")).toEqual(pages);
    expect(await mira.refusal("tracks.list", { cursor: "1-x" })).toBe("invalid-arguments");
  });

  it("finds an uploaded track by the words of its title", async () => {
    const { owner: mira, id: roomId } = await newRoom();
    const uploadId = await sendFile(mira, { roomId, fileName: "Тихая_связь.wav", file: newSound() });
    await mira.call("uploads.complete", { uploadId, hue: null, analysis: null });
    expect(await titles(mira, "связ")).toEqual(["Тихая связь"]);
  });
});
