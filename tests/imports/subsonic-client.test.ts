import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SUBSONIC_ACCOUNT } from "#tests/support/fake-subsonic.ts";
import type { SubsonicFault } from "#tests/support/subsonic-faults.ts";
import { createSong } from "#tests/support/subsonic-library.ts";
import { type SubsonicServer, startSubsonicServer } from "#tests/support/subsonic-server.ts";
import { waitUntil } from "#tests/support/wait.ts";
import { createSubsonicClient } from "#workers/imports/services/subsonic/subsonic-client.ts";

const { username, password, apiKey } = SUBSONIC_ACCOUNT;
const PASSWORD_LOGIN = { kind: "password", username, password } as const;
const KEY_LOGIN = { kind: "api-key", apiKey } as const;
const signal = new AbortController().signal;
const refusal = (code: string, detail?: object) => ({ ok: false, error: { code, ...(detail && { detail }) } });

let server: SubsonicServer;
beforeAll(async () => {
  server = await startSubsonicServer({ songs: [createSong({ id: "1" })], playlists: [] });
});
afterAll(() => server.close());
beforeEach(() => server.reset());

const createClient = (login: Parameters<typeof createSubsonicClient>[0]["login"] = PASSWORD_LOGIN) =>
  createSubsonicClient({ address: server.origin, login });
const received = () =>
  server.receivedRequests.map(({ pathname, searchParams }) => ({ pathname, ...Object.fromEntries(searchParams) }));

describe("login at a Subsonic server", () => {
  it("proves a password with a token, salted for each request", async () => {
    const client = createClient();
    expect(await client.check(signal)).toEqual({ ok: true, value: username });
    await client.check(signal);
    const [first, second] = server.receivedRequests.map((url) => url.searchParams);
    expect(received()[0]).toMatchObject({ pathname: "/rest/ping.view", u: username, v: "1.16.1", c: "Tutti", f: "json" });
    expect(first?.get("s")?.length).toBeGreaterThanOrEqual(6);
    expect(first?.get("s")).not.toBe(second?.get("s"));
    expect(first?.has("p")).toBe(false);
    expect(decodeURIComponent(server.receivedRequests.join())).not.toContain(password);
    expect(client.isPasswordSent()).toBe(false);
  });

  it.each(["refused", "unknown"] as const)("sends the password if tokens are %s, and remembers that", async (tokens) => {
    server.setFeatures({ tokens });
    const client = createClient();
    expect(await client.check(signal)).toEqual({ ok: true, value: username });
    expect(await client.check(signal)).toEqual({ ok: true, value: username });
    const hex = Buffer.from(password).toString("hex");
    expect(received().map((request) => ("p" in request ? request.p : "token"))).toEqual(["token", `enc:${hex}`, `enc:${hex}`]);
    expect(received()[1]).not.toHaveProperty("t");
    expect(client.isPasswordSent()).toBe(true);
  });

  it("tries the password only once", async () => {
    server.setFault("ping", { how: "error", code: 41 });
    expect(await createClient().check(signal)).toEqual(refusal("service-login-refused"));
    expect(received()).toHaveLength(2);
  });

  it("keeps the password from a server that knows tokens and misses another parameter", async () => {
    server.setFault("ping", { how: "error", code: 10 });
    expect(await createClient().check(signal)).toEqual(refusal("service-unreachable"));
    expect(received()).toHaveLength(1);
  });

  it("sends an API key without a name, and asks whose it is", async () => {
    expect(await createClient(KEY_LOGIN).check(signal)).toEqual({ ok: true, value: username });
    expect(received()).toMatchObject([{ apiKey }, { pathname: "/rest/tokenInfo.view", apiKey }]);
    for (const request of received()) for (const name of ["u", "p", "t", "s"]) expect(request).not.toHaveProperty(name);
  });

  it("names the account of an API key after the server if it has no name", async () => {
    server.setFeatures({ hasTokenInfo: false });
    expect(await createClient(KEY_LOGIN).check(signal)).toEqual({ ok: true, value: "127.0.0.1" });
    server.setFeatures({});
    server.setFault("tokenInfo", { how: "edit", edit: (response) => ({ ...response, tokenInfo: null }) });
    expect(await createClient(KEY_LOGIN).check(signal)).toEqual({ ok: true, value: "127.0.0.1" });
    server.setFault("tokenInfo", { how: "error", code: 44 });
    expect(await createClient(KEY_LOGIN).check(signal)).toEqual(refusal("service-login-refused"));
  });

  it("is refused with a wrong password, name or key, or if the server has no keys", async () => {
    const wrong = [
      { ...PASSWORD_LOGIN, password: "wrong" },
      { ...PASSWORD_LOGIN, username: "other" },
      { ...KEY_LOGIN, apiKey: "wrong" },
    ];
    for (const login of wrong) expect(await createClient(login).check(signal)).toEqual(refusal("service-login-refused"));
    server.setFeatures({ hasApiKeys: false });
    expect(await createClient(KEY_LOGIN).check(signal)).toEqual(refusal("service-login-refused"));
  });

  it("works below a path and with the fetch that is given", async () => {
    const urls: string[] = [];
    const send: typeof fetch = (url, init) => {
      urls.push(String(url));
      return fetch(url, init);
    };
    const client = createSubsonicClient({ address: `${server.origin}/my/music`, login: PASSWORD_LOGIN, send });
    expect(await client.check(signal)).toMatchObject({ ok: true });
    expect(urls).toHaveLength(1);
    expect(received()[0]?.pathname).toBe("/my/music/rest/ping.view");
  });
});

