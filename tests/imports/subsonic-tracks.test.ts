import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import type { ServiceTarget } from "#app/domain/imports/service.ts";
import { SUBSONIC_ACCOUNT } from "#tests/support/fake-subsonic.ts";
import { albumId, artistId, createSong } from "#tests/support/subsonic-library.ts";
import { type SubsonicServer, startSubsonicServer } from "#tests/support/subsonic-server.ts";
import { createSubsonicClient } from "#workers/imports/services/subsonic/subsonic-client.ts";

const { username, password } = SUBSONIC_ACCOUNT;
const signal = new AbortController().signal;
const refusal = (code: string) => ({ ok: false, error: { code } });

const HOME = [1, 2, 3].map((n) => createSong({ id: `h${n}`, isStarred: n === 2 }));
const AWAY = [1, 2].map((n) => createSong({ id: `a${n}`, album: "Away", isStarred: true }));
const FILM = createSong({ id: "v1", title: "Song on film", isVideo: true, isStarred: true });
const LIBRARY = {
  songs: [...HOME, ...AWAY, FILM],
  playlists: [{ id: "p1", name: "Evening", owner: "Vera", songIds: ["a2", "h1", "v1"] }],
};

let server: SubsonicServer;
beforeAll(async () => {
  server = await startSubsonicServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  server.setLibrary(LIBRARY);
});

const createClient = () => createSubsonicClient({ address: server.origin, login: { kind: "password", username, password } });
const setSong = (song: Partial<(typeof HOME)[number]>) =>
  server.setLibrary({ songs: [createSong({ id: "1", ...song })], playlists: [] });
const editResponse = (endpoint: string, edit: (response: Record<string, unknown>) => unknown) =>
  server.setFault(endpoint, { how: "edit", edit });

async function findTrack() {
  const found = await createClient().search("song", signal);
  return found.ok ? found.value.tracks[0] : undefined;
}

async function resolveIds(target: ServiceTarget) {
  const resolved = await createClient().resolve(target, signal);
  return resolved.ok ? resolved.value.tracks.map(({ id }) => id) : resolved.error.code;
}

describe("search of a Subsonic server", () => {
  it("finds songs without videos, albums and artists", async () => {
    const songs = await createClient().search("song", signal);
    expect(songs).toMatchObject({ ok: true, value: { tracks: [...HOME, ...AWAY].map(({ id }) => ({ id })), collections: [] } });
    const artists = await createClient().search("locals", signal);
    expect(artists).toMatchObject({ ok: true, value: { collections: [{ kind: "artist", id: artistId("The Locals") }] } });
    const [album] = await createClient()
      .search("away", signal)
      .then((found) => (found.ok ? found.value.collections : []));
    expect(album).toEqual({
      service: "subsonic",
      kind: "album",
      id: albumId("Away"),
      title: "Away",
      by: "The Locals",
      trackCount: 2,
      cover: albumId("Away"),
    });
  });

  it("asks for as many results as a search shows", async () => {
    await createClient().search("a & b", signal);
    const parameters = Object.fromEntries(server.receivedRequests[0]?.searchParams ?? []);
    const { searchResults } = importLimits;
    expect(parameters).toMatchObject({ query: "a & b", songCount: `${searchResults}`, albumCount: "5", artistCount: "5" });
  });

  it("finds nothing in a response without results", async () => {
    const nothing = { ok: true, value: { tracks: [], collections: [] } };
    for (const searchResult3 of [undefined, null, {}, "", []]) {
      editResponse("search3", (response) => ({ ...response, searchResult3 }));
      expect(await createClient().search("song", signal)).toEqual(nothing);
    }
  });
});

describe("song of a Subsonic server", () => {
  it("has the metadata of a track", async () => {
    setSong({ fields: { isrc: ["us-sm1-83-00073"], displayArtist: "The Locals & Guests" } });
    expect(await findTrack()).toEqual({
      service: "subsonic",
      id: "1",
      title: "Song 1",
      artist: "The Locals & Guests",
      album: "Home",
      durationMs: 180_000,
      isrc: "USSM18300073",
      cover: albumId("Home"),
      isAvailable: true,
    });
  });

  it.each([
    [
      { id: 17, title: 1979, album: 42 },
      { id: "17", title: "1979", album: "42" },
    ],
    [
      { duration: "61", isrc: "USSM18300073" },
      { durationMs: 61_000, isrc: "USSM18300073" },
    ],
    [
      { duration: 0, isrc: [] },
      { durationMs: null, isrc: null },
    ],
    [
      { duration: undefined, isrc: ["", "nonsense", "USSM18300073"] },
      { durationMs: null, isrc: "USSM18300073" },
    ],
    [
      { artist: undefined, album: null, coverArt: {} },
      { artist: "", album: "", cover: null },
    ],
    [{ title: "  a\n b\u0000 " }, { title: "a b" }],
    [{ title: undefined, path: "x/01 Untitled.mp3" }, { title: "01 Untitled" }],
  ])("may have fields of other types, or lack them: %j", async (fields, track) => {
    setSong({ title: "Song", fields });
    expect(await findTrack()).toMatchObject(track);
  });

  it("does not take others with it if it is malformed", async () => {
    const malformed = [null, 5, {}, { id: "" }, { id: "x", title: "folder", isDir: true }];
    editResponse("search3", (response) => ({ ...response, searchResult3: { song: [...malformed, { id: 2, title: "good" }] } }));
    expect(await createClient().search("song", signal)).toMatchObject({ ok: true, value: { tracks: [{ id: "2" }] } });
    editResponse("search3", (response) => ({ ...response, searchResult3: { song: { id: 3, title: "not in a list" } } }));
    expect(await createClient().search("song", signal)).toMatchObject({ ok: true, value: { tracks: [{ id: "3" }] } });
  });
});

