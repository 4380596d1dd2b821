import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { ServiceTarget } from "#app/domain/imports/service.ts";
import { createFakeSpotify, SPOTIFY_CLIENT, type SpotifyFault } from "#tests/support/fake-spotify.ts";
import { spotifyId } from "#tests/support/spotify-catalog.ts";
import { type SpotifyServer, startSpotifyServer } from "#tests/support/spotify-server.ts";
import { createSpotifyClient } from "#workers/imports/services/spotify/spotify-client.ts";

let server: SpotifyServer;
beforeAll(async () => {
  server = await startSpotifyServer();
});
afterAll(() => server.close());

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => {
  vi.useRealTimers();
  server.setFaults();
  server.setDevelopmentMode(false);
  server.setTokenLifetime(3600);
  server.setEdit((json) => json);
});

const never = new AbortController().signal;

/** A client whose cached token, if it has one, is no longer valid. */
function createClient(credentials: { readonly clientId?: string; readonly clientSecret?: string } = {}) {
  server.revokeTokens();
  return createSpotifyClient({
    ...{ ...SPOTIFY_CLIENT, ...credentials },
    accountsOrigin: server.origin,
    apiOrigin: server.origin,
  });
}

/** The requests of an operation. */
async function requestsDuring(act: () => Promise<unknown>): Promise<readonly string[]> {
  const before = server.requests.length;
  await act();
  return server.requests.slice(before);
}

const resolve = (target: ServiceTarget, signal = never) => createClient().resolve(target, signal);
const track: ServiceTarget = { kind: "track", id: spotifyId("pressure") };
const album: ServiceTarget = { kind: "album", id: spotifyId("blood") };
const playlist = (id: string): ServiceTarget => ({ kind: "playlist", id: spotifyId(id) });
const artist: ServiceTarget = { kind: "artist", id: spotifyId("kino") };

/** The names of the tracks, or the error code. */
async function namesOf(target: ServiceTarget) {
  const resolved = await resolve(target);
  return resolved.ok ? resolved.value.tracks.map(({ title }) => title) : resolved.error.code;
}

async function failureOf(target: ServiceTarget, ...faults: SpotifyFault[]) {
  server.setFaults(...faults);
  const resolved = await resolve(target);
  return resolved.ok ? null : resolved.error;
}

describe("token of the app", () => {
  it("is requested with the client's credentials, and names the service", async () => {
    expect(await createClient().check(never)).toEqual({ ok: true, value: "Spotify" });
  });

  it("is used for further requests, by other clients of the same app too", async () => {
    const client = createClient();
    await client.resolve(track, never);
    const requests = await requestsDuring(async () => {
      await client.resolve(track, never);
      await createSpotifyClient({ ...SPOTIFY_CLIENT, accountsOrigin: server.origin, apiOrigin: server.origin }).check(never);
    });
    expect(requests).toEqual([`GET /v1/tracks/${track.id}`]);
  });

  it("is renewed a minute before it expires", async () => {
    const client = createClient();
    await client.resolve(track, never);
    vi.setSystemTime(Date.now() + 3_539_000);
    expect(await requestsDuring(() => client.check(never))).toEqual([]);
    vi.setSystemTime(Date.now() + 1000);
    expect(await requestsDuring(() => client.check(never))).toEqual(["POST /api/token"]);
  });

  it("is renewed once when it is refused", async () => {
    const client = createClient();
    await client.resolve(track, never);
    server.revokeTokens();
    const requests = await requestsDuring(async () => expect((await client.resolve(track, never)).ok).toBe(true));
    expect(requests).toEqual([`GET /v1/tracks/${track.id}`, "POST /api/token", `GET /v1/tracks/${track.id}`]);
    server.setFaults({ at: /tracks/, how: { status: 401 } });
    const refused = await requestsDuring(async () => {
      expect(await client.resolve(track, never)).toEqual({ ok: false, error: { code: "service-unavailable" } });
    });
    expect(refused).toEqual(requests);
  });

  it("is used once if its lifetime is unknown", async () => {
    const send = async () => expect((await client.check(never)).ok).toBe(true);
    vi.setSystemTime(Date.now() + 3_600_000);
    const client = createClient();
    server.setTokenLifetime(null);
    expect(await requestsDuring(send)).toEqual(["POST /api/token"]);
    expect(await requestsDuring(send)).toEqual(["POST /api/token"]);
  });

  it("is not available with wrong credentials, which the operator has to correct", async () => {
    for (const wrong of [{ clientId: "wrong" }, { clientId: "wrong:я", clientSecret: "wrong" }]) {
      const client = createClient(wrong);
      expect(await client.check(never)).toEqual({ ok: false, error: { code: "service-unavailable" } });
      expect(await client.search("Кино", never)).toEqual({ ok: false, error: { code: "service-unavailable" } });
    }
  });

  it("is requested again after a failure", async () => {
    vi.setSystemTime(Date.now() + 2 * 3_600_000);
    const client = createClient();
    server.setFaults({ at: /token/, how: { status: 500 } });
    expect(await client.check(never)).toEqual({ ok: false, error: { code: "service-unreachable" } });
    server.setFaults({ at: /token/, how: { status: 429, headers: { "Retry-After": "7" } } });
    expect(await client.check(never)).toEqual({ ok: false, error: { code: "service-busy", detail: { waitSeconds: 7 } } });
    server.setFaults();
    expect(await requestsDuring(() => client.check(never))).toEqual(["POST /api/token"]);
  });
});

