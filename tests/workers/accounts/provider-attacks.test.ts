import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { PROVIDERS, type Provider } from "#app/domain/accounts/provider.ts";
import type { UserId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { linkAccount, listLinkedAccounts } from "#db/queries/linked-accounts.ts";
import { createNotice } from "./account-with-content.ts";
import {
  authorize,
  authorizeAtProvider,
  type Browser,
  createBrowser,
  createProviderAccount,
  followCallback,
  installFakeProviders,
  providers,
  type RedirectTarget,
  registerInBrowser,
} from "./provider-browser.ts";

installFakeProviders();

const db = () => createDb(env.DB);
const FAILED = (provider: Provider): RedirectTarget => ({ path: "/", params: { error: `${provider}_oauth_failed`, provider } });
const exchanges = () => providers.receivedRequests.filter((line) => line.startsWith("POST"));

/** Authorizes a new account at the provider. Returns the callback URL. */
async function startAndConsent(browser: Browser, provider: Provider, query = ""): Promise<string> {
  providers.setAccount(provider, createProviderAccount());
  return authorizeAtProvider(await browser.startAuthorization(`/auth/${provider}?${query}`));
}

describe.each(PROVIDERS)("the callback of %s", (provider) => {
  it("accepts a state once", async () => {
    const browser = createBrowser();
    const callback = await startAndConsent(browser, provider, "returnTo=/room/x");
    const copy = createBrowser({ jar: new Map(browser.jar) });
    expect((await followCallback(browser, callback)).params).toEqual({});
    expect(await followCallback(browser, callback)).toEqual(FAILED(provider));
    // with the cookie too
    expect(await followCallback(copy, callback)).toEqual({ ...FAILED(provider), path: "/room/x" });
    expect(await copy.fetchUser()).toBeUndefined();
    expect(exchanges()).toHaveLength(1);
  });

  it("accepts a state once for simultaneous requests", async () => {
    const browser = createBrowser();
    const callback = await startAndConsent(browser, provider);
    const copy = createBrowser({ jar: new Map(browser.jar) });
    const results = await Promise.all([followCallback(browser, callback), followCallback(copy, callback)]);
    expect(results.filter(({ params }) => params["error"] === undefined)).toHaveLength(1);
    expect(exchanges()).toHaveLength(1);
  });

  it("refuses a browser that has not started the authorization", async () => {
    const attacker = createBrowser();
    const callback = await startAndConsent(attacker, provider);
    const victim = createBrowser();
    // even if that browser has an authorization of its own
    await victim.startAuthorization(`/auth/${provider}`);
    expect(await followCallback(victim, callback)).toEqual(FAILED(provider));
    expect(await victim.fetchUser()).toBeUndefined();
    expect(exchanges()).toEqual([]);
  });

  it("refuses the cookie of another authorization under the expected name", async () => {
    const attacker = createBrowser();
    const callback = await startAndConsent(attacker, provider);
    const victim = createBrowser();
    await victim.startAuthorization(`/auth/${provider}`);
    const [name = ""] = [...attacker.jar.keys()].filter((key) => key.startsWith("__Host-tutti_authorization_"));
    const [own] = [...victim.jar.values()];
    if (own) victim.jar.set(name, own);
    expect(await followCallback(victim, callback)).toEqual(FAILED(provider));
    victim.jar.set(name, { value: "A".repeat(200), path: "/" });
    expect(await followCallback(victim, callback)).toEqual(FAILED(provider));
    expect(await victim.fetchUser()).toBeUndefined();
    expect(exchanges()).toEqual([]);
  });

  it("refuses the code of another authorization", async () => {
    const attacker = createBrowser();
    const stolen = new URL(await startAndConsent(attacker, provider), "http://x").searchParams.get("code") ?? "";
    const victim = createBrowser();
    const own = new URL(await startAndConsent(victim, provider), "http://x");
    own.searchParams.set("code", stolen);
    expect(await followCallback(victim, `${own.pathname}${own.search}`)).toEqual(FAILED(provider));
    expect(await victim.fetchUser()).toBeUndefined();
    expect(exchanges()).toHaveLength(1);
  });

  it("refuses the state of another provider", async () => {
    for (const other of PROVIDERS.filter((name) => name !== provider)) {
      const browser = createBrowser();
      const callback = await startAndConsent(browser, provider, "mode=popup&attempt=a");
      expect((await followCallback(browser, callback.replace(`/auth/${provider}`, `/auth/${other}`))).params).toMatchObject({
        provider,
        result: "failed",
        error: "auth.errors.provider-failed",
      });
      expect((await followCallback(browser, callback)).params["error"]).toBe(`${provider}_oauth_failed`);
      expect(await browser.fetchUser()).toBeUndefined();
    }
    expect(exchanges()).toEqual([]);
  });

  it("refuses a state after ten minutes", async () => {
    for (const [waitedMs, isIn] of [
      [accountLimits.providerAuthorizationMs - 1000, true],
      [accountLimits.providerAuthorizationMs + 1, false],
    ] as const) {
      const browser = createBrowser();
      const callback = await startAndConsent(browser, provider);
      vi.setSystemTime(Date.now() + waitedMs);
      const result = await followCallback(browser, callback);
      vi.useRealTimers();
      expect(result).toEqual(isIn ? { path: "/", params: {} } : FAILED(provider));
    }
  });

  it("reports that the user or the provider has refused", async () => {
    providers.setAccount(provider, null);
    expect(await authorize(createBrowser(), { provider, query: "returnTo=/room/x" })).toEqual({
      ...FAILED(provider),
      path: "/room/x",
    });
    const popup = await authorize(createBrowser(), { provider, query: "mode=popup&attempt=a" });
    expect(popup).toEqual({
      path: "/auth/done",
      params: { attempt: "a", provider, result: "failed", error: "auth.errors.provider-failed" },
    });
    const member = await registerInBrowser();
    expect((await authorize(member, { provider, purpose: "link" })).params["error"]).toBe("auth.errors.provider-link-failed");
  });

  it("refuses empty and malformed queries", async () => {
    for (const query of ["", "code=x", "state=", "state=x&code=y", `state=${"x".repeat(5000)}&code=y`, "state=a&state=b"]) {
      expect(await followCallback(createBrowser(), `/auth/${provider}/callback?${query}`)).toEqual(FAILED(provider));
    }
  });

  it("sends the PKCE verifier of the authorization", async () => {
    const authorizationUrl = await createBrowser().startAuthorization(`/auth/${provider}`);
    expect(authorizationUrl.searchParams.get("code_challenge_method")).toBe("S256");
    const challenge = authorizationUrl.searchParams.get("code_challenge") ?? "";
    expect(challenge).toMatch(/^[\w-]{43}$/);
    // the fake provider refuses the verifier of another authorization
    const browser = createBrowser();
    providers.setAccount(provider, createProviderAccount());
    const own = await browser.startAuthorization(`/auth/${provider}`);
    own.searchParams.set("code_challenge", challenge);
    expect(await followCallback(browser, await authorizeAtProvider(own))).toEqual(FAILED(provider));
    expect(exchanges()).toHaveLength(1);
  });

  it.each([true, false])(
    "never signs in to an existing account with the same email (verified by the provider: %s)",
    async (isEmailVerified) => {
      const member = await registerInBrowser();
      providers.setAccount(provider, { ...createProviderAccount(), email: member.email.toUpperCase(), isEmailVerified });
      const browser = createBrowser();
      const result = await authorize(browser, { provider });
      expect(result.params).toEqual({ error: "auth.errors.provider-email-exists", provider });
      expect(await browser.fetchUser()).toBeUndefined();
      expect(await listLinkedAccounts(db(), member.id)).toEqual([]);
    },
  );

  it("does not sign in to a deleted account", async () => {
    const account = createProviderAccount();
    providers.setAccount(provider, account);
    const browser = createBrowser();
    await authorize(browser, { provider });
    const { id } = (await browser.fetchUser()) ?? {};
    // the removal deletes links; this one is left over
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (const mark of ["deleted_at_ms = 1", "email_key = id"]) {
      await env.DB.prepare(`UPDATE users SET ${mark} WHERE id = ?`).bind(id).run();
      const again = createBrowser();
      expect((await authorize(again, { provider })).params["error"]).toBeDefined();
      expect(await again.fetchUser()).toBeUndefined();
    }
    const other: Provider = provider === "google" ? "github" : "google";
    const link = {
      provider: other,
      providerUserId: "later",
      userId: id ?? ("" as UserId),
      provenEmailKey: null,
      createdAtMs: 1,
    };
    const session = await env.DB.prepare("SELECT token_hash FROM sessions WHERE user_id = ?").bind(id).first("token_hash");
    expect(await linkAccount(db(), link, { sessionId: String(session), nowMs: Date.now(), mail: createNotice() })).toBe(false);
  });
});
