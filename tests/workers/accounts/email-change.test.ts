import { env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { SessionAnswer } from "#app/protocol/http.ts";
import { createDb } from "#db/client.ts";
import { insertPasswordReset } from "#db/queries/password-resets.ts";
import { updateProfile } from "#db/queries/profile.ts";
import { findUser } from "#db/queries/users.ts";
import { browserOf, seedUser } from "#tests/workers/permissions/callers.ts";
import { type Client, newClient, newMember } from "#tests/workers/support/client.ts";
import { tokenHash } from "#workers/crypto/token-hash.ts";
import { mailsTo } from "./reset-mail.ts";

const PASSWORD = "correct horse";

afterEach(() => void vi.useRealTimers());

async function newOwner() {
  const member = await newMember();
  const { user } = await (await member.fetch("/api/_auth/session")).json<SessionAnswer>();
  if (!user) throw new Error("nobody");
  return { member, id: user.id, email: user.email, other: `other-${user.email}` };
}

const move = (client: Client, args: object) => client.refusal("users.updateUserProfile", args);
const rowOf = (id: Parameters<typeof findUser>[1]) => findUser(createDb(env.DB), id);

describe("another email", () => {
  it("takes the current password, which an open session does not tell", async () => {
    const { member, id, email, other } = await newOwner();
    expect(await move(member, { id, email: other })).toBe("password-wrong");
    expect(await move(member, { id, email: other, currentPassword: "wrong horse" })).toBe("password-wrong");
    expect(await move(member, { id, name: "Eve", email: other, currentPassword: "" })).toBe("password-wrong");
    expect(await rowOf(id)).toMatchObject({ name: "Mira", email });
    expect(await mailsTo(email)).toEqual([]);
    // it is no other one
    expect(await move(member, { id, email: email.toUpperCase() })).toBeUndefined();
    expect(await move(member, { id, email: other, currentPassword: PASSWORD })).toBeUndefined();
    expect(await rowOf(id)).toMatchObject({ email: other });
  });

  it("is no place to guess the password, and strangers use up nobody's tries there", async () => {
    const { member, id, email, other } = await newOwner();
    for (let tries = 0; tries < 10; tries++) {
      expect(await move(member, { id, email: other, currentPassword: `guess ${tries}` })).toBe("password-wrong");
    }
    expect(await move(member, { id, email: other, currentPassword: PASSWORD })).toBe("too-many-attempts");
    const elsewhere = newClient();
    await elsewhere.post("/api/auth/login", { emailOrUsername: email, password: PASSWORD });
    expect(await move(elsewhere, { id, email: other, currentPassword: PASSWORD })).toBeUndefined();
  });

  it("takes a sign-in of the last ten minutes where no password is set", async () => {
    const self = await seedUser("Self");
    const { id } = self.person;
    const browser = browserOf(self);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + accountLimits.recentSignInMs });
    expect(await move(browser, { id, email: `late-${self.username}@example.org` })).toBe("sign-in-again");
    expect(await move(browser, { id, name: "Late" })).toBeUndefined();
    vi.setSystemTime(Date.now() - 60_000);
    expect(await move(browser, { id, email: `soon-${self.username}@example.org` })).toBeUndefined();
  });

  it("ends the links to a new password, and tells the old address", async () => {
    const { member, id, email, other } = await newOwner();
    const nowMs = Date.now();
    const reset = { tokenHash: tokenHash(`${email} first`), userId: id, createdAtMs: nowMs, expiresAtMs: nowMs + 60_000 };
    const asRead = await rowOf(id);
    if (!asRead) throw new Error("nobody");
    await insertPasswordReset(createDb(env.DB), reset, asRead);
    const states = async () =>
      (await env.DB.prepare("SELECT used_at_ms FROM password_resets WHERE user_id = ?").bind(id).all()).results;
    await member.call("users.updateUserProfile", { id, name: "Mira S", email: email.toUpperCase() });
    expect(await states()).toEqual([{ used_at_ms: null }]);
    expect(await mailsTo(email)).toEqual([]);
    await member.call("users.updateUserProfile", { id, email: other, currentPassword: PASSWORD });
    expect(await states()).toEqual([{ used_at_ms: expect.any(Number) }]);
    const letters = await mailsTo(email.toUpperCase());
    expect(letters).toHaveLength(1);
    expect(letters[0]?.text).not.toContain(other);
  });

  it("is written about in the language that the person reads", async () => {
    const { member, id, email, other } = await newOwner();
    const headers = { "Content-Type": "application/json", Origin: "https://tutti.test", "Accept-Language": "ru" };
    const args = { id, email: other, currentPassword: PASSWORD };
    const body = JSON.stringify({ path: "users:updateUserProfile", format: "json", args });
    await member.fetch("/api/mutation", { method: "POST", headers, body });
    expect((await mailsTo(email))[0]?.text).toMatch(/[а-я]{3}/);
  });

  it("may be had only so often, and other changes more often", async () => {
    const { member, id, email } = await newOwner();
    const outcomes: (string | undefined)[] = [];
    for (let i = 0; i < 12; i++) outcomes.push(await move(member, { id, email: `a${i}-${email}`, currentPassword: PASSWORD }));
    expect(outcomes).toEqual([...Array(10).fill(undefined), "too-many-attempts", "too-many-attempts"]);
    expect(await move(member, { id, name: "Still" })).toBeUndefined();
  });

  it("is not had by what was read before somebody else changed it, or the password", async () => {
    const { id, email, other } = await newOwner();
    const asRead = await rowOf(id);
    if (!asRead) throw new Error("nobody");
    const change = (before: Pick<typeof asRead, "email" | "passwordHash">) =>
      updateProfile(createDb(env.DB), id, { edit: { email: other }, asRead: before, farewell: null, nowMs: Date.now() });
    expect(await change({ ...asRead, email: `earlier-${email}` })).toBeNull();
    expect(await change({ ...asRead, passwordHash: null })).toBeNull();
    expect(await rowOf(id)).toMatchObject({ email });
    expect(await change(asRead)).toMatchObject({ email: other });
  });
});
