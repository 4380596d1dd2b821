import { describe, expect, it } from "vitest";
import type { ServiceTarget } from "#app/domain/imports/service.ts";
import { SPOTIFY_CLIENT, type SpotifyFault } from "#tests/support/fake-spotify.ts";
import { spotifyId } from "#tests/support/spotify-catalog.ts";
import { createSpotifyClient } from "#workers/imports/services/spotify/spotify-client.ts";
import { album, artist, never, playlist, setUpSpotify, track } from "./set-up-spotify.ts";

const { server, createClient, requestsDuring } = setUpSpotify();
const resolve = (target: ServiceTarget, signal = never) => createClient().resolve(target, signal);

/** The names of the tracks, or the error code. */
async function namesOf(target: ServiceTarget) {
  const resolved = await resolve(target);
  return resolved.ok ? resolved.value.tracks.map(({ title }) => title) : resolved.error.code;
}

async function failureOf(target: ServiceTarget, ...faults: SpotifyFault[]) {
  server().setFaults(...faults);
  const resolved = await resolve(target);
  return resolved.ok ? null : resolved.error;
}

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
    server().setDevelopmentMode(true);
    expect(await namesOf(artist)).toEqual(["Группа крови", "Закрой за мной дверь", "Война"]);
  });

  it("is a playlist under the new name of its list", async () => {
    server().setFaults({ at: /playlists\/\w+\/tracks/, how: { status: 403 } });
    expect(await namesOf(playlist("mixed"))).toEqual(["Группа крови", "Under Pressure"]);
  });

  it("is not found if the app may not read the playlist's tracks", async () => {
    server().setDevelopmentMode(true);
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
    [
      { code: "service-busy", detail: { waitSeconds: 12 } },
      { status: 503, headers: { "Retry-After": "12" } },
    ],
    [{ code: "service-unreachable" }, { status: 503 }],
    [{ code: "service-unreachable" }, { status: 418 }],
    [{ code: "service-unreachable" }, "garbage"],
    [{ code: "service-response-too-large" }, "huge"],
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
    server().setFaults({ at: /tracks/, how, onRequest: () => controller.abort() });
    expect(await resolve(track, controller.signal)).toEqual({ ok: false, error: { code: "service-unreachable" } });
  });

  it("is that nothing listens at the address", async () => {
    const client = createSpotifyClient({ ...SPOTIFY_CLIENT, accountsOrigin: "http://127.0.0.1:9", apiOrigin: server().origin });
    expect(await client.check(never)).toEqual({ ok: false, error: { code: "service-unreachable" } });
  });

  it("contains neither the token nor the secret", async () => {
    for (const status of [400, 401, 403, 404, 429, 500]) {
      const text = JSON.stringify(await failureOf(track, { at: /v1/, how: { status } }));
      for (const secret of [...server().secrets, SPOTIFY_CLIENT.clientSecret]) expect(text).not.toContain(secret);
    }
  });
});

describe("response of Spotify", () => {
  it("may be compressed", async () => {
    server().setFaults({ at: /./, how: "gzip" });
    expect(await namesOf(album)).toHaveLength(3);
  });

  it("may lack fields, or have them in other types", async () => {
    server().setEdit((json) => ({ id: Object(json).id, name: Object(json).name, duration_ms: "long", artists: 7, extra: [] }));
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
    server().setEdit((json) =>
      Array.isArray(Object(json).items) ? { ...Object(json), items: spoil(Object(json).items) } : json,
    );
    expect(await namesOf(album)).toEqual(["Закрой за мной дверь", "Война"]);
  });

  it("is malformed without a list, which would look like an empty album", async () => {
    server().setEdit((json) => ({ ...Object(json), items: undefined }));
    expect(await namesOf(album)).toBe("service-unreachable");
  });

  it("marks a track that Spotify does not play", async () => {
    server().setEdit((json) => ({ ...Object(json), is_playable: false, external_ids: { isrc: "none" } }));
    const resolved = await resolve(track);
    expect(resolved.ok && resolved.value.tracks[0]).toMatchObject({ isAvailable: false, isrc: null });
  });
});
