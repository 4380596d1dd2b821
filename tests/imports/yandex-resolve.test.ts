import { describe, expect, test } from "vitest";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { createYandexTrack, YANDEX_PLAYLIST_UUID, YANDEX_UID } from "#tests/support/yandex-library.ts";
import { refused, setUpYandexServer } from "#tests/support/yandex-session.ts";

const { signal } = new AbortController();
const server = setUpYandexServer();
const { connect, lines, setStatus } = server;
const track = (id: string) => connect().resolve({ kind: "track", id }, signal);

describe("resolve", () => {
  test("describes a track", async () => {
    server.state.library.tracks.set("101", createYandexTrack(101, { version: "Live", available: false }));
    expect(await track("101")).toEqual({
      ok: true,
      value: {
        collection: null,
        tracks: [
          {
            service: "yandex",
            id: "101",
            title: "Song 101 (Live)",
            artist: "The Example",
            album: "First Album",
            durationMs: 181370,
            isrc: null,
            cover: "avatars.yandex.net/get-music-content/1/track-101/%%",
            isAvailable: false,
          },
        ],
        isCut: false,
      },
    });
  });

  test("accepts a track without all that can be missing, and with a number as its id", async () => {
    server.state.faults.set("tracks", {
      how: "body",
      body: { result: [{ id: 101, title: "Bare", durationMs: "?", artists: 1 }] },
    });
    const bare = { id: "101", title: "Bare", artist: "", album: "", durationMs: null, cover: null, isAvailable: true };
    expect(await track("101")).toMatchObject({ value: { tracks: [bare] } });
  });

  test.each([
    { kind: "album", id: "500" },
    { kind: "playlist", id: `${YANDEX_UID}:3` },
    { kind: "playlist", id: "listener:3" },
    { kind: "playlist", id: YANDEX_PLAYLIST_UUID },
    { kind: "artist", id: "77" },
    { kind: "favorites", id: "favorites" },
  ] as const)("lists the tracks of $kind $id", async (target) => {
    const resolved = await connect().resolve(target, signal);
    const tracks = [{ id: "101" }, { id: "102" }, { id: "103" }];
    expect(resolved).toMatchObject({ value: { collection: { kind: target.kind, trackCount: 3 }, tracks, isCut: false } });
  });

  test("names the artist of a list of tracks", async () => {
    const resolved = await connect().resolve({ kind: "artist", id: "77" }, signal);
    expect(resolved).toMatchObject({ value: { collection: { title: "The Example" } } });
  });

  test("a malformed track does not lose the others", async () => {
    const volumes = [[null, { id: 1 }, createYandexTrack(101)], "?", [createYandexTrack(102)]];
    server.state.library.albums.set("500", { id: 500, title: "First Album", volumes });
    const resolved = await connect().resolve({ kind: "album", id: "500" }, signal);
    expect(resolved).toMatchObject({ value: { tracks: [{ id: "101" }, { id: "102" }] } });
  });

  test("requests the tracks of a playlist that has only ids", async () => {
    const tracks = [{ id: 103 }, { id: 999 }, { id: 101, track: createYandexTrack(101) }, { id: 102 }];
    server.state.library.playlists.set("listener:4", { title: "Short", kind: 4, owner: { login: "listener" }, tracks });
    const resolved = await connect().resolve({ kind: "playlist", id: "listener:4" }, signal);
    expect(resolved).toMatchObject({ value: { tracks: [{ id: "103" }, { id: "101" }, { id: "102" }] } });
  });

  test("cuts favorites and artists with more tracks than a batch", async () => {
    const ids = Array.from({ length: importLimits.batchTracks + 1 }, (_, index) => `${index + 1}`);
    for (const id of ids) server.state.library.tracks.set(id, createYandexTrack(Number(id)));
    server.state.library.liked = ids.map((id) => ({ id }));
    server.state.library.artists.set("77", ids);
    for (const kind of ["favorites", "artist"] as const) {
      const resolved = await connect().resolve({ kind, id: "77" }, signal);
      expect(resolved).toMatchObject({ value: { isCut: true, collection: { trackCount: ids.length } } });
      expect(resolved.ok && resolved.value.tracks.map(({ id }) => id)).toEqual(ids.slice(0, importLimits.batchTracks));
    }
    expect(lines().filter((line) => line === "POST /tracks")).toHaveLength(5);
  });

  test.each([
    { kind: "track", id: "999" },
    { kind: "album", id: "999" },
    { kind: "playlist", id: "listener:9" },
    { kind: "artist", id: "999" },
  ] as const)("finds nothing at $kind $id", async (target) => {
    expect(await connect().resolve(target, signal)).toEqual(refused("service-item-not-found"));
  });

  test.each([
    { kind: "track", id: "../account" },
    { kind: "album", id: "5/../../account/status?" },
    { kind: "playlist", id: "..:3" },
    { kind: "playlist", id: "a/b:3" },
    { kind: "artist", id: "" },
  ] as const)("does not request $kind $id", async (target) => {
    expect(await connect().resolve(target, signal)).toEqual(refused("service-item-not-found"));
    expect(lines()).toEqual([]);
  });

  test("a private playlist, an empty one and a changed response differ", async () => {
    const resolve = () => connect().resolve({ kind: "playlist", id: "listener:3" }, signal);
    setStatus("playlist", 403);
    expect(await resolve()).toEqual(refused("service-item-not-found"));
    server.state.faults.set("playlist", { how: "body", body: { result: { title: "Evening", kind: 3, tracks: [] } } });
    expect(await resolve()).toEqual(refused("service-item-not-found"));
    server.state.faults.set("playlist", { how: "body", body: { result: { title: "Evening", kind: 3, items: [] } } });
    expect(await resolve()).toEqual(refused("service-unreachable"));
  });
});
