import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasSupysonic } from "#scripts/music-server.mjs";
import { audioFixture, fixturePath } from "#tests/support/fixtures.ts";
import { type Supysonic, startSupysonic } from "#tests/support/supysonic.ts";
import { createSubsonicClient } from "#workers/imports/services/subsonic/subsonic-client.ts";

const FILES = ["cover.mp3", "fast.m4a", "plain.flac"];
const ACCOUNT = { username: "vera", password: "пароль+1 & %=" };
const signal = new AbortController().signal;

if (!hasSupysonic()) console.log("Skips the tests with Supysonic: Debian's package `supysonic` is not installed.");

/** Supysonic 0.7 speaks version 1.10 of the API, without tokens and lyrics, and without lists that are empty. */
describe.skipIf(!hasSupysonic())("Supysonic, a real server (needs its package)", () => {
  let server: Supysonic;
  beforeAll(async () => {
    server = await startSupysonic({ ...ACCOUNT, files: FILES.map(fixturePath) });
  });
  afterAll(() => server?.close());

  const createClient = (password = ACCOUNT.password) =>
    createSubsonicClient({ address: server.origin, login: { kind: "password", username: ACCOUNT.username, password } });

  /** Requests something that the client cannot, as another client of the account. */
  async function change(endpoint: string, parameters: readonly (readonly [string, string])[]): Promise<void> {
    const login = { u: ACCOUNT.username, p: ACCOUNT.password, v: "1.10.0", c: "test", f: "json" };
    const all = [...Object.entries(login), ...parameters].map(([key, value]) => [key, value]);
    const response = await fetch(`${server.origin}/rest/${endpoint}.view?${new URLSearchParams(all)}`);
    expect(await response.json()).toMatchObject({ "subsonic-response": { status: "ok" } });
  }

  async function findTracks() {
    const found = await createClient().search("Ночной", signal);
    if (!found.ok) throw new Error(found.error.code);
    return found.value.tracks;
  }

  it("accepts the password, though not a token", async () => {
    const client = createClient();
    expect(await client.check(signal)).toEqual({ ok: true, value: "vera" });
    expect(client.isPasswordSent()).toBe(true);
  });

  it("refuses a wrong password", async () => {
    expect(await createClient("wrong").check(signal)).toEqual({ ok: false, error: { code: "service-login-refused" } });
  });

  it("finds songs with their metadata, albums and artists", async () => {
    const tracks = await findTracks();
    expect(tracks).toHaveLength(3);
    for (const track of tracks) {
      expect(track).toMatchObject({ title: "Ночной трамвай", artist: "Вера Ланская", album: "Депо", isrc: null });
      expect(track.durationMs).toBe(6000);
    }
    const byAlbum = await createClient().search("Депо", signal);
    expect(byAlbum).toMatchObject({ ok: true, value: { collections: [{ kind: "album", title: "Депо", trackCount: 3 }] } });
    const byArtist = await createClient().search("Ланская", signal);
    expect(byArtist).toMatchObject({ ok: true, value: { collections: [{ kind: "artist", title: "Вера Ланская" }] } });
    expect(await createClient().search("nothing", signal)).toEqual({ ok: true, value: { tracks: [], collections: [] } });
  });

  it("lists playlists, starred songs and new albums, and resolves them to their tracks", async () => {
    const [first, second] = await findTracks();
    if (!first || !second) throw new Error("the library is not scanned");
    const ids = [second.id, first.id];
    await change("createPlaylist", [["name", "Вечер"], ...ids.map((id): [string, string] => ["songId", id])]);
    await change("star", [["id", first.id]]);
    const client = createClient();
    const browsed = await client.browse?.(signal);
    const collections = browsed?.ok ? browsed.value.collections : [];
    expect(collections).toMatchObject([
      { kind: "playlist", title: "Вечер", by: "vera", trackCount: 2 },
      { kind: "favorites", trackCount: 1 },
      { kind: "album", title: "Депо", by: "Вера Ланская", trackCount: 3 },
    ]);
    const resolved = await Promise.all(collections.map((collection) => client.resolve(collection, signal)));
    const idsOf = resolved.map((one) => (one.ok ? one.value.tracks.map(({ id }) => id) : one.error.code));
    expect(idsOf.slice(0, 2)).toEqual([ids, [first.id]]);
    expect(idsOf[2]).toHaveLength(3);
  });

  it("resolves a song and an artist, and knows nothing of an id that it does not have", async () => {
    const [track] = await findTracks();
    if (!track) throw new Error("the library is not scanned");
    const client = createClient();
    expect(await client.resolve({ kind: "track", id: track.id }, signal)).toMatchObject({
      ok: true,
      value: { tracks: [track] },
    });
    const found = await client.search("Ланская", signal);
    const artist = found.ok ? found.value.collections[0] : undefined;
    if (!artist) throw new Error("the artist is not found");
    expect(await client.resolve(artist, signal)).toMatchObject({ ok: true, value: { tracks: [{}, {}, {}], isCut: false } });
    const missing = { kind: "track", id: "00000000-0000-4000-8000-000000000000" } as const;
    expect(await client.resolve(missing, signal)).toEqual({ ok: false, error: { code: "service-item-not-found" } });
    expect(await client.locate?.(missing.id, signal)).toEqual({ ok: false, error: { code: "import-not-available" } });
  });

  it("sends the original files", async () => {
    const client = createClient();
    const sources = await Promise.all((await findTracks()).map(({ id }) => client.locate?.(id, signal)));
    const located = sources.flatMap((source) => (source?.ok ? [source.value] : []));
    expect(located.map(({ fileName }) => fileName).sort()).toEqual(FILES);
    for (const { link, fileName } of located) {
      const response = await fetch(link);
      expect(response.headers.get("Content-Type")).toMatch(/^audio\//);
      expect(Buffer.from(await response.arrayBuffer()).equals(audioFixture(fileName))).toBe(true);
    }
  });

  it("sends covers, also to a new client that knows that the password has to be sent", async () => {
    const covers = (await findTracks()).flatMap(({ cover }) => cover ?? []);
    expect(covers).toHaveLength(1);
    const login = { kind: "password", ...ACCOUNT } as const;
    const link = createSubsonicClient({ address: server.origin, login, isPasswordSent: true }).coverLink(covers[0] ?? "");
    expect((await fetch(link ?? "")).headers.get("Content-Type")).toMatch(/^image\//);
  });

  it("has no lyrics", async () => {
    const [track] = await findTracks();
    expect(await createClient().fetchLyrics?.(track?.id ?? "", signal)).toEqual({ ok: true, value: null });
  });
});
