import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { createYandexTrack } from "#tests/support/yandex-library.ts";
import { refused, setUpYandexServer, YANDEX_AUDIO } from "#tests/support/yandex-session.ts";
import type { YandexOptions } from "#workers/imports/services/yandex/yandex-client.ts";

const { signal } = new AbortController();
const server = setUpYandexServer();
const { connect, lines, setStatus } = server;

describe("locate", () => {
  const locate = (options?: Partial<YandexOptions>) => connect(options).locate("101:500", signal);

  test.each([false, true])("prepares a link that the service accepts (JSON: %s)", async (isLinkInfoJson) => {
    server.state.isLinkInfoJson = isLinkInfoJson;
    const source = await locate();
    expect(source).toMatchObject({ ok: true, value: { fileName: "The Example - Song 101.mp3" } });
    const response = await fetch(source.ok ? source.value.link : "");
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(YANDEX_AUDIO);
  });

  test("sends the token to the API only", async () => {
    await locate();
    const isAuthorized = server.state.requests.map(({ line, authorization }) => [line, authorization !== null]);
    expect(isAuthorized).toContainEqual(["GET /link-info/101/320.mp3", false]);
    expect(isAuthorized).toContainEqual(["GET /tracks/101/download-info", true]);
  });

  test.each([
    [
      [
        { codec: "aac", kbps: 256 },
        { codec: "mp3", kbps: 192 },
      ],
      "256.aac",
    ],
    [
      [
        { codec: "aac", kbps: 320 },
        { codec: "mp3", kbps: 320 },
      ],
      "320.mp3",
    ],
    [
      [
        { codec: "flac", kbps: 900 },
        { codec: "mp3", kbps: 64 },
      ],
      "64.mp3",
    ],
    [
      [
        { codec: "mp3", kbps: 320, isPreview: true },
        { codec: "mp3", kbps: 128 },
      ],
      "128.mp3",
    ],
  ])("of %j it chooses %s", async (formats, file) => {
    server.state.library.formats = formats;
    expect(await locate()).toMatchObject({ value: { link: expect.stringMatching(new RegExp(`/${file}$`)) } });
  });

  test("makes a file name that file systems accept", async () => {
    server.state.library.tracks.set("101", createYandexTrack(101, { title: "A/B: \u202eC?\n", artists: [{ name: "AC\\DC" }] }));
    expect(await locate()).toMatchObject({ value: { fileName: "AC_DC - A_B_ C_.mp3" } });
    server.state.library.tracks.clear();
    expect(await locate()).toMatchObject({ value: { fileName: "101.mp3" } });
  });

  test("previews only need a subscription", async () => {
    server.state.library.formats = [{ codec: "mp3", kbps: 128, isPreview: true }];
    expect(await locate()).toEqual(refused("service-premium-required"));
  });

  test.each([[], [{ codec: "opus", kbps: 128 }]])("a track is not available with the formats %j", async (...formats) => {
    server.state.library.formats = formats;
    expect(await locate()).toEqual(refused("import-not-available"));
  });

  test.each([
    [451, { error: { name: "Unavailable For Legal Reasons" } }, "import-not-available"],
    [403, { error: { name: "not-allowed" } }, "import-not-available"],
    [403, { error: { name: "premium-required" } }, "service-premium-required"],
    [451, { name: "track-download-info-error", message: "active plus subscription required" }, "service-premium-required"],
    [200, { result: { name: "track-download-info-error", message: "no-rights" } }, "import-not-available"],
    [500, {}, "import-info-failed"],
    [200, { result: [{ format: "mp3" }] }, "import-info-failed"],
    [200, { result: { formats: [] } }, "import-info-failed"],
  ])("a list of formats with status %d and %j is %s", async (status, body, code) => {
    setStatus("download-info", status, body);
    expect(await locate()).toEqual(refused(code));
  });

  test.each([
    { how: "html" },
    { how: "cut-off" },
    { how: "status", status: 410 },
    { how: "status", status: 401 },
    { how: "redirect", to: "http://127.0.0.1:9/" },
    { how: "body", body: "<download-info><host>127.0.0.1</host></download-info>" },
    { how: "body", body: { host: "127.0.0.1:9", path: "/music/1", ts: "1", s: "2" } },
    { how: "body", body: { host: "example.com/get-mp3", path: "/music/1", ts: "1", s: "2" } },
    { how: "body", body: { host: "storage.yandex.net", path: "@example.com/", ts: "1", s: "2" } },
  ] as const)("a link is not prepared from %j", async (fault) => {
    server.state.faults.set("link-info", fault);
    expect(await locate()).toEqual(refused("import-not-prepared"));
  });

  test("requests no address outside of the service", async () => {
    const received: unknown[] = [];
    const elsewhere = createServer(({ headers }, response) => response.end(String(received.push(headers))));
    elsewhere.listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    const { port } = elsewhere.address() as AddressInfo;
    const own = new URL(server.origin).host;
    const addresses = [`127.0.0.1:${port}/`, `${own}@127.0.0.1:${port}/`, `user@${own}/`, `${own}.127.0.0.1:${port}/`];
    for (const address of addresses) {
      server.state.library.formats = [{ codec: "mp3", kbps: 320, infoUrl: `http://${address}` }];
      expect(await locate()).toEqual(refused("import-not-prepared"));
    }
    elsewhere.close();
    expect(received).toEqual([]);
  });
});

describe("locate with a key", () => {
  const locate = (fileKey = server.state.fileKey) => connect({ fileKey }).locate("101", signal);

  test("gets the lossless file", async () => {
    const source = await locate();
    expect(source).toMatchObject({ ok: true, value: { fileName: "The Example - Song 101.flac" } });
    expect(lines()).not.toContain("GET /tracks/101/download-info");
  });

  test("falls back to the other formats with an outdated key", async () => {
    expect(await locate("outdated")).toMatchObject({ value: { fileName: "The Example - Song 101.mp3" } });
  });

  test.each([
    { key: "00112233", transport: "encraw" },
    { codec: "vorbis" },
    { quality: "lossless_preview" },
    { url: "http://127.0.0.1:9/file.flac" },
    { url: "", urls: [] },
  ])("falls back for a file with %j", async (fileInfo) => {
    server.state.fileInfo = fileInfo;
    expect(await locate()).toMatchObject({ value: { fileName: "The Example - Song 101.mp3" } });
  });

  test("names a file in an MP4 container", async () => {
    server.state.fileInfo = { codec: "flac-mp4" };
    expect(await locate()).toMatchObject({ value: { fileName: "The Example - Song 101.m4a" } });
  });
});
