import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { clipCollection } from "#app/domain/imports/service.ts";
import { KIB, MIB } from "#app/domain/units.ts";
import { fetchLink } from "#workers/imports/fetch-link.ts";
import { list } from "#workers/imports/services/list-schema.ts";
import { createSpotifyClient } from "#workers/imports/services/spotify/spotify-client.ts";
import { createSubsonicClient } from "#workers/imports/services/subsonic/subsonic-client.ts";
import { createYandexClient } from "#workers/imports/services/yandex/yandex-client.ts";

// A server that people name themselves: of music, or of the file at a link. It answers whatever it likes.

const never = new AbortController().signal;
const TOO_LARGE = { ok: false, error: { code: "service-response-too-large" } };

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

let server: Server;
let origin = "";
let answer: Answer;
const seen = { paths: [] as string[], sentBytes: 0, closedEarly: 0 };

beforeEach(async () => {
  Object.assign(seen, { paths: [], sentBytes: 0, closedEarly: 0 });
  server = createServer({ maxHeaderSize: MIB }, (request, response) => {
    seen.paths.push(new URL(request.url ?? "/", "http://here").pathname);
    response.on("close", () => {
      if (!response.writableEnded) seen.closedEarly += 1;
    });
    answer(response, request);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

/** Sends pieces until the client has closed the connection. */
async function sendForever(response: ServerResponse, piece: Buffer): Promise<void> {
  while (!response.destroyed) {
    seen.sentBytes += piece.length;
    await new Promise((resolve) => response.write(piece, resolve));
    // the end of the connection is an event, and callbacks of writes leave no turn to it
    await nextTurn();
  }
}

const json = (body: string) => (response: ServerResponse) => void response.end(body);
/** The answer of a Subsonic server with these members. */
const subsonicBody = (members: string) => `{"subsonic-response":{"status":"ok","version":"1.16.1",${members}}}`;
const repeat = (item: string, count: number) => `[${Array(count).fill(item).join(",")}]`;

const createSubsonic = () =>
  createSubsonicClient({ address: origin, login: { kind: "password", username: "mira", password: "secret" } });
const createYandex = () => createYandexClient({ token: "token", origin });
const createSpotify = () =>
  // the token of an app is kept for its id
  createSpotifyClient({ clientId: `id${origin}`, clientSecret: "secret", accountsOrigin: origin, apiOrigin: origin });
const playlists = () => createSubsonic().browse?.(never);

describe("a response of a service", () => {
  /** How each client handles an answer that is far longer than any list. */
  const operations = {
    subsonic: () => createSubsonic().resolve({ kind: "playlist", id: "1" }, never),
    yandex: () => createYandex().resolve({ kind: "album", id: "1" }, never),
    spotify: () => createSpotify().resolve({ kind: "album", id: "a".repeat(22) }, never),
  };
  const withToken =
    (next: Answer): Answer =>
    (response, request) =>
      request.url === "/api/token" ? response.end('{"access_token":"t","expires_in":3600}') : next(response, request);

  it.each(Object.entries(operations))("of %s without an end is refused after a MiB", async (_, run) => {
    answer = withToken((response) => void sendForever(response, Buffer.alloc(64 * KIB, "[1,")));
    expect(await run()).toEqual(TOO_LARGE);
    await expect.poll(() => seen.closedEarly).toBe(1);
    // the rest is in the buffers of both sides of the connection
    expect(seen.sentBytes).toBeLessThan(16 * MIB);
  });

  it.each(Object.entries(operations))("of %s that claims a GB is refused before it is read", async (_, run) => {
    answer = withToken((response) => {
      response.writeHead(200, { "Content-Length": 1e9 });
      response.write("{");
    });
    expect(await run()).toEqual(TOO_LARGE);
    await expect.poll(() => seen.closedEarly).toBe(1);
  });

  it.each(Object.entries(operations))("of %s that expands to 64 MiB is refused", async (_, run) => {
    const bomb = gzipSync(Buffer.alloc(64 * MIB, " "));
    answer = withToken((response) => response.writeHead(200, { "Content-Encoding": "gzip" }).end(bomb));
    expect(await run()).toEqual(TOO_LARGE);
  });

  it("that is shorter or longer than it claims, or has headers of a MB, is a failure", async () => {
    answer = (response) => {
      response.writeHead(200, { "Content-Length": 500 });
      response.write(subsonicBody('"playlists":{}'), () => response.destroy());
    };
    expect(await playlists()).toMatchObject({ error: { code: "service-not-subsonic" } });
    answer = (response) => {
      response.socket?.end("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n[1,2,3,4,5,6,7,8,9]");
    };
    expect(await playlists()).toMatchObject({ ok: false });
    answer = (response) => response.writeHead(200, { "X-Long": "x".repeat(900 * KIB) }).end("{}");
    expect(await playlists()).toMatchObject({ error: { code: "service-not-subsonic" } });
  });

  it("that is nested half a million levels deep, or has hundreds of thousands of values, is refused before it is parsed", async () => {
    answer = json(subsonicBody(`"playlists":{"playlist":${"[".repeat(500_000)}${"]".repeat(500_000)}}`));
    expect(await operations.subsonic()).toEqual(TOO_LARGE);
    for (const body of ["[".repeat(1_000_000), repeat("1", 400_000), `{${Array(90_000).fill('"a":1').join(",")}}`]) {
      answer = json(body);
      expect(await operations.yandex()).toEqual(TOO_LARGE);
    }
  });

  it("that redirects is not followed, wherever it leads", async () => {
    for (const to of [`${origin}/elsewhere`, "http://169.254.169.254/", "http://10.0.0.1/"]) {
      seen.paths = [];
      answer = (response) => response.writeHead(302, { Location: to }).end();
      expect(await createYandex().search("Song", never)).toMatchObject({ ok: false });
      expect(seen.paths).toEqual(["/search"]);
    }
  });
});

describe("a list of a service", () => {
  it("is cut before its items are parsed, also those inside of its items", () => {
    let parsed = 0;
    const item = z.unknown().transform(() => ++parsed);
    expect(list(item, 600).parse(Array(300_000).fill(1))).toHaveLength(600);
    expect(parsed).toBe(600);
  });

  it("of 20,000 playlists shows as many as the dialog lists", async () => {
    answer = (response, request) =>
      response.end(
        request.url?.includes("getPlaylists") ? subsonicBody(`"playlists":{"playlist":${repeat('{"id":1}', 20_000)}}`) : "{}",
      );
    const found = await playlists();
    expect(found?.ok && found.value.collections).toHaveLength(importLimits.playlists);
  });

  it("of 200,000 playlists, more than a MiB, is refused", async () => {
    answer = json(subsonicBody(`"playlists":{"playlist":${repeat('{"id":1}', 200_000)}}`));
    expect(await playlists()).toEqual(TOO_LARGE);
  });

  it("of 40,000 numbers has no tracks, in every place where a service has a list", async () => {
    const numbers = repeat("1", 40_000);
    answer = json(subsonicBody(`"searchResult3":{"song":${numbers}}`));
    expect(await createSubsonic().search("x", never)).toMatchObject({ value: { tracks: [], collections: [] } });
    answer = json(subsonicBody(`"lyricsList":{"structuredLyrics":[{"line":${numbers}}]}`));
    expect(await createSubsonic().fetchLyrics?.("1", never)).toEqual({ ok: true, value: null });
    answer = json(`{"result":{"tracks":{"results":${numbers}}}}`);
    expect(await createYandex().search("x", never)).toMatchObject({ value: { tracks: [] } });
    answer = json(`{"result":{"id":1,"title":"x","volumes":[${numbers}]}}`);
    expect(await createYandex().resolve({ kind: "album", id: "1" }, never)).toMatchObject({ ok: false });
    answer = (response, request) =>
      response.end(request.url === "/api/token" ? '{"access_token":"t","expires_in":3600}' : `{"tracks":{"items":${numbers}}}`);
    expect(await createSpotify().search("x", never)).toMatchObject({ value: { tracks: [] } });
  });

  it("that repeats one song thousands of times has the tracks of one batch, and is cut", async () => {
    const song = '{"id":"one","title":"Song"}';
    answer = json(subsonicBody(`"playlist":{"id":"1","name":"Long","entry":${repeat(song, 10_000)}}`));
    const resolved = await createSubsonic().resolve({ kind: "playlist", id: "1" }, never);
    expect(resolved.ok && [resolved.value.tracks.length, resolved.value.isCut]).toEqual([importLimits.batchTracks, true]);
  });

  it("of albums asks for a few hundred of them at most", async () => {
    answer = (response, request) => {
      const isArtist = request.url?.includes("getArtist");
      const albums = repeat('{"id":"1","name":"Empty"}', 10_000);
      response.end(subsonicBody(isArtist ? `"artist":{"id":"1","name":"Many","album":${albums}}` : '"album":{"id":"1"}'));
    };
    const resolved = await createSubsonic().resolve({ kind: "artist", id: "1" }, never);
    expect(resolved).toMatchObject({ value: { tracks: [], isCut: true } });
    expect(seen.paths.length).toBeLessThanOrEqual(201);
  });

  it("of lyrics with a line of 200,000 line feeds has as many lines as lyrics may have", async () => {
    answer = json(subsonicBody(`"lyricsList":{"structuredLyrics":[{"line":[{"value":"${"a\\n".repeat(200_000)}"}]}]}`));
    const lyrics = await createSubsonic().fetchLyrics?.("1", never);
    expect(lyrics?.ok && lyrics.value?.split("\n").length).toBeLessThanOrEqual(2000);
  });
});

describe("a value of a service", () => {
  it("that is no sensible number is unknown", async () => {
    for (const duration of ["-1", "1e999", '"-5"', `"${"9".repeat(400)}"`, "{}", "null"]) {
      answer = json(subsonicBody(`"song":{"id":"1","title":"Song","duration":${duration}}`));
      const resolved = await createSubsonic().resolve({ kind: "track", id: "1" }, never);
      expect(resolved.ok && resolved.value.tracks[0]?.durationMs).toBeNull();
    }
    answer = json(subsonicBody('"song":{"id":"1","title":"Song","duration":NaN}'));
    expect(await createSubsonic().resolve({ kind: "track", id: "1" }, never)).toMatchObject({ ok: false });
  });

  it("of a MB is cut", async () => {
    const long = "x".repeat(900_000);
    answer = json(subsonicBody(`"song":{"id":"1","title":"${long}","path":"${"/".repeat(50_000)}"}`));
    const resolved = await createSubsonic().resolve({ kind: "track", id: "1" }, never);
    expect(resolved.ok && resolved.value.tracks[0]?.title.length).toBe(importLimits.textChars);
    const collection = {
      service: "yandex",
      kind: "playlist",
      id: "1",
      title: long,
      by: long,
      trackCount: 1,
      cover: long,
    } as const;
    const { textChars } = importLimits;
    expect(clipCollection(collection)).toMatchObject({
      title: long.slice(0, textChars),
      by: long.slice(0, textChars),
      cover: null,
    });
    expect(clipCollection({ ...collection, id: long })).toBeNull();
  });

  it("with path parts stays out of the path of a request", async () => {
    answer = json("{}");
    const id = "../../admin?x=/..%2f#";
    await createSubsonic().resolve({ kind: "album", id }, never);
    expect(seen.paths).toEqual(["/rest/getAlbum.view"]);
    for (const kind of ["track", "album", "playlist", "artist"] as const) {
      await createYandex().resolve({ kind, id }, never);
      await createSpotify().resolve({ kind, id }, never);
    }
    await createYandex().locate?.(id, never);
    expect(seen.paths).toHaveLength(1);
  });
});

describe("the file at a link", () => {
  const fetchFile = (path: string) =>
    fetchLink(`${origin}${path}`, {
      isLoopbackAllowed: (url) => url.origin === origin,
      maxBytes: MIB,
      headersWithinMs: 60_000,
      signal: never,
    });

  it("behind a thousand redirects is given up after six requests", async () => {
    answer = (response) => response.writeHead(302, { Location: `/${seen.paths.length}` }).end();
    expect(await fetchFile("/0")).toEqual({ ok: false, error: { reason: "too-many-redirects" } });
    expect(seen.paths).toHaveLength(6);
  });

  it.each([
    "http://10.0.0.1/a.mp3",
    "http://169.254.169.254/",
    "http://[::1]/a.mp3",
    "http://127.0.0.1:1/a.mp3",
    "file:///etc/passwd",
  ])("behind a redirect to %s is refused without a request to it", async (to) => {
    answer = (response) => response.writeHead(302, { Location: to }).end();
    expect(await fetchFile("/a.mp3")).toMatchObject({ ok: false, error: { reason: "link-refused" } });
    expect(seen.paths).toEqual(["/a.mp3"]);
  });

  it("is refused with a claim of a GB, a claim of nothing, and with headers of a MB", async () => {
    for (const [length, reason] of [
      [1e9, "too-large"],
      [0, "empty"],
    ] as const) {
      answer = (response) => {
        response.writeHead(200, { "Content-Type": "audio/mpeg", "Content-Length": length });
        response.flushHeaders();
      };
      expect(await fetchFile("/a.mp3")).toEqual({ ok: false, error: { reason } });
    }
    answer = (response) => response.writeHead(200, { "X-Long": "x".repeat(900 * KIB) }).end("{}");
    expect(await fetchFile("/a.mp3")).toEqual({ ok: false, error: { reason: "unreachable" } });
  });
});