describe("lists of a Subsonic account", () => {
  it("are playlists, starred songs and new albums", async () => {
    const browsed = await createClient().browse?.(signal);
    expect(browsed?.ok && browsed.value.tracks).toEqual([]);
    expect(browsed?.ok && browsed.value.collections).toMatchObject([
      { kind: "playlist", id: "p1", title: "Evening", by: "Vera", trackCount: 3, cover: null },
      { kind: "favorites", title: "", by: "", trackCount: 3 },
      { kind: "album", id: albumId("Home"), trackCount: 4 },
      { kind: "album", id: albumId("Away"), trackCount: 2 },
    ]);
    const newest = server.receivedRequests.find(({ pathname }) => pathname.includes("getAlbumList2"));
    expect(Object.fromEntries(newest?.searchParams ?? [])).toMatchObject({ type: "newest", size: "20" });
  });

  it("are without those that the server does not offer", async () => {
    server.setFault("getStarred2", { how: "status", status: 404 });
    server.setFault("getAlbumList2", { how: "error", code: 0 });
    const browsed = await createClient().browse?.(signal);
    expect(browsed?.ok && browsed.value.collections).toMatchObject([{ kind: "playlist" }]);
    server.setFault("getPlaylists", { how: "html" });
    expect(await createClient().browse?.(signal)).toMatchObject({ ok: false });
  });

  it.each([
    [{ how: "status", status: 503 }, "service-not-subsonic"],
    [{ how: "status", status: 429 }, "service-busy"],
    [{ how: "error", code: 40 }, "service-login-refused"],
  ] as const)("fail as a whole for other failures: %j", async (fault, code) => {
    server.setFault("getPlaylists", fault);
    expect(await createClient().browse?.(signal)).toEqual(refusal(code));
  });
});

describe("tracks of a Subsonic target", () => {
  it("are those of a song, an album, a playlist and the starred songs, without videos", async () => {
    expect(await resolveIds({ kind: "track", id: "h1" })).toEqual(["h1"]);
    expect(await resolveIds({ kind: "album", id: albumId("Home") })).toEqual(["h1", "h2", "h3"]);
    expect(await resolveIds({ kind: "playlist", id: "p1" })).toEqual(["a2", "h1"]);
    expect(await resolveIds({ kind: "favorites", id: "favorites" })).toEqual(["h2", "a1", "a2"]);
  });

  it("come with their collection, except a single song's", async () => {
    const client = createClient();
    expect(await client.resolve({ kind: "track", id: "h1" }, signal)).toMatchObject({ ok: true, value: { collection: null } });
    const album = { kind: "album", title: "Away", by: "The Locals", trackCount: 2 } as const;
    const resolved = await client.resolve({ kind: "album", id: albumId("Away") }, signal);
    expect(resolved).toMatchObject({ ok: true, value: { collection: album, isCut: false } });
  });

  it("are those of an artist's albums, in order", async () => {
    const target = { kind: "artist", id: artistId("The Locals") } as const;
    expect(await resolveIds(target)).toEqual(["h1", "h2", "h3", "a1", "a2"]);
    const resolved = await createClient().resolve(target, signal);
    expect(resolved).toMatchObject({ ok: true, value: { collection: { kind: "artist", title: "The Locals" }, isCut: false } });
  });

  it("are cut where a batch ends", async () => {
    const songs = Array.from({ length: 60 }, (_, album) =>
      Array.from({ length: 10 }, (_, n) => createSong({ id: `${album}-${n}`, album: `Album ${album}`, isStarred: true })),
    ).flat();
    server.setLibrary({
      songs,
      playlists: [{ id: "p1", name: "", owner: "", songIds: songs.slice(0, 500).map(({ id }) => id) }],
    });
    const ids = songs.slice(0, importLimits.batchTracks).map(({ id }) => id);
    const artist = { kind: "artist", id: artistId("The Locals") } as const;
    for (const target of [artist, { kind: "favorites", id: "" } as const]) {
      expect(await resolveIds(target)).toEqual(ids);
      expect(await createClient().resolve(target, signal)).toMatchObject({ ok: true, value: { isCut: true } });
    }
    const albumRequests = server.receivedRequests.filter(({ pathname }) => pathname.includes("getAlbum"));
    expect(albumRequests.length).toBeLessThanOrEqual(2 * 52);
    const whole = await createClient().resolve({ kind: "playlist", id: "p1" }, signal);
    expect(whole).toMatchObject({ ok: true, value: { isCut: false } });
  });

  it("are not found for an unknown id or a video, or in a response without the item", async () => {
    for (const kind of ["track", "album", "playlist", "artist"] as const) {
      expect(await resolveIds({ kind, id: "unknown" })).toBe("service-item-not-found");
    }
    expect(await resolveIds({ kind: "track", id: "v1" })).toBe("service-item-not-found");
    editResponse("*", () => ({ status: "ok" }));
    for (const kind of ["track", "album", "playlist", "artist"] as const) {
      expect(await resolveIds({ kind, id: "h1" })).toBe("service-item-not-found");
    }
  });

  it("are not found in part: the failure of an artist's album is one of the artist", async () => {
    server.setFault("getAlbum", { how: "status", status: 500 });
    expect(await resolveIds({ kind: "artist", id: artistId("The Locals") })).toBe("service-not-subsonic");
    server.setFault("getAlbum", { how: "error", code: 70 });
    expect(await resolveIds({ kind: "artist", id: artistId("The Locals") })).toEqual([]);
  });
});