const error = (code: number): SubsonicFault => ({ how: "error", code });
const status = (value: number, retryAfter?: string): SubsonicFault => ({
  how: "status",
  status: value,
  ...(retryAfter !== undefined && { retryAfter }),
});

describe("failures of a Subsonic server", () => {
  it.each<[string, SubsonicFault, object]>([
    ["a generic error", error(0), refusal("service-unreachable")],
    ["an old client", error(20), refusal("service-not-subsonic")],
    ["an old server", error(30), refusal("service-not-subsonic")],
    ["a wrong login", error(40), refusal("service-login-refused")],
    ["a login of an unsupported kind", error(42), refusal("service-login-refused")],
    ["conflicting logins", error(43), refusal("service-login-refused")],
    ["a wrong key", error(44), refusal("service-login-refused")],
    ["a missing right", error(50), refusal("service-login-refused")],
    ["the end of a trial", error(60), refusal("service-premium-required")],
    ["an error that comes with HTTP status 401", { how: "error", code: 60, status: 401 }, refusal("service-premium-required")],
    [
      "an error code as text",
      { how: "edit", edit: (r) => ({ ...r, error: { code: "60" } }) },
      refusal("service-premium-required"),
    ],
    ["an error without a code", { how: "edit", edit: (r) => ({ ...r, status: "failed" }) }, refusal("service-unreachable")],
    ["too many requests", status(429, "7"), refusal("service-not-subsonic")],
    ["too many requests, without a time", status(429), refusal("service-not-subsonic")],
    ["an overloaded server", status(503, "9"), refusal("service-not-subsonic")],
    ["an overloaded server, without a time", status(503), refusal("service-not-subsonic")],
    ["an internal error", status(500), refusal("service-not-subsonic")],
    ["an internal error of the API", { how: "error", code: 0, status: 500 }, refusal("service-not-subsonic")],
    ["a proxy without its server", status(502), refusal("service-not-subsonic")],
    ["the login of a proxy", status(401), refusal("service-not-subsonic")],
    ["an address without the API", status(404), refusal("service-not-subsonic")],
    ["a web page", { how: "html" }, refusal("service-not-subsonic")],
    ["other JSON", { how: "body", body: '{"status":"ok"}' }, refusal("service-not-subsonic")],
    ["an empty body", { how: "body", body: "" }, refusal("service-not-subsonic")],
    ["a connection that breaks", { how: "cut-off", afterBytes: 10 }, refusal("service-not-subsonic")],
  ])("have their error codes: %s", async (_, fault, expected) => {
    server.setFault("ping", fault);
    expect(await createClient().check(signal)).toEqual(expected);
  });

  it("include a redirect, which is not followed", async () => {
    server.setFault("ping", { how: "redirect", location: `${server.origin}/elsewhere/rest/ping.view` });
    expect(await createClient().check(signal)).toEqual(refusal("service-not-subsonic"));
    expect(received()).toHaveLength(1);
  });

  it("include a server that does not respond", async () => {
    const closed = await startSubsonicServer();
    await closed.close();
    const client = createSubsonicClient({ address: closed.origin, login: PASSWORD_LOGIN });
    expect(await client.check(signal)).toEqual(refusal("service-not-subsonic"));
  });

  it("include a request that is cancelled while the response arrives", async () => {
    server.setFault("ping", { how: "slow", pieceBytes: 1, everyMs: 60_000 });
    const controller = new AbortController();
    const checked = createClient().check(controller.signal);
    await waitUntil(() => server.receivedRequests.length > 0);
    controller.abort();
    expect(await checked).toEqual(refusal("service-not-subsonic"));
  });

  it.each<[string, SubsonicFault]>([
    ["compressed", { how: "gzip" }],
    ["in pieces", { how: "slow", pieceBytes: 40, everyMs: 1 }],
    ["with another content type", { how: "content-type", contentType: "text/plain" }],
  ])("do not include a response %s", async (_, fault) => {
    server.setFault("*", fault);
    expect(await createClient().search("song", signal)).toMatchObject({ ok: true, value: { tracks: [{ id: "1" }] } });
  });

  it("depend on the operation", async () => {
    const client = createClient();
    const outcomesOf = async (code: number) => {
      server.setFault("*", error(code));
      const outcomes = [
        client.search("song", signal),
        client.resolve({ kind: "track", id: "1" }, signal),
        client.locate?.("1", signal),
      ];
      return (await Promise.all(outcomes)).map((outcome) => (outcome?.ok ? "ok" : outcome?.error.code));
    };
    expect(await outcomesOf(0)).toEqual(["service-search-failed", "service-unreachable", "import-info-failed"]);
    expect(await outcomesOf(50)).toEqual(["service-login-refused", "service-login-refused", "import-not-available"]);
    expect(await outcomesOf(70)).toEqual(["service-item-not-found", "service-item-not-found", "import-not-available"]);
    expect(await outcomesOf(40)).toEqual(Array(3).fill("service-login-refused"));
    server.setFault("*", { how: "html" });
    expect(await client.search("song", signal)).toEqual(refusal("service-not-subsonic"));
    expect(await client.locate?.("1", signal)).toEqual(refusal("service-not-subsonic"));
    server.setFault("*", status(429, "3"));
    expect(await client.locate?.("1", signal)).toEqual(refusal("service-busy", { waitSeconds: 3 }));
  });
});