describe("search in Spotify", () => {
  it("finds tracks and collections", async () => {
    const found = await createClient().search("группа крови", never);
    expect(found).toEqual({
      ok: true,
      value: {
        tracks: expect.arrayContaining([
          {
            service: "spotify",
            id: spotifyId("kino0"),
            title: "Группа крови",
            artist: "Кино",
            album: "Группа крови",
            durationMs: 225_000,
            isrc: "RUA1D0000000",
            cover: `https://i.scdn.co/image/${spotifyId("blood")}-300`,
            isAvailable: true,
          },
        ]),
        collections: [
          {
            service: "spotify",
            kind: "album",
            id: spotifyId("blood"),
            title: "Группа крови",
            by: "Кино",
            trackCount: 3,
            cover: `https://i.scdn.co/image/${spotifyId("blood")}-300`,
          },
        ],
      },
    });
  });

  it("leaves out playlists that Spotify lists as null", async () => {
    const found = await createClient().search("кино", never);
    expect(found.ok && found.value.collections.map(({ kind, title, by }) => [kind, title, by])).toEqual([
      ["artist", "Кино", ""],
      ["playlist", "Кино и друзья", "Anna"],
    ]);
  });

  it("reads further pages up to its limit, as Spotify sends at most ten", async () => {
    const client = createClient();
    const found = await client.search("number", never);
    expect(found.ok && found.value.tracks).toHaveLength(30);
    const requests = await requestsDuring(() => client.search("number", never));
    const query = (types: string, offset: number) =>
      `GET /v1/search?q=number&type=${types}&limit=10&offset=${offset}`.replaceAll(",", "%2C");
    expect(requests).toEqual([query("track,album,playlist,artist", 0), query("track", 10), query("track", 20)]);
  });

  it("keeps the first page if a further one fails", async () => {
    server.setFaults({ at: /offset=20/, how: { status: 500 } });
    const found = await createClient().search("number", never);
    expect(found.ok && found.value.tracks).toHaveLength(20);
  });

  it("finds nothing for an unknown title", async () => {
    expect(await createClient().search("zzzzz", never)).toEqual({ ok: true, value: { tracks: [], collections: [] } });
  });

  it.each([
    ["service-search-failed", { status: 400 }],
    ["service-search-failed", { status: 404 }],
    ["service-unavailable", { status: 403 }],
    ["service-unreachable", { status: 502 }],
    ["service-unreachable", "garbage"],
    ["service-busy", { status: 429, headers: { "Retry-After": "30" } }],
  ] as const)("fails with %s after %j", async (code, how) => {
    server.setFaults({ at: /search/, how });
    const found = await createClient().search("Кино", never);
    expect(found.ok ? null : found.error.code).toBe(code);
  });

  it("fails for an empty query, which Spotify refuses", async () => {
    expect(await createClient().search(" ", never)).toEqual({ ok: false, error: { code: "service-search-failed" } });
  });
});

