import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { PROVIDERS, type Provider } from "#app/domain/accounts/provider.ts";
import { createDb } from "#db/client.ts";
import { listLinked } from "#db/queries/linked-accounts.ts";
import { mayStartProviderAuthorization } from "#workers/rate-limits/rate-limits.ts";
import {
  type Browser,
  consent,
  fakeProvidersForEachTest,
  land,
  landingOf,
  newAccount,
  newBrowser,
  newMember,
  providers,
  visit,
} from "./provider-browser.ts";

fakeProvidersForEachTest();

const db = () => createDb(env.DB);
/** What a browser says of a request that another's page makes it send. */
const ELSEWHERE: readonly Record<string, string>[] = [
  { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document" },
  { "Sec-Fetch-Site": "same-site" },
  { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "image" },
  { "Sec-Fetch-Site": "none", "Sec-Fetch-Dest": "iframe" },
  { Origin: "https://evil.example" },
];
const visitsOf = async ({ address }: Browser) => {
  const one = (sql: string) => env.DB.prepare(sql);
  const counted = await one("SELECT count FROM attempts WHERE key = ?")
    .bind(`provider-visit:${address}`)
    .first<number>("count");
  return {
    counted: counted ?? 0,
    kept: (await one("SELECT count(*) AS n FROM provider_authorizations").first<number>("n")) ?? 0,
  };
};
const exchanges = () => providers.asked.filter((line) => line.startsWith("POST"));

/** Somebody new who has said at the provider that it is them: the way back. */
async function wayBack(browser: Browser, provider: Provider, query = ""): Promise<string> {
  providers.setAccount(provider, newAccount());
  return consent(await browser.leave(`/auth/${provider}?${query}`));
}
const stateOf = (back: string) => new URL(back, "http://x").searchParams.get("state") ?? "";

describe("linking", () => {
  const begin = async (browser: Browser) => {
    providers.setAccount("google", newAccount());
    return consent(await browser.leave("/api/auth/link-google?returnTo=/settings"));
  };
  const refused = { path: "/settings", said: { error: "auth.errors.provider-link-failed", provider: "google" } };

  it("is for people who are signed in", async () => {
    const said = { error: "auth.errors.login-required", provider: "google" };
    const guest = newBrowser();
    expect(await visit(guest, { provider: "google", purpose: "link", query: "returnTo=/settings" })).toEqual({
      path: "/settings",
      said,
    });
    const popup = await visit(guest, { provider: "google", purpose: "link", query: "mode=popup&attempt=a" });
    expect(popup).toEqual({ path: "/auth/done", said: { ...said, attempt: "a", result: "failed" } });
    expect([...guest.jar]).toEqual([]);
  });

  it("ends with the session that has begun it", async () => {
    const member = await newMember();
    const back = await begin(member);
    member.jar.delete("tutti_session");
    expect(await land(member, back)).toEqual(refused);
    expect(await listLinked(db(), member.id)).toEqual([]);
    expect(exchanges()).toEqual([]);
  });

  it("is not finished by somebody else, nor in another session of the same person", async () => {
    const member = await newMember();
    const other = await newMember();
    for (const sessionOf of [other, member]) {
      const back = await begin(member);
      if (sessionOf === member) {
        await sessionOf.post("/api/auth/login", { emailOrUsername: member.username, password: "correct horse" });
      }
      const session = sessionOf.jar.get("tutti_session");
      const mixed = new Map(member.jar);
      if (session) mixed.set("tutti_session", session);
      expect(await land(newBrowser({ jar: mixed }), back)).toEqual(refused);
    }
    expect([...(await listLinked(db(), member.id)), ...(await listLinked(db(), other.id))]).toEqual([]);
  });

  it("is not begun by another site", async () => {
    const member = await newMember();
    for (const headers of ELSEWHERE) {
      const response = await member.send("/api/auth/link-google", { headers });
      expect(landingOf(response)).toEqual({ path: "/", said: { error: "auth.errors.origin-refused", provider: "google" } });
      expect(response.headers.get("Set-Cookie")).toBeNull();
    }
    const own = await member.send("/api/auth/link-google", { headers: { "Sec-Fetch-Site": "same-origin" } });
    expect(landingOf(own).path).toMatch(/^http:\/\/127\.0\.0\.1/);
  });

  it("cannot be made of a way that signs in, nor the other way round", async () => {
    const member = await newMember();
    const before = member.jar.get("tutti_session");
    // signed in, and by `/auth/google` somebody else from then on: nothing is linked
    const back = await wayBack(member, "google");
    await land(member, back);
    expect(await listLinked(db(), member.id)).toEqual([]);
    expect(member.jar.get("tutti_session")).not.toEqual(before);
    expect((await member.whoAmI())?.id).not.toBe(member.id);
  });
});

describe("signing in by a provider", () => {
  it("begins a session of its own, whatever was in the browser", async () => {
    const browser = newBrowser();
    browser.jar.set("tutti_session", { value: "a".repeat(32), path: "/" });
    await land(browser, await wayBack(browser, "github"));
    expect(browser.jar.get("tutti_session")?.value).not.toBe("a".repeat(32));
    expect(await browser.whoAmI()).toBeDefined();
  });

  it("goes on in several windows at once", async () => {
    const browser = newBrowser();
    const [first, second] = [
      await wayBack(browser, "google", "returnTo=/one"),
      await wayBack(browser, "spotify", "returnTo=/two"),
    ];
    expect((await land(browser, second)).path).toBe("/two");
    expect((await land(browser, first)).path).toBe("/one");
  });

  it("keeps its cookie from scripts, other sites and other pages", async () => {
    const response = await newBrowser().send("/auth/google");
    const cookie = response.headers.get("Set-Cookie") ?? "";
    for (const attribute of ["HttpOnly", "SameSite=Lax", "Secure", "Path=/auth", "Max-Age=600"])
      expect(cookie).toContain(attribute);
    const there = landingOf(response).said;
    for (const secret of [there["state"], there["code_challenge"], "verifier"]) expect(cookie).not.toContain(secret);
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
  ])("sends nobody to %j", async (returnTo) => {
    const query = `returnTo=${encodeURIComponent(returnTo)}`;
    const browser = newBrowser();
    expect(await land(browser, await wayBack(browser, "github", query))).toEqual({ path: "/", said: {} });
    providers.setAccount("github", null);
    expect((await visit(newBrowser(), { provider: "github", query })).path).toBe("/");
  });

  it("keeps what the page's address says, but for what an earlier way has said", async () => {
    const query = `returnTo=${encodeURIComponent("/?showAuth=true&error=old&provider=google&success=x#top")}`;
    const browser = newBrowser();
    expect(await land(browser, await wayBack(browser, "github", query))).toEqual({ path: "/", said: { showAuth: "true" } });
  });

  it("lets no foreign text into the outcome", async () => {
    providers.setAccount("github", null);
    for (const attempt of ["<b>", "x".repeat(65), "a b"]) {
      const query = new URLSearchParams({ mode: "popup", attempt }).toString();
      expect((await visit(newBrowser(), { provider: "github", query })).said["attempt"]).toBe("");
    }
  });

  it("is not begun by another site, and none of the address's visits is used up there", async () => {
    const browser = newBrowser();
    const before = await visitsOf(browser);
    for (const headers of ELSEWHERE) {
      const response = await browser.send("/auth/google?returnTo=/rooms", { headers });
      expect(landingOf(response)).toEqual({
        path: "/rooms",
        said: { error: "auth.errors.origin-refused", provider: "google" },
      });
      expect(response.headers.get("Set-Cookie")).toBeNull();
    }
    expect(await visitsOf(browser)).toEqual(before);
    for (const site of ["same-origin", "none"]) {
      const headers = { "Sec-Fetch-Site": site, "Sec-Fetch-Dest": "document" };
      expect(landingOf(await browser.send("/auth/google", { headers })).path).toMatch(/^http:\/\/127\.0\.0\.1/);
    }
    expect(await visitsOf(browser)).toEqual({ counted: before.counted + 2, kept: before.kept + 2 });
  });

  it("is limited for an address, and for no other", async () => {
    const browser = newBrowser();
    for (let i = 0; i < 100; i++) await mayStartProviderAuthorization(db(), browser.address, Date.now());
    const said = { error: "auth.errors.too-many-attempts", provider: "google" };
    expect(await visit(browser, { provider: "google" })).toEqual({ path: "/", said });
    expect((await newBrowser().leave("/auth/google")).pathname).toBe("/google/authorize");
  });

  it("leaves the pages beside it alone", async () => {
    for (const path of ["/auth/facebook", "/auth/google2", "/auth/google/callback2", "/api/auth/link-facebook"]) {
      const response = await newBrowser()
        .send(path)
        .catch(() => null);
      expect(response?.headers.get("Location") ?? null).toBeNull();
    }
    expect((await newBrowser().post("/api/auth/unlink-facebook")).status).toBe(404);
  });
});

it("nothing of what providers hand out is kept or logged", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  for (const provider of PROVIDERS) {
    const browser = newBrowser();
    await land(browser, await wayBack(browser, provider));
    providers.setFault(provider, { at: "profile", how: "status-500" });
    const failing = newBrowser();
    await land(failing, await wayBack(failing, provider));
  }
  const open = newBrowser();
  const state = (await open.leave("/auth/google")).searchParams.get("state") ?? "";
  const back = await wayBack(open, "github");
  const tables = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  ).all<{
    name: string;
  }>();
  const rows = await Promise.all(
    tables.results.map(async ({ name }) => (await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results),
  );
  const kept = JSON.stringify([rows, logged.mock.calls]);
  expect(kept).toContain("provider_user_id");
  expect(logged).toHaveBeenCalledTimes(3);
  expect(providers.secrets.length).toBeGreaterThan(15);
  for (const secret of [...providers.secrets, state, stateOf(back)]) expect(kept).not.toContain(secret);
});
