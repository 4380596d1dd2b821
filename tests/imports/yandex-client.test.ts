import { describe, expect, test } from "vitest";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { createYandexTrack, YANDEX_UID } from "#tests/support/yandex-library.ts";
import { refused, setUpYandexServer } from "#tests/support/yandex-session.ts";
import { createYandexClient } from "#workers/imports/services/yandex/yandex-client.ts";

const { signal } = new AbortController();
const server = setUpYandexServer();
const { connect, lines, setStatus } = server;

describe("check", () => {
  test("returns the name of the account", async () => {
    expect(await connect().check(signal)).toEqual({ ok: true, value: "Ann" });
  });

  test("falls back to the full name, the login and the number of the account", async () => {
    const names = [];
    const { uid, login, fullName } = server.state.library.account;
    for (const account of [
      { uid, login, fullName },
      { uid, login },
      { uid, displayName: 7 },
    ]) {
      server.state.library.account = account;
      names.push(await connect().check(signal));
    }
    expect(names).toEqual(["Ann Listener", "listener", YANDEX_UID].map((value) => ({ ok: true, value })));
  });

  test.each(["", " ", "two words", "line\nbreak", "тоĸен", "x".repeat(501)])(
    "refuses the token %j without a request",
    async (token) => {
      const client = connect({ token });
      const refusals = [client.check(signal), client.search("a", signal), client.browse(signal), client.locate("101", signal)];
      expect(await Promise.all(refusals)).toEqual(refusals.map(() => refused("service-token-malformed")));
      expect(lines()).toEqual([]);
    },
  );

  test("tells an expired token from an invalid one", async () => {
    expect(await connect({ token: "other" }).check(signal)).toEqual(refused("service-token-invalid"));
    server.state.isTokenExpired = true;
    expect(await connect().check(signal)).toEqual(refused("service-token-expired"));
    setStatus("account", 403, { error: "forbidden", error_description: "The token has expired" });
    expect(await connect().check(signal)).toEqual(refused("service-token-expired"));
    setStatus("account", 403, { error: { name: "forbidden" } });
    expect(await connect().check(signal)).toEqual(refused("service-token-invalid"));
  });

  test("an anonymous account means that the token is invalid", async () => {
    server.state.library.account = {};
    expect(await connect().check(signal)).toEqual(refused("service-token-invalid"));
  });

  test("reports an expired token in every later step", async () => {
    server.state.isTokenExpired = true;
    const client = connect({ fileKey: server.state.fileKey });
    const target = { kind: "album", id: "500" } as const;
    const steps = [
      client.search("a", signal),
      client.browse(signal),
      client.resolve(target, signal),
      client.locate("101", signal),
    ];
    expect(await Promise.all(steps)).toEqual(steps.map(() => refused("service-token-expired")));
  });
});

describe("faults of the connection", () => {
  test("decodes a compressed response", async () => {
    server.state.faults.set("account", { how: "gzip" });
    expect(await connect().check(signal)).toMatchObject({ ok: true });
  });

  test.each([
    { how: "cut-off" },
    { how: "html" },
    { how: "body", body: { result: { status: "changed" } } },
    { how: "status", status: 502 },
    { how: "status", status: 451 },
  ] as const)("an account that responds with %j is unreachable", async (fault) => {
    server.state.faults.set("account", fault);
    expect(await connect().check(signal)).toEqual(refused("service-unreachable"));
  });

  test("gives up a response that stalls when the caller does", async () => {
    const abort = new AbortController();
    server.state.onStall = () => abort.abort();
    server.state.faults.set("search", { how: "stalled" });
    expect(await connect().search("song", abort.signal)).toEqual(refused("service-unreachable"));
  });

  test("does not follow a redirect", async () => {
    server.state.faults.set("account", { how: "redirect", to: `${server.origin}/covers/1` });
    expect(await connect().check(signal)).toEqual(refused("service-unreachable"));
    expect(lines()).toEqual(["GET /account/status"]);
  });

  test("reports how long a busy service asks to wait", async () => {
    setStatus("search", 429, {}, { "Retry-After": "7" });
    expect(await connect().search("song", signal)).toEqual(refused("service-busy", { waitSeconds: 7 }));
    setStatus("download-info", 429, {}, { "Retry-After": new Date(Date.now() + 3_600_000).toUTCString() });
    const byDate = await connect().locate("101", signal);
    expect(byDate).toMatchObject({ error: { code: "service-busy", detail: { waitSeconds: expect.any(Number) } } });
    expect(!byDate.ok && byDate.error.detail?.waitSeconds).toBeGreaterThan(3000);
    setStatus("account", 503, {}, { "Retry-After": "9" });
    expect(await connect().check(signal)).toEqual(refused("service-busy", { waitSeconds: 9 }));
    setStatus("account", 503);
    expect(await connect().check(signal)).toEqual(refused("service-unreachable"));
    setStatus("link-info", 429);
    server.state.faults.delete("download-info");
    expect(await connect().locate("101", signal)).toEqual(refused("service-busy"));
  });

  test("a server that is down is unreachable", async () => {
    const client = connect({ origin: "http://127.0.0.1:9" });
    expect(await client.search("song", signal)).toEqual(refused("service-unreachable"));
  });
});

