import { createExecutionContext, env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { HttpFailure } from "#app/protocol/http.ts";
import { LOBBY_VERSION } from "#app/protocol/lobby-messages.ts";
import { PROTOCOL_VERSION } from "#app/protocol/room-messages.ts";
import worker from "#workers/app.ts";

const PUBLIC_ORIGIN = "https://music.example";
const LOOPBACK = "http://127.0.0.1:8787";

type Incoming = { readonly url: string; readonly bindings?: object; readonly method?: string; readonly body?: string };

async function send({ url, bindings = {}, ...init }: Incoming, headers: Readonly<Record<string, string>> = {}) {
  const request = new Request(url, { ...init, redirect: "manual", headers });
  const response = await worker.fetch(request as never, { ...env, ...bindings }, createExecutionContext());
  response.webSocket?.accept();
  response.webSocket?.close(1000);
  return response;
}

async function codeOf(response: Response): Promise<string> {
  if (response.webSocket) return "socket";
  return response.ok ? "ok" : (await response.json<HttpFailure>()).code;
}

/** A request that changes nothing and that anyone may send, so that only its origin decides. */
const read = (origin: string) => ({
  url: `${origin}/api/query`,
  method: "POST",
  body: '{"path":"rooms:getPublicRoomsWithAuthors"}',
});
const JSON_TYPE = { "Content-Type": "application/json" };

describe("the origin of a write", () => {
  it.each([
    [PUBLIC_ORIGIN, "ok"],
    ["https://evil.example", "origin-refused"],
    ["http://music.example", "origin-refused"],
    ["https://music.example:8443", "origin-refused"],
    ["https://blog.music.example", "origin-refused"],
    ["https://music.example.evil.example", "origin-refused"],
    ["https://music.example.", "origin-refused"],
    ["https://MUSIC.example", "origin-refused"],
    ["https://evil.example@music.example", "origin-refused"],
    ["https://music.example/", "origin-refused"],
    [LOOPBACK, "origin-refused"],
    ["null", "origin-refused"],
    ["", "origin-refused"],
    ["https://music.example, https://evil.example", "origin-refused"],
    ["https://evil.example, https://music.example", "origin-refused"],
  ])("is compared with PUBLIC_ORIGIN: '%s' is %s", async (origin, code) => {
    for (const host of [LOOPBACK, "http://evil.example", "http://blog.music.example", "http://music.example:8787"]) {
      const response = await send({ ...read(host), bindings: { PUBLIC_ORIGIN } }, { ...JSON_TYPE, Origin: origin });
      expect([host, await codeOf(response)]).toEqual([host, code]);
    }
  });

  it.each([
    ["https://music.example:443", "https://music.example", "ok"],
    ["https://MUSIC.example/", "https://music.example", "ok"],
    ["https://music.example:8443/path?x#y", "https://music.example:8443", "ok"],
    ["https://music.example:8443", "https://music.example", "origin-refused"],
    ["http://[fd00:0::1]:8080", "http://[fd00::1]:8080", "ok"],
    ["https://музыка.example", "https://xn--80anjg9azc.example", "ok"],
  ])("is compared with the origin of %s: %s is %s", async (configured, origin, code) => {
    const response = await send(
      { ...read(LOOPBACK), bindings: { PUBLIC_ORIGIN: configured } },
      { ...JSON_TYPE, Origin: origin },
    );
    expect(await codeOf(response)).toBe(code);
  });

  it.each([
    [LOOPBACK, LOOPBACK, "ok"],
    [LOOPBACK, "http://localhost:8787", "origin-refused"],
    [LOOPBACK, "http://127.0.0.1:8788", "origin-refused"],
    [LOOPBACK, "https://127.0.0.1:8787", "origin-refused"],
    ["http://[0:0::1]:8787", "http://[::1]:8787", "ok"],
    ["http://LOCALHOST:8787", "http://localhost:8787", "ok"],
    ["http://2130706433:8787", LOOPBACK, "ok"],
    ["https://tutti.example", "https://tutti.example", "ok"],
    ["https://tutti.example:443", "https://tutti.example", "ok"],
    ["https://tutti.example", "null", "origin-refused"],
  ])("is compared with the request's without PUBLIC_ORIGIN: at %s, %s is %s", async (host, origin, code) => {
    expect(await codeOf(await send(read(host), { ...JSON_TYPE, Origin: origin }))).toBe(code);
  });

  it.each([
    ["same-origin", "ok"],
    ["none", "ok"],
    ["same-site", "origin-refused"],
    ["cross-site", "origin-refused"],
  ])("is given by Sec-Fetch-Site in its absence: %s is %s", async (site, code) => {
    expect(await codeOf(await send(read(LOOPBACK), { ...JSON_TYPE, "Sec-Fetch-Site": site }))).toBe(code);
  });
});

/** Every socket, and the download that another site could use up. */
const CHECKED_READS = [
  `/api/rooms/none/socket?v=${PROTOCOL_VERSION}`,
  `/api/lobby/socket?v=${LOBBY_VERSION}`,
  "/api/1.48.0/sync",
  "/api/account/export",
];

describe.each(CHECKED_READS)("%s", (path) => {
  it.each(["https://evil.example", "https://blog.music.example", "http://127.0.0.1:8787", "null"])(
    "refuses %s",
    async (origin) => {
      const headers = { Upgrade: "websocket", Origin: origin };
      expect(await codeOf(await send({ url: `${LOOPBACK}${path}`, bindings: { PUBLIC_ORIGIN } }, headers))).toBe(
        "origin-refused",
      );
    },
  );

  it("accepts PUBLIC_ORIGIN", async () => {
    const headers = { Upgrade: "websocket", Origin: PUBLIC_ORIGIN };
    const code = await codeOf(await send({ url: `${LOOPBACK}${path}`, bindings: { PUBLIC_ORIGIN } }, headers));
    expect(code).toBe(path.endsWith("export") ? "login-required" : "socket");
  });
});

describe("a path", () => {
  const PATHS = [
    "//evil.example/api/query",
    "///evil.example/api/query",
    "/\\evil.example/api/query",
    "/.//evil.example/api/query",
    "/%2e//evil.example/api/query",
    "/x/..//evil.example/api/query",
    "/x/%2E%2e/\\evil.example/api/query",
    "//evil.example/",
    "//",
  ];

  it.each(PATHS)("that names another host is refused: %s", async (path) => {
    for (const bindings of [{ PUBLIC_ORIGIN }, {}]) {
      const headers = { ...JSON_TYPE, Origin: "https://evil.example" };
      const written = await send({ ...read(LOOPBACK), url: `${LOOPBACK}${path}`, bindings }, headers);
      expect([written.status, await codeOf(written)]).toEqual([400, "path-refused"]);
      expect(written.headers.get("X-Request-Id")).not.toBeNull();
      const page = await send({ url: `${LOOPBACK}${path}`, bindings });
      expect([page.status, await codeOf(page)]).toEqual([400, "path-refused"]);
    }
  });

  it.each(["/%ff%fe", "/room/%", "/api/%e0%a4", "/media/audio/%zz"])("that cannot be decoded is refused: %s", async (path) => {
    const response = await send({ url: `${LOOPBACK}${path}`, bindings: {} });
    expect([response.status, await codeOf(response)]).toEqual([400, "path-refused"]);
  });

  it.each(CHECKED_READS)("that names another host opens nothing: //evil.example%s", async (path) => {
    const headers = { Upgrade: "websocket", Origin: "https://evil.example" };
    const response = await send({ url: `${LOOPBACK}//evil.example${path}`, bindings: { PUBLIC_ORIGIN } }, headers);
    expect(await codeOf(response)).toBe("path-refused");
  });

  it.each(["/%2fevil.example/api/query", "/%5Cevil.example/api/query", "/%252fevil.example"])(
    "with an encoded slash names nothing: %s",
    async (path) => {
      const response = await send({ ...read(LOOPBACK), url: `${LOOPBACK}${path}`, bindings: { PUBLIC_ORIGIN } });
      expect(response.status).toBe(405);
    },
  );
});
