import { createExecutionContext, env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { SessionResponse } from "#app/protocol/http.ts";
import { seedUser } from "#tests/workers/support/seed-user.ts";
import worker from "#workers/app.ts";
import { hashPassword } from "#workers/crypto/password-hash.ts";

const HTTPS = "https://tutti.example";
const LOCAL = "http://localhost:8787";
const PASSWORD = "correct horse";

async function send(url: string, { bindings = {}, ...init }: RequestInit & { bindings?: object } = {}) {
  const request = new Request(url, { redirect: "manual", ...init });
  return worker.fetch(request as never, { ...env, ...bindings }, createExecutionContext());
}

let users = 0;

/** The `Set-Cookie` headers of a sign-in. */
async function signInAt(origin: string, bindings = {}): Promise<readonly string[]> {
  users += 1;
  const { username } = await seedUser("Mira", { username: `cookies_${users}`, passwordHash: await hashPassword(PASSWORD) });
  const body = JSON.stringify({ emailOrUsername: username, password: PASSWORD });
  const headers = { "Content-Type": "application/json" };
  const response = await send(`${origin}/api/auth/login`, { method: "POST", headers, body, bindings });
  expect(response.status).toBe(200);
  return response.headers.getAll("Set-Cookie");
}

async function isSignedIn(origin: string, cookie: string): Promise<boolean> {
  const response = await send(`${origin}/api/_auth/session`, { headers: { Cookie: cookie } });
  return (await response.json<SessionResponse>()).user !== undefined;
}

const nameAndAttributes = (cookie: string) => cookie.replace(/=[^;]*/, "").replace(/ Max-Age=\d+;/, "");
const readValue = (cookie = "") => /=([^;]*)/.exec(cookie)?.[1] ?? "";

describe("the cookies of a sign-in", () => {
  it.each([
    [HTTPS, {}],
    ["http://127.0.0.1:8787", { PUBLIC_ORIGIN: HTTPS }],
  ])("belong to this host alone over HTTPS: %s %o", async (origin, bindings) => {
    expect((await signInAt(origin, bindings)).map(nameAndAttributes)).toEqual([
      "__Host-tutti_session; Path=/; HttpOnly; Secure; SameSite=Lax",
      "__Host-tutti_browser; Path=/; HttpOnly; Secure; SameSite=Lax",
    ]);
  });

  it.each([
    [LOCAL, {}],
    [HTTPS, { PUBLIC_ORIGIN: LOCAL }],
  ])("have no prefix over HTTP: %s %o", async (origin, bindings) => {
    expect((await signInAt(origin, bindings)).map(nameAndAttributes)).toEqual([
      "tutti_session; Path=/; HttpOnly; SameSite=Lax",
      "tutti_browser; Path=/; HttpOnly; SameSite=Lax",
    ]);
  });
});

describe("a session cookie", () => {
  it("is accepted under its own name only", async () => {
    const token = readValue((await signInAt(HTTPS))[0]);
    expect(await isSignedIn(HTTPS, `__Host-tutti_session=${token}`)).toBe(true);
    expect(await isSignedIn(LOCAL, `tutti_session=${token}`)).toBe(true);
    expect(await isSignedIn(LOCAL, `__Host-tutti_session=${token}`)).toBe(false);
    for (const name of [
      ...["tutti_session", "__Secure-tutti_session", "__host-tutti_session", "__Host-tutti_session2"],
      // browsers do not see the prefix of these
      ...["=__Host-tutti_session", "\u00a0__Host-tutti_session", "\u0085__Host-tutti_session", "\u000b__Host-tutti_session"],
    ]) {
      expect([name, await isSignedIn(HTTPS, `${name}=${token}`)]).toEqual([name, false]);
    }
  });

  it("cannot be replaced by one that another host has set", async () => {
    const [own, foreign] = [readValue((await signInAt(HTTPS))[0]), readValue((await signInAt(HTTPS))[0])];
    const response = await send(`${HTTPS}/api/_auth/session`, {
      headers: { Cookie: `tutti_session=${foreign}; __Host-tutti_session=${own}` },
    });
    expect((await response.json<SessionResponse>()).user?.username).toBe(`cookies_${users - 1}`);
  });
});

it("an authorization that another host has set does not sign a browser in to the account of another person", async () => {
  const bindings = { GITHUB_CLIENT_ID: "id", GITHUB_CLIENT_SECRET: "secret" };
  const started = await send(`${HTTPS}/auth/github?returnTo=/mine`, { bindings });
  const state = new URL(started.headers.get("Location") ?? "").searchParams.get("state") ?? "";
  const [cookie = ""] = started.headers.getAll("Set-Cookie");
  expect(cookie).toMatch(/^__Host-tutti_authorization_\w+=/);
  const foreign = cookie.split(";")[0]?.replace("__Host-", "") ?? "";
  const callback = `${HTTPS}/auth/github/callback?state=${state}&error=access_denied`;
  const follow = async (sent: string) =>
    (await send(callback, { headers: { Cookie: sent }, bindings })).headers.get("Location");
  expect(await follow(foreign)).toMatch(/^\/\?error=/);
  expect(await follow(`__Host-${foreign}`)).toMatch(/^\/mine/);
});