describe("target in Spotify", () => {
  it("is a track", async () => {
    const resolved = await resolve(track);
    expect(resolved.ok && resolved.value).toMatchObject({ collection: null, isCut: false });
    expect(resolved.ok && resolved.value.tracks[0]).toMatchObject({ artist: "Queen, David Bowie", album: "Hot Space" });
  });

  it("is an album, whose tracks have its name and cover and no code", async () => {
    const resolved = await resolve(album);
    expect(resolved.ok && resolved.value.collection).toMatchObject({ kind: "album", title: "Группа крови", by: "Кино" });
    const cover = `https://i.scdn.co/image/${album.id}-300`;
    const tracks = resolved.ok ? resolved.value.tracks : [];
    expect(tracks.map(({ title }) => title)).toEqual(["Группа крови", "Закрой за мной дверь", "Война"]);
    for (const one of tracks) expect(one).toMatchObject({ album: "Группа крови", cover, isrc: null });
  });

  it("is an album of several pages", async () => {
    const names = await namesOf({ kind: "album", id: spotifyId("numbers") });
    expect(names).toEqual(Array.from({ length: 120 }, (_, at) => `Number ${at}`));
  });

  it("is a playlist, without removed tracks, local files and episodes", async () => {
    const resolved = await resolve(playlist("mixed"));
    expect(resolved.ok && resolved.value.tracks.map(({ title }) => title)).toEqual(["Группа крови", "Under Pressure"]);
    expect(resolved.ok && resolved.value.tracks[0]).toMatchObject({ album: "Группа крови", isrc: "RUA1D0000000" });
    expect(resolved.ok && resolved.value.collection).toEqual({
      service: "spotify",
      kind: "playlist",
      id: spotifyId("mixed"),
      title: "Кино и друзья",
      by: "Anna",
      trackCount: 5,
      cover: `https://i.scdn.co/image/${spotifyId("mixed")}`,
    });
  });

  it("is cut after the tracks of a batch", async () => {
    const large = await resolve(playlist("large"));
    expect(large.ok && large.value).toMatchObject({ isCut: true, collection: { trackCount: 520 } });
    expect(large.ok && large.value.tracks).toHaveLength(500);
    const full = await resolve(playlist("full"));
    expect(full.ok && [full.value.tracks.length, full.value.isCut]).toEqual([500, false]);
  });

  it("is an artist's top tracks", async () => {
    const resolved = await resolve(artist);
    expect(resolved.ok && resolved.value.collection).toMatchObject({ kind: "artist", title: "Кино", by: "", trackCount: null });
    expect(resolved.ok && resolved.value.tracks).toHaveLength(3);
  });

  it("is an artist's found tracks if the app may not read the top tracks", async () => {
    server.setDevelopmentMode(true);
    expect(await namesOf(artist)).toEqual(["Группа крови", "Закрой за мной дверь", "Война"]);
  });

  it("is a playlist under the new name of its list", async () => {
    server.setFaults({ at: /playlists\/\w+\/tracks/, how: { status: 403 } });
    expect(await namesOf(playlist("mixed"))).toEqual(["Группа крови", "Under Pressure"]);
  });

  it("is not found if the app may not read the playlist's tracks", async () => {
    server.setDevelopmentMode(true);
    expect(await namesOf(playlist("mixed"))).toBe("service-item-not-found");
  });

  it("is not found if nothing has the id", async () => {
    for (const kind of ["track", "album", "playlist", "artist"] as const) {
      expect(await namesOf({ kind, id: spotifyId("unknown") })).toBe("service-item-not-found");
    }
  });

  it("is not requested for an id of another form, and for favorites", async () => {
    const requests = await requestsDuring(async () => {
      for (const id of ["", "..", "../me", `${track.id}/../x`, "x?y"]) {
        expect(await namesOf({ kind: "track", id })).toBe("service-item-not-found");
      }
      expect(await namesOf({ kind: "favorites", id: track.id })).toBe("service-item-not-found");
    });
    expect(requests).toEqual([]);
  });
});

describe("failure of Spotify", () => {
  it.each([
    [
      { code: "service-busy", detail: { waitSeconds: 12 } },
      { status: 429, headers: { "Retry-After": "12" } },
    ],
    [{ code: "service-busy" }, { status: 429 }],
    [{ code: "service-item-not-found" }, { status: 404 }],
    [{ code: "service-item-not-found" }, { status: 400 }],
    [{ code: "service-unavailable" }, { status: 403 }],
    [{ code: "service-unreachable" }, { status: 500 }],
    [{ code: "service-unreachable" }, { status: 503, headers: { "Retry-After": "12" } }],
    [{ code: "service-unreachable" }, { status: 418 }],
    [{ code: "service-unreachable" }, "garbage"],
    [{ code: "service-unreachable" }, "huge"],
    [{ code: "service-unreachable" }, "cut-off"],
    [{ code: "service-unreachable" }, "redirect"],
  ] as const)("is %j after %j", async (failure, how) => {
    expect(await failureOf(track, { at: /v1/, how })).toEqual(failure);
  });

  it("loses a list of which a page is missing", async () => {
    expect(await failureOf(playlist("large"), { at: /offset=100/, how: { status: 500 } })).toEqual({
      code: "service-unreachable",
    });
    const busy = { status: 429, headers: { "Retry-After": "3" } };
    expect(await failureOf(playlist("large"), { at: /offset=100/, how: busy })).toMatchObject({ code: "service-busy" });
  });

  it.each(["silent", "slow"] as const)("ends a %s request that is aborted", async (how) => {
    const controller = new AbortController();
    server.setFaults({ at: /tracks/, how, onRequest: () => controller.abort() });
    expect(await resolve(track, controller.signal)).toEqual({ ok: false, error: { code: "service-unreachable" } });
  });

  it("is that nothing listens at the address", async () => {
    const client = createSpotifyClient({ ...SPOTIFY_CLIENT, accountsOrigin: "http://127.0.0.1:9", apiOrigin: server.origin });
    expect(await client.check(never)).toEqual({ ok: false, error: { code: "service-unreachable" } });
  });

  it("contains neither the token nor the secret", async () => {
    for (const status of [400, 401, 403, 404, 429, 500]) {
      const text = JSON.stringify(await failureOf(track, { at: /v1/, how: { status } }));
      for (const secret of [...server.secrets, SPOTIFY_CLIENT.clientSecret]) expect(text).not.toContain(secret);
    }
  });
});

