import { describe, expect, it, vi } from "vitest";
import { createFakeSpotify, SPOTIFY_CLIENT } from "#tests/support/fake-spotify.ts";
import { spotifyId } from "#tests/support/spotify-catalog.ts";
import { createSpotifyClient } from "#workers/imports/services/spotify/spotify-client.ts";
import { never, setUpSpotify, track } from "./set-up-spotify.ts";

const { server, createClient, requestsDuring } = setUpSpotify();

describe("token of the app", () => {
  it("is requested with the client's credentials, and names the service", async () => {
    expect(await createClient().check(never)).toEqual({ ok: true, value: "Spotify" });
  });

  it("is used for further requests, by other clients of the same app too", async () => {
    const client = createClient();
    await client.resolve(track, never);
    const requests = await requestsDuring(async () => {
      await client.resolve(track, never);
      await createSpotifyClient({ ...SPOTIFY_CLIENT, accountsOrigin: server().origin, apiOrigin: server().origin }).check(
        never,
      );
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
    server().revokeTokens();
    const requests = await requestsDuring(async () => expect((await client.resolve(track, never)).ok).toBe(true));
    expect(requests).toEqual([`GET /v1/tracks/${track.id}`, "POST /api/token", `GET /v1/tracks/${track.id}`]);
    server().setFaults({ at: /tracks/, how: { status: 401 } });
    const refused = await requestsDuring(async () => {
      expect(await client.resolve(track, never)).toEqual({ ok: false, error: { code: "service-unavailable" } });
    });
    expect(refused).toEqual(requests);
  });

  it("is used once if its lifetime is unknown", async () => {
    const send = async () => expect((await client.check(never)).ok).toBe(true);
    vi.setSystemTime(Date.now() + 3_600_000);
    const client = createClient();
    server().setTokenLifetime(null);
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
    server().setFaults({ at: /token/, how: { status: 500 } });
    expect(await client.check(never)).toEqual({ ok: false, error: { code: "service-unreachable" } });
    server().setFaults({ at: /token/, how: { status: 429, headers: { "Retry-After": "7" } } });
    expect(await client.check(never)).toEqual({ ok: false, error: { code: "service-busy", detail: { waitSeconds: 7 } } });
    server().setFaults();
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
    server().setFaults({ at: /offset=20/, how: { status: 500 } });
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
    server().setFaults({ at: /search/, how });
    const found = await createClient().search("Кино", never);
    expect(found.ok ? null : found.error.code).toBe(code);
  });

  it("fails for an empty query, which Spotify refuses", async () => {
    expect(await createClient().search(" ", never)).toEqual({ ok: false, error: { code: "service-search-failed" } });
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
    expect(coverLink(`${server().origin}/image/1`)).toBe(`${server().origin}/image/1`);
    expect(coverLink(`${server().origin}.example.org/image/1`)).toBeNull();
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
