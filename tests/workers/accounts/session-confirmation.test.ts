import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { createDb } from "#db/client.ts";
import { listLinkedAccounts } from "#db/queries/linked-accounts.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import {
  authorize,
  type Browser,
  createProviderAccount,
  installFakeProviders,
  providers,
  registerInBrowser,
} from "./provider-browser.ts";

installFakeProviders();

const PASSWORD = "correct horse";
const LINK = { provider: "google", purpose: "link", query: "returnTo=/settings" } as const;
const REFUSED = { path: "/settings", params: { error: "auth.errors.recent-sign-in-required", provider: "google" } };
const LINKED = { path: "/settings", params: { success: "provider-linked", provider: "google" } };

const confirm = (browser: Browser, currentPassword: unknown) => browser.post("/api/auth/confirm", { currentPassword });
const readRefusal = async (answer: Response) => {
  const { code, field } = await answer.json<{ code: string; field?: string }>();
  return { status: answer.status, code, ...(field && { field }) };
};

/** A user with a password, in a session that began ten minutes ago. */
async function registerWithOldSession() {
  const member = await registerInBrowser();
  await ageSessions(member.id);
  providers.setAccount("google", createProviderAccount());
  return member;
}

/** Puts all times of the user's sessions ten minutes into the past. */
async function ageSessions(userId: string): Promise<void> {
  await env.DB.prepare(
    "UPDATE sessions SET created_at_ms = created_at_ms - ?1, confirmed_at_ms = confirmed_at_ms - ?1 WHERE user_id = ?2",
  )
    .bind(accountLimits.recentSignInMs, userId)
    .run();
}

describe("linking a provider", () => {
  it("is refused in an old session until the password confirms it, for ten minutes", async () => {
    const member = await registerWithOldSession();
    expect(await authorize(member, LINK)).toEqual(REFUSED);
    const popup = await authorize(member, { ...LINK, query: "mode=popup&attempt=a" });
    expect(popup.params).toEqual({ ...REFUSED.params, attempt: "a", result: "failed" });
    expect(await listLinkedAccounts(createDb(env.DB), member.id)).toEqual([]);

    const confirmed = await confirm(member, PASSWORD);
    expect([confirmed.status, await confirmed.json()]).toEqual([200, { success: true }]);
    expect(await authorize(member, LINK)).toEqual(LINKED);

    await ageSessions(member.id);
    expect(await authorize(member, LINK)).toEqual(REFUSED);
  });

  it("is accepted in a recent session without a confirmation", async () => {
    const member = await registerInBrowser();
    providers.setAccount("google", createProviderAccount());
    expect(await authorize(member, LINK)).toEqual(LINKED);
  });

  it("is not permitted by the confirmation of another session of the same user", async () => {
    const member = await registerWithOldSession();
    const other = await registerInBrowser();
    await other.post("/api/auth/login", { emailOrUsername: member.username, password: PASSWORD });
    await confirm(other, PASSWORD);
    expect(await authorize(member, LINK)).toEqual(REFUSED);
  });
});

describe("the confirmation of a session", () => {
  it("is refused with a wrong or missing password, and after ten attempts", async () => {
    const member = await registerWithOldSession();
    const wrong = { status: 403, code: "password-wrong", field: "currentPassword" };
    for (let attempt = 0; attempt < 10; attempt++) expect(await readRefusal(await confirm(member, "a guess"))).toEqual(wrong);
    expect(await readRefusal(await confirm(member, PASSWORD))).toEqual({ status: 429, code: "too-many-attempts" });
    expect(await readRefusal(await confirm(member, ""))).toEqual(wrong);
    expect((await readRefusal(await confirm(member, undefined))).code).toBe("all-fields-required");
    expect(await authorize(member, LINK)).toEqual(REFUSED);
  });

  it("is refused to guests, to tokens and to other sites", async () => {
    const member = await registerWithOldSession();
    const body = { method: "POST", body: JSON.stringify({ currentPassword: PASSWORD }) };
    const json = { "Content-Type": "application/json" };
    const { token } = await (await member.send("/api/ably/token")).json<{ token: string }>();
    const headers = { ...json, Origin: ORIGIN, Authorization: `Bearer ${token}` };
    expect((await readRefusal(await member.send("/api/auth/confirm", { ...body, headers }))).code).toBe("token-insufficient");
    const elsewhere = { ...json, Origin: "https://evil.example" };
    expect((await member.send("/api/auth/confirm", { ...body, headers: elsewhere })).status).toBe(403);
    const form = { Origin: ORIGIN, "Content-Type": "text/plain" };
    expect((await member.send("/api/auth/confirm", { ...body, headers: form })).status).not.toBe(200);
    expect(await authorize(member, LINK)).toEqual(REFUSED);
    member.jar.clear();
    expect((await readRefusal(await confirm(member, PASSWORD))).code).toBe("login-required");
  });

  it("is refused to an account without a password, whose sign-in is the only proof", async () => {
    const member = await registerInBrowser();
    await env.DB.prepare("UPDATE users SET password_hash = NULL WHERE id = ?").bind(member.id).run();
    for (const password of ["", PASSWORD]) {
      expect((await readRefusal(await confirm(member, password))).code).toBe("recent-sign-in-required");
    }
    await ageSessions(member.id);
    expect(await authorize(member, LINK)).toEqual(REFUSED);
  });

  it("is part of the account that the page loads", async () => {
    const member = await registerWithOldSession();
    const load = async () => {
      const call = { path: "users.getCurrentUser", args: { email: member.email }, format: "json" };
      const { value } = await (await member.post("/api/query", call)).json<{ value: { isSessionRecent: boolean } }>();
      return value.isSessionRecent;
    };
    expect(await load()).toBe(false);
    await confirm(member, PASSWORD);
    expect(await load()).toBe(true);
    await ageSessions(member.id);
    expect(await load()).toBe(false);
  });
});
