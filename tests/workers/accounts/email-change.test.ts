import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { SessionResponse } from "#app/protocol/http.ts";
import { createDb } from "#db/client.ts";
import { insertPasswordReset } from "#db/queries/password-resets.ts";
import { updateProfile } from "#db/queries/profile.ts";
import { findUser } from "#db/queries/users.ts";
import { clientFor } from "#tests/workers/permissions/callers.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { seedUser } from "#tests/workers/support/seed-user.ts";
import { hashToken } from "#workers/crypto/hash-token.ts";
import { listMailsTo } from "./reset-mail.ts";

const PASSWORD = "correct horse";

async function registerOwner() {
  const member = await registerUser();
  const { user } = await (await member.fetch("/api/_auth/session")).json<SessionResponse>();
  if (!user) throw new Error("no user");
  return { member, id: user.id, email: user.email, other: `other-${user.email}` };
}

const move = (client: Client, args: object) => client.refusal("users.updateUserProfile", args);
const rowOf = (id: Parameters<typeof findUser>[1]) => findUser(createDb(env.DB), id);

describe("a change of the email", () => {
  it("requires the current password", async () => {
    const { member, id, email, other } = await registerOwner();
    expect(await move(member, { id, email: other })).toBe("password-wrong");
    expect(await move(member, { id, email: other, currentPassword: "wrong horse" })).toBe("password-wrong");
    expect(await move(member, { id, name: "Eve", email: other, currentPassword: "" })).toBe("password-wrong");
    expect(await rowOf(id)).toMatchObject({ name: "Mira", email });
    expect(await listMailsTo(email)).toEqual([]);
    // only the letter case differs
    expect(await move(member, { id, email: email.toUpperCase() })).toBeUndefined();
    expect(await move(member, { id, email: other, currentPassword: PASSWORD })).toBeUndefined();
    expect(await rowOf(id)).toMatchObject({ email: other });
  });

  it("limits password guesses per session, so that others cannot use up the owner's attempts", async () => {
    const { member, id, email, other } = await registerOwner();
    for (let tries = 0; tries < 10; tries++) {
      expect(await move(member, { id, email: other, currentPassword: `guess ${tries}` })).toBe("password-wrong");
    }
    expect(await move(member, { id, email: other, currentPassword: PASSWORD })).toBe("too-many-attempts");
    const elsewhere = createClient();
    await elsewhere.post("/api/auth/login", { emailOrUsername: email, password: PASSWORD });
    expect(await move(elsewhere, { id, email: other, currentPassword: PASSWORD })).toBeUndefined();
  });

  it("requires a sign-in within ten minutes if no password is set", async () => {
    const self = await seedUser("Self");
    const { id } = self.person;
    const browser = clientFor(self);
    vi.setSystemTime(Date.now() + accountLimits.recentSignInMs);
    expect(await move(browser, { id, email: `late-${self.username}@example.org` })).toBe("recent-sign-in-required");
    expect(await move(browser, { id, name: "Late" })).toBeUndefined();
    vi.setSystemTime(Date.now() - 60_000);
    expect(await move(browser, { id, email: `soon-${self.username}@example.org` })).toBeUndefined();
  });

  it("invalidates reset links and notifies the previous address", async () => {
    const { member, id, email, other } = await registerOwner();
    const nowMs = Date.now();
    const reset = { tokenHash: hashToken(`${email} first`), userId: id, createdAtMs: nowMs, expiresAtMs: nowMs + 60_000 };
    const row = await rowOf(id);
    if (!row) throw new Error("no user");
    await insertPasswordReset(createDb(env.DB), reset, row);
    const states = async () =>
      (await env.DB.prepare("SELECT used_at_ms FROM password_resets WHERE user_id = ?").bind(id).all()).results;
    await member.call("users.updateUserProfile", { id, name: "Mira S", email: email.toUpperCase() });
    expect(await states()).toEqual([{ used_at_ms: null }]);
    expect(await listMailsTo(email)).toEqual([]);
    await member.call("users.updateUserProfile", { id, email: other, currentPassword: PASSWORD });
    expect(await states()).toEqual([{ used_at_ms: expect.any(Number) }]);
    const letters = await listMailsTo(email.toUpperCase());
    expect(letters).toHaveLength(1);
    expect(letters[0]?.text).not.toContain(other);
  });

  it("sends the notice in the language of the request", async () => {
    const { member, id, email, other } = await registerOwner();
    const headers = { "Content-Type": "application/json", Origin: "https://tutti.test", "Accept-Language": "ru" };
    const args = { id, email: other, currentPassword: PASSWORD };
    const body = JSON.stringify({ path: "users:updateUserProfile", format: "json", args });
    await member.fetch("/api/mutation", { method: "POST", headers, body });
    expect((await listMailsTo(email))[0]?.text).toMatch(/[а-я]{3}/);
  });

  it("has a stricter rate limit than other changes", async () => {
    const { member, id, email } = await registerOwner();
    const outcomes: (string | undefined)[] = [];
    for (let i = 0; i < 12; i++) outcomes.push(await move(member, { id, email: `a${i}-${email}`, currentPassword: PASSWORD }));
    expect(outcomes).toEqual([...Array(10).fill(undefined), "too-many-attempts-day", "too-many-attempts-day"]);
    expect(await move(member, { id, name: "Still" })).toBeUndefined();
  });

  it("fails if the email or password has changed since the verification", async () => {
    const { id, email, other } = await registerOwner();
    const row = await rowOf(id);
    if (!row) throw new Error("no user");
    const change = (expected: Pick<typeof row, "email" | "passwordHash">) =>
      updateProfile(createDb(env.DB), id, { edit: { email: other }, expected, notice: null, nowMs: Date.now() });
    expect(await change({ ...row, email: `earlier-${email}` })).toBeNull();
    expect(await change({ ...row, passwordHash: null })).toBeNull();
    expect(await rowOf(id)).toMatchObject({ email });
    expect(await change(row)).toMatchObject({ email: other });
  });
});
