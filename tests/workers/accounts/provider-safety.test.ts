import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { PROVIDERS, type Provider } from "#app/domain/accounts/provider.ts";
import { createDb } from "#db/client.ts";
import { listLinkedAccounts } from "#db/queries/linked-accounts.ts";
import { allowProviderAuthorization } from "#workers/rate-limits/sign-in-limits.ts";
import {
  authorize,
  authorizeAtProvider,
  type Browser,
  createBrowser,
  createProviderAccount,
  followCallback,
  installFakeProviders,
  providers,
  readRedirect,
  registerInBrowser,
} from "./provider-browser.ts";

installFakeProviders();

const db = () => createDb(env.DB);
/** The headers of a request that another site's page makes the browser send. */
const ELSEWHERE: readonly Record<string, string>[] = [
  { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document" },
  { "Sec-Fetch-Site": "same-site" },
  { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "image" },
  { "Sec-Fetch-Site": "none", "Sec-Fetch-Dest": "iframe" },
  { Origin: "https://evil.example" },
];
const countAuthorizations = async ({ address }: Browser) => {
  const one = (sql: string) => env.DB.prepare(sql);
  const counted = await one("SELECT count FROM attempts WHERE key = ?")
    .bind(`provider-authorization/address:${address}`)
    .first<number>("count");
  return {
    counted: counted ?? 0,
    stored: (await one("SELECT count(*) AS n FROM provider_authorizations").first<number>("n")) ?? 0,
  };
};
const exchanges = () => providers.receivedRequests.filter((line) => line.startsWith("POST"));

/** Authorizes a new account at the provider. Returns the callback URL. */
async function startAndConsent(browser: Browser, provider: Provider, query = ""): Promise<string> {
  providers.setAccount(provider, createProviderAccount());
  return authorizeAtProvider(await browser.startAuthorization(`/auth/${provider}?${query}`));
}
const stateOf = (back: string) => new URL(back, "http://x").searchParams.get("state") ?? "";

describe("linking", () => {
  const startLinkAndConsent = async (browser: Browser) => {
    providers.setAccount("google", createProviderAccount());
    return authorizeAtProvider(await browser.startAuthorization("/api/auth/link-google?returnTo=/settings"));
  };
  const refused = { path: "/settings", params: { error: "auth.errors.provider-link-failed", provider: "google" } };

  it("requires a session", async () => {
    const params = { error: "auth.errors.login-required", provider: "google" };
    const guest = createBrowser();
    expect(await authorize(guest, { provider: "google", purpose: "link", query: "returnTo=/settings" })).toEqual({
      path: "/settings",
      params,
    });
    const popup = await authorize(guest, { provider: "google", purpose: "link", query: "mode=popup&attempt=a" });
    expect(popup).toEqual({ path: "/auth/done", params: { ...params, attempt: "a", result: "failed" } });
    expect([...guest.jar]).toEqual([]);
  });

  it("fails if the session that started it has ended", async () => {
    const member = await registerInBrowser();
    const callback = await startLinkAndConsent(member);
    member.jar.delete("__Host-tutti_session");
    expect(await followCallback(member, callback)).toEqual(refused);
    expect(await listLinkedAccounts(db(), member.id)).toEqual([]);
    expect(exchanges()).toEqual([]);
  });

  it("cannot be finished by another user or in another session", async () => {
    const member = await registerInBrowser();
    const other = await registerInBrowser();
    for (const sessionOf of [other, member]) {
      const callback = await startLinkAndConsent(member);
      if (sessionOf === member) {
        await sessionOf.post("/api/auth/login", { emailOrUsername: member.username, password: "correct horse" });
      }
      const session = sessionOf.jar.get("__Host-tutti_session");
      const mixed = new Map(member.jar);
      if (session) mixed.set("__Host-tutti_session", session);
      expect(await followCallback(createBrowser({ jar: mixed }), callback)).toEqual(refused);
    }
    expect([...(await listLinkedAccounts(db(), member.id)), ...(await listLinkedAccounts(db(), other.id))]).toEqual([]);
  });

  it("cannot be started by another site", async () => {
    const member = await registerInBrowser();
    for (const headers of ELSEWHERE) {
      const response = await member.send("/api/auth/link-google", { headers });
      expect(readRedirect(response)).toEqual({
        path: "/",
        params: { error: "auth.errors.origin-refused", provider: "google" },
      });
      expect(response.headers.get("Set-Cookie")).toBeNull();
    }
    const own = await member.send("/api/auth/link-google", { headers: { "Sec-Fetch-Site": "same-origin" } });
    expect(readRedirect(own).path).toMatch(/^http:\/\/127\.0\.0\.1/);
  });

  it("cannot be made from a sign-in, nor a sign-in from a link", async () => {
    const member = await registerInBrowser();
    const before = member.jar.get("__Host-tutti_session");
    // a sign-in while signed in switches to the other account and links nothing
    const callback = await startAndConsent(member, "google");
    await followCallback(member, callback);
    expect(await listLinkedAccounts(db(), member.id)).toEqual([]);
    expect(member.jar.get("__Host-tutti_session")).not.toEqual(before);
    expect((await member.fetchUser())?.id).not.toBe(member.id);
  });
});

describe("sign-in with a provider", () => {
  it("creates a new session that replaces the browser's previous one", async () => {
    const browser = createBrowser();
    browser.jar.set("__Host-tutti_session", { value: "a".repeat(32), path: "/" });
    await followCallback(browser, await startAndConsent(browser, "github"));
    expect(browser.jar.get("__Host-tutti_session")?.value).not.toBe("a".repeat(32));
    expect(await browser.fetchUser()).toBeDefined();
  });

  it("works in several windows at once", async () => {
    const browser = createBrowser();
    const [first, second] = [
      await startAndConsent(browser, "google", "returnTo=/one"),
      await startAndConsent(browser, "spotify", "returnTo=/two"),
    ];
    expect((await followCallback(browser, second)).path).toBe("/two");
    expect((await followCallback(browser, first)).path).toBe("/one");
  });

  it("hides its cookie from scripts and other sites", async () => {
    const response = await createBrowser().send("/auth/google");
    const cookie = response.headers.get("Set-Cookie") ?? "";
    for (const attribute of ["HttpOnly", "SameSite=Lax", "Secure", "Path=/", "Max-Age=600"])
      expect(cookie).toContain(attribute);
    const params = readRedirect(response).params;
    for (const secret of [params["state"], params["code_challenge"], "verifier"]) expect(cookie).not.toContain(secret);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/.//evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "room",
  ])("does not redirect to %j", async (returnTo) => {
    const query = `returnTo=${encodeURIComponent(returnTo)}`;
    const browser = createBrowser();
    expect(await followCallback(browser, await startAndConsent(browser, "github", query))).toEqual({ path: "/", params: {} });
    providers.setAccount("github", null);
    expect((await authorize(createBrowser(), { provider: "github", query })).path).toBe("/");
  });

  it("keeps the page's query, except for an earlier result", async () => {
    const query = `returnTo=${encodeURIComponent("/?showAuth=true&error=old&provider=google&success=x#top")}`;
    const browser = createBrowser();
    expect(await followCallback(browser, await startAndConsent(browser, "github", query))).toEqual({
      path: "/",
      params: { showAuth: "true" },
    });
  });

  it("puts no text of the request into the result", async () => {
    providers.setAccount("github", null);
    for (const attempt of ["<b>", "x".repeat(65), "a b"]) {
      const query = new URLSearchParams({ mode: "popup", attempt }).toString();
      expect((await authorize(createBrowser(), { provider: "github", query })).params["attempt"]).toBe("");
    }
  });

  it("cannot be started by another site, which does not count against the limit", async () => {
    const browser = createBrowser();
    const before = await countAuthorizations(browser);
    for (const headers of ELSEWHERE) {
      const response = await browser.send("/auth/google?returnTo=/rooms", { headers });
      expect(readRedirect(response)).toEqual({
        path: "/rooms",
        params: { error: "auth.errors.origin-refused", provider: "google" },
      });
      expect(response.headers.get("Set-Cookie")).toBeNull();
    }
    expect(await countAuthorizations(browser)).toEqual(before);
    for (const site of ["same-origin", "none"]) {
      const headers = { "Sec-Fetch-Site": site, "Sec-Fetch-Dest": "document" };
      expect(readRedirect(await browser.send("/auth/google", { headers })).path).toMatch(/^http:\/\/127\.0\.0\.1/);
    }
    expect(await countAuthorizations(browser)).toEqual({ counted: before.counted + 2, stored: before.stored + 2 });
  });

  it("has a rate limit per address", async () => {
    const browser = createBrowser();
    for (let i = 0; i < 100; i++) await allowProviderAuthorization(db(), browser.address, Date.now());
    const params = { error: "auth.errors.too-many-attempts", provider: "google" };
    expect(await authorize(browser, { provider: "google" })).toEqual({ path: "/", params });
    expect((await createBrowser().startAuthorization("/auth/google")).pathname).toBe("/google/authorize");
  });

  it("does not affect other pages under /auth", async () => {
    for (const path of ["/auth/facebook", "/auth/google2", "/auth/google/callback2", "/api/auth/link-facebook"]) {
      const response = await createBrowser()
        .send(path)
        .catch(() => null);
      expect(response?.headers.get("Location") ?? null).toBeNull();
    }
    expect((await createBrowser().post("/api/auth/unlink-facebook")).status).toBe(404);
  });
});

it("codes and access tokens of providers are neither stored nor logged", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  for (const provider of PROVIDERS) {
    const browser = createBrowser();
    await followCallback(browser, await startAndConsent(browser, provider));
    providers.setFault(provider, { at: "profile", how: "status-500" });
    const failing = createBrowser();
    await followCallback(failing, await startAndConsent(failing, provider));
  }
  const open = createBrowser();
  const state = (await open.startAuthorization("/auth/google")).searchParams.get("state") ?? "";
  const callback = await startAndConsent(open, "github");
  const tables = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  ).all<{
    name: string;
  }>();
  const rows = await Promise.all(
    tables.results.map(async ({ name }) => (await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results),
  );
  const recorded = JSON.stringify([rows, logged.mock.calls]);
  expect(recorded).toContain("provider_user_id");
  expect(logged).toHaveBeenCalledTimes(3);
  expect(providers.secrets.length).toBeGreaterThan(15);
  for (const secret of [...providers.secrets, state, stateOf(callback)]) expect(recorded).not.toContain(secret);
});
