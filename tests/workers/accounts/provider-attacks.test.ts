import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { PROVIDERS, type Provider } from "#app/domain/accounts/provider.ts";
import type { UserId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { linkAccount, listLinked } from "#db/queries/linked-accounts.ts";
import { newFarewell } from "./account-with-content.ts";
import {
  type Browser,
  consent,
  fakeProvidersForEachTest,
  type Landing,
  land,
  newAccount,
  newBrowser,
  newMember,
  providers,
  visit,
} from "./provider-browser.ts";

fakeProvidersForEachTest();

const db = () => createDb(env.DB);
const FAILED = (provider: Provider): Landing => ({ path: "/", said: { error: `${provider}_oauth_failed`, provider } });
const exchanges = () => providers.asked.filter((line) => line.startsWith("POST"));

/** Somebody new who has said at the provider that it is them: the way back. */
async function wayBack(browser: Browser, provider: Provider, query = ""): Promise<string> {
  providers.setAccount(provider, newAccount());
  return consent(await browser.leave(`/auth/${provider}?${query}`));
}

describe.each(PROVIDERS)("a way back from %s", (provider) => {
  it("is gone once, whoever comes again with it", async () => {
    const browser = newBrowser();
    const back = await wayBack(browser, provider, "returnTo=/room/x");
    const copy = newBrowser({ jar: new Map(browser.jar) });
    expect((await land(browser, back)).said).toEqual({});
    expect(await land(browser, back)).toEqual(FAILED(provider));
    // with the cookie, too
    expect(await land(copy, back)).toEqual({ ...FAILED(provider), path: "/room/x" });
    expect(await copy.whoAmI()).toBeUndefined();
    expect(exchanges()).toHaveLength(1);
  });

  it("is gone once by two at the same time", async () => {
    const browser = newBrowser();
    const back = await wayBack(browser, provider);
    const copy = newBrowser({ jar: new Map(browser.jar) });
    const landings = await Promise.all([land(browser, back), land(copy, back)]);
    expect(landings.filter(({ said }) => said["error"] === undefined)).toHaveLength(1);
    expect(exchanges()).toHaveLength(1);
  });

  it("leads nobody in who has not begun it", async () => {
    const attacker = newBrowser();
    const back = await wayBack(attacker, provider);
    const victim = newBrowser();
    // on a way of their own, even
    await victim.leave(`/auth/${provider}`);
    expect(await land(victim, back)).toEqual(FAILED(provider));
    expect(await victim.whoAmI()).toBeUndefined();
    expect(exchanges()).toEqual([]);
  });

  it("is not opened by another way's cookie under its name", async () => {
    const attacker = newBrowser();
    const back = await wayBack(attacker, provider);
    const victim = newBrowser();
    await victim.leave(`/auth/${provider}`);
    const [name = ""] = [...attacker.jar.keys()].filter((key) => key.startsWith("tutti_authorization_"));
    const [own] = [...victim.jar.values()];
    if (own) victim.jar.set(name, own);
    expect(await land(victim, back)).toEqual(FAILED(provider));
    victim.jar.set(name, { value: "A".repeat(200), path: "/auth" });
    expect(await land(victim, back)).toEqual(FAILED(provider));
    expect(await victim.whoAmI()).toBeUndefined();
    expect(exchanges()).toEqual([]);
  });

  it("brings nothing with the code of another way", async () => {
    const attacker = newBrowser();
    const stolen = new URL(await wayBack(attacker, provider), "http://x").searchParams.get("code") ?? "";
    const victim = newBrowser();
    const own = new URL(await wayBack(victim, provider), "http://x");
    own.searchParams.set("code", stolen);
    expect(await land(victim, `${own.pathname}${own.search}`)).toEqual(FAILED(provider));
    expect(await victim.whoAmI()).toBeUndefined();
    expect(exchanges()).toHaveLength(1);
  });

  it("ends nowhere but at the callback of its own provider", async () => {
    for (const other of PROVIDERS.filter((name) => name !== provider)) {
      const browser = newBrowser();
      const back = await wayBack(browser, provider, "mode=popup&attempt=a");
      expect((await land(browser, back.replace(`/auth/${provider}`, `/auth/${other}`))).said).toMatchObject({
        provider,
        result: "failed",
        error: "auth.errors.provider-failed",
      });
      expect((await land(browser, back)).said["error"]).toBe(`${provider}_oauth_failed`);
      expect(await browser.whoAmI()).toBeUndefined();
    }
    expect(exchanges()).toEqual([]);
  });

  it("comes too late after ten minutes", async () => {
    for (const [waitedMs, isIn] of [
      [accountLimits.providerAuthorizationMs - 1000, true],
      [accountLimits.providerAuthorizationMs + 1, false],
    ] as const) {
      const browser = newBrowser();
      const back = await wayBack(browser, provider);
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + waitedMs });
      const landing = await land(browser, back);
      vi.useRealTimers();
      expect(landing).toEqual(isIn ? { path: "/", said: {} } : FAILED(provider));
    }
  });

  it("says that they have refused or that it was cancelled", async () => {
    providers.setAccount(provider, null);
    expect(await visit(newBrowser(), { provider, query: "returnTo=/room/x" })).toEqual({
      ...FAILED(provider),
      path: "/room/x",
    });
    const popup = await visit(newBrowser(), { provider, query: "mode=popup&attempt=a" });
    expect(popup).toEqual({
      path: "/auth/done",
      said: { attempt: "a", provider, result: "failed", error: "auth.errors.provider-failed" },
    });
    const member = await newMember();
    expect((await visit(member, { provider, purpose: "link" })).said["error"]).toBe("auth.errors.provider-link-failed");
  });

  it("is made of nothing at all in vain", async () => {
    for (const query of ["", "code=x", "state=", "state=x&code=y", `state=${"x".repeat(5000)}&code=y`, "state=a&state=b"]) {
      expect(await land(newBrowser(), `/auth/${provider}/callback?${query}`)).toEqual(FAILED(provider));
    }
  });

  it("proves with every exchange that it was begun here (PKCE)", async () => {
    const there = await newBrowser().leave(`/auth/${provider}`);
    expect(there.searchParams.get("code_challenge_method")).toBe("S256");
    const challenge = there.searchParams.get("code_challenge") ?? "";
    expect(challenge).toMatch(/^[\w-]{43}$/);
    // the stand-in refuses any other verifier: this one is of another way
    const browser = newBrowser();
    providers.setAccount(provider, newAccount());
    const own = await browser.leave(`/auth/${provider}`);
    own.searchParams.set("code_challenge", challenge);
    expect(await land(browser, await consent(own))).toEqual(FAILED(provider));
    expect(exchanges()).toHaveLength(1);
  });

  it.each([true, false])("never joins the account that has its email, proven there (%s) or not", async (isEmailVerified) => {
    const member = await newMember();
    providers.setAccount(provider, { ...newAccount(), email: member.email.toUpperCase(), isEmailVerified });
    const stranger = newBrowser();
    const landing = await visit(stranger, { provider });
    expect(landing.said).toEqual({ error: "auth.errors.provider-email-exists", provider });
    expect(await stranger.whoAmI()).toBeUndefined();
    expect(await listLinked(db(), member.id)).toEqual([]);
  });

  it("does not lead into an account that is being deleted", async () => {
    const account = newAccount();
    providers.setAccount(provider, account);
    const browser = newBrowser();
    await visit(browser, { provider });
    const { id } = (await browser.whoAmI()) ?? {};
    // links go with the mark; this one has survived it
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (const mark of ["deleted_at_ms = 1", "email_key = id"]) {
      await env.DB.prepare(`UPDATE users SET ${mark} WHERE id = ?`).bind(id).run();
      const again = newBrowser();
      expect((await visit(again, { provider })).said["error"]).toBeDefined();
      expect(await again.whoAmI()).toBeUndefined();
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
    expect(await linkAccount(db(), link, { sessionId: String(session), nowMs: Date.now(), mail: newFarewell() })).toBe(false);
  });
});