describe("response of Spotify", () => {
  it("may be compressed", async () => {
    server.setFaults({ at: /./, how: "gzip" });
    expect(await namesOf(album)).toHaveLength(3);
  });

  it("may lack fields, or have them in other types", async () => {
    server.setEdit((json) => ({ id: Object(json).id, name: Object(json).name, duration_ms: "long", artists: 7, extra: [] }));
    const resolved = await resolve(track);
    expect(resolved.ok && resolved.value.tracks).toEqual([
      {
        ...{ service: "spotify", id: track.id, title: "Under Pressure", artist: "", album: "" },
        ...{ durationMs: null, isrc: null, cover: null, isAvailable: true },
      },
    ]);
  });

  it("keeps the other tracks if one is malformed", async () => {
    const spoil = (items: unknown[]) => [{ id: 5, name: null }, "track", ...items.slice(1)];
    server.setEdit((json) =>
      Array.isArray(Object(json).items) ? { ...Object(json), items: spoil(Object(json).items) } : json,
    );
    expect(await namesOf(album)).toEqual(["Закрой за мной дверь", "Война"]);
  });

  it("is malformed without a list, which would look like an empty album", async () => {
    server.setEdit((json) => ({ ...Object(json), items: undefined }));
    expect(await namesOf(album)).toBe("service-unreachable");
  });

  it("marks a track that Spotify does not play", async () => {
    server.setEdit((json) => ({ ...Object(json), is_playable: false, external_ids: { isrc: "none" } }));
    const resolved = await resolve(track);
    expect(resolved.ok && resolved.value.tracks[0]).toMatchObject({ isAvailable: false, isrc: null });
  });
});

describe("cover of Spotify", () => {
  it("is an image on a host of Spotify", () => {
    const { coverLink } = createSpotifyClient(SPOTIFY_CLIENT);
    for (const host of ["i.scdn.co", "mosaic.scdn.co", "image-cdn-ak.spotifycdn.com"]) {
      expect(coverLink(`https://${host}/image/1`)).toBe(`https://${host}/image/1`);
    }
  });

  it.each([
    "",
    "cover",
    "http://i.scdn.co/image/1",
    "https://scdn.co.example.org/1",
    "https://evilscdn.co/1",
    "https://example.org/?x=.scdn.co",
    "https://user@i.scdn.co/1",
    "https://i.scdn.co:8443/1",
    "https://127.0.0.1/1",
    "http://127.0.0.1:1/image/1",
    "javascript:alert(1)",
  ])("is not at another address: %j", (link) => expect(createSpotifyClient(SPOTIFY_CLIENT).coverLink(link)).toBeNull());

  it("is at the address of the server in tests", () => {
    const { coverLink } = createClient();
    expect(coverLink(`${server.origin}/image/1`)).toBe(`${server.origin}/image/1`);
    expect(coverLink(`${server.origin}.example.org/image/1`)).toBeNull();
  });
});

describe("fake Spotify", () => {
  it("can be mounted under a path of another server", async () => {
    const { handleRequest, requests } = createFakeSpotify({ prefix: "/spotify-web" });
    const respond = (path: string, init?: RequestInit) => handleRequest(new Request(`http://127.0.0.1${path}`, init));
    expect((await respond("/spotify-web/image/1")).headers.get("Content-Type")).toBe("image/png");
    expect((await respond("/spotify-web/v1/search?q=a&type=track")).status).toBe(401);
    expect((await respond("/v1/search?q=a&type=track")).status).toBe(404);
    expect(requests).toEqual(["GET /image/1", "GET /v1/search?q=a&type=track"]);
  });
});