describe("search", () => {
  test("finds tracks, albums, playlists and artists", async () => {
    const found = await connect().search("song 101", signal);
    expect(found).toMatchObject({ ok: true, value: { tracks: [{ id: "101" }], collections: [] } });
    const collections = await connect().search("e", signal);
    const ids = collections.ok && collections.value.collections.map(({ kind, id }) => `${kind} ${id}`);
    expect(ids).toEqual([`playlist ${YANDEX_UID}:3`, "artist 77"]);
  });

  test("puts the best match first and limits the rest", async () => {
    const results = Array.from({ length: 50 }, (_, index) => createYandexTrack(index + 1));
    const albums = Array.from({ length: 9 }, (_, index) => ({ id: index + 1, title: `Album ${index + 1}` }));
    const best = { type: "track", result: createYandexTrack(5) };
    server.state.faults.set("search", {
      how: "body",
      body: { result: { best, tracks: { results }, albums: { results: albums } } },
    });
    const found = await connect().search("song", signal);
    const ids = found.ok ? found.value.tracks.map(({ id }) => id) : [];
    expect(ids.slice(0, 6)).toEqual(["5", "1", "2", "3", "4", "6"]);
    expect(ids).toHaveLength(importLimits.searchResults);
    expect(found.ok && found.value.collections).toHaveLength(5);
  });

  test("no matches are an empty result", async () => {
    expect(await connect().search("nothing like it", signal)).toEqual({ ok: true, value: { tracks: [], collections: [] } });
  });

  test.each([{ how: "html" }, { how: "status", status: 400 }] as const)("fails for %j", async (fault) => {
    server.state.faults.set("search", fault);
    expect(await connect().search("song", signal)).toEqual(refused("service-search-failed"));
  });
});

describe("browse", () => {
  test("lists the favorites and the playlists of the account", async () => {
    const found = await connect().browse(signal);
    expect(found).toMatchObject({
      value: {
        collections: [
          { kind: "favorites", title: "", trackCount: 3 },
          { kind: "playlist", id: `${YANDEX_UID}:3`, title: "Evening", by: "Listener", trackCount: 3 },
        ],
      },
    });
    expect(lines().filter((line) => line === "GET /account/status")).toHaveLength(1);
  });

  test("keeps the playlists when the likes fail", async () => {
    setStatus("likes", 500);
    expect(await connect().browse(signal)).toMatchObject({
      value: { collections: [{ trackCount: null }, { title: "Evening" }] },
    });
  });
});

describe("addresses", () => {
  const { coverLink } = createYandexClient({ token: "token" });

  test("a cover of the service is 300 pixels wide", () => {
    const link = "https://avatars.yandex.net/get-music-content/1/a/300x300";
    expect(coverLink("avatars.yandex.net/get-music-content/1/a/%%")).toBe(link);
    expect(coverLink("https://avatars.yandex.net/get-music-content/1/a/%%")).toBe(link);
    const own = new URL(server.origin).host;
    expect(connect().coverLink(`${own}/yandex/covers/%%`)).toBe(`http://${own}/yandex/covers/300x300`);
  });

  test.each([
    "example.com/%%",
    "yandex.net.example.com/%%",
    "notyandex.net/%%",
    "avatars.yandex.net@example.com/%%",
    "avatars.yandex.net:8080/%%",
    "music.yandex.ru/%%",
    "127.0.0.1/%%",
    "",
  ])("%j is no cover", (cover) => {
    expect(coverLink(cover)).toBeNull();
  });

  test.each(["https://example.com", "http://api.music.yandex.net", "https://yandex.net.example.com", "https://127.0.0.1:1"])(
    "the API cannot be at %s",
    (origin) => {
      expect(() => createYandexClient({ token: "token", origin })).toThrow();
    },
  );
});
