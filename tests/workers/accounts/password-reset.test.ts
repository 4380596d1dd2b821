import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { PasswordResetResponse } from "#app/protocol/http.ts";
import { createClient } from "#tests/workers/support/client.ts";
import { hashToken } from "#workers/crypto/hash-token.ts";
import { sweep } from "#workers/jobs/sweep.ts";
import { requestResetLink, waitForMail } from "./reset-mail.ts";
import {
  type Body,
  createMemberWithResetLink,
  fetchUser,
  login,
  NEW,
  query,
  readErrorCode,
  reset,
  verify,
} from "./reset-requests.ts";

/** The cookie of a reset's response: its grant. */
const grantIn = (answer: Response) =>
  /__Host-tutti_grant=(?<grant>\w+)/.exec(answer.headers.get("Set-Cookie") ?? "")?.groups?.grant ?? "";
const withGrant = (grant: string) => createClient({ headers: { Cookie: `__Host-tutti_grant=${grant}` } });
const signInAs = (body: Body, grant: string) => withGrant(grant).post("/api/auth/auto-login", body);

describe("a reset link", () => {
  it("sets a password once, ends all sessions and other links, and notifies the owner", async () => {
    const { member, email, token } = await createMemberWithResetLink();
    const elsewhere = createClient();
    await elsewhere.post("/api/auth/login", { emailOrUsername: email, password: "correct horse" });
    const second = await requestResetLink(email);
    expect([await verify(token), await verify(second)]).toEqual(["valid", "valid"]);

    const answer = await reset({ token, newPassword: NEW });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ userId: expect.stringMatching(/^[a-z2-7]{16}$/), email, name: "Mira" });
    expect([await login(email, "correct horse"), await login(email, NEW)]).toEqual([401, 200]);
    expect([await fetchUser(member), await fetchUser(elsewhere)]).toEqual([null, null]);
    expect([await verify(token), await verify(second)]).toEqual(["used", "used"]);
    for (const spent of [token, second]) {
      expect(await readErrorCode(await reset({ token: spent, newPassword: "another one" }))).toBe("reset-link-used");
    }
    expect((await waitForMail(email, 3)).subject).toBe("Your password was changed");
  });

  it("works once for simultaneous requests", async () => {
    const { email, token } = await createMemberWithResetLink();
    const passwords = ["the first one", "the second one", "the third one"];
    const answers = await Promise.all(passwords.map((newPassword) => reset({ token, newPassword })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    const winner = answers.findIndex(({ status }) => status === 200);
    const statuses = await Promise.all(passwords.map((password) => login(email, password)));
    expect(statuses).toEqual(passwords.map((_, i) => (i === winner ? 200 : 401)));
    expect(answers.map(grantIn).filter((grant) => grant !== "")).toHaveLength(1);
  });

  it("works once if two links of one user are used simultaneously", async () => {
    const { email, token } = await createMemberWithResetLink();
    const second = await requestResetLink(email);
    const answers = await Promise.all([token, second].map((t) => reset({ token: t, newPassword: NEW })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  it("lets the owner in while guesses from many addresses have locked the name", async () => {
    const { email, token } = await createMemberWithResetLink();
    let locked = 401;
    for (let guesses = 0; guesses < 60 && locked === 401; guesses++) locked = await login(email, "a guess");
    expect([locked, await login(email, "correct horse")]).toEqual([429, 429]);
    const answer = await reset({ token, newPassword: NEW });
    expect((await signInAs(await answer.clone().json(), grantIn(answer))).status).toBe(200);
  });

  it("is valid for an hour, and reported as expired for a week", async () => {
    const { email, token } = await createMemberWithResetLink();
    const age = (ms: number) =>
      query(
        "UPDATE password_resets SET created_at_ms = created_at_ms - ?1, expires_at_ms = expires_at_ms - ?1 WHERE token_hash = ?2",
        ms,
        hashToken(token),
      );
    await age(accountLimits.resetTokenMs - 60_000);
    expect(await verify(token)).toBe("valid");
    await age(60_000);
    expect(await verify(token)).toBe("expired");
    expect(await readErrorCode(await reset({ token, newPassword: NEW }))).toBe("reset-link-expired");
    expect(await login(email, "correct horse")).toBe(200);
    await sweep(env, Date.now());
    expect(await verify(token)).toBe("expired");
    await age(accountLimits.resetRetentionMs);
    await sweep(env, Date.now());
    expect(await verify(token)).toBe("invalid");
  });

  it("is refused if the token is missing or forged, or the password is invalid", async () => {
    const { email, token } = await createMemberWithResetLink();
    for (const body of [{}, { token: " " }, { token: 5 }, "null"]) {
      const answers = ["/api/auth/verify-reset-token", "/api/auth/reset-password-with-token"].map(async (path) =>
        readErrorCode(await createClient().post(path, body)),
      );
      expect(await Promise.all(answers)).toEqual(["reset-token-missing", "reset-token-missing"]);
    }
    for (const forged of [hashToken(token), token.toUpperCase(), `${token}a`, token.slice(1), "' OR 1=1 --"]) {
      expect(await verify(forged)).toBe("invalid");
      expect(await readErrorCode(await reset({ token: forged, newPassword: NEW }))).toBe("reset-link-invalid");
    }
    expect(await readErrorCode(await reset({ token, newPassword: "12345" }))).toBe("newPassword: password-too-short");
    expect(await readErrorCode(await reset({ token, newPassword: "x".repeat(2000) }))).toBe("newPassword: password-too-long");
    expect(await readErrorCode(await reset({ token }))).toBe("newPassword: field-required");
    expect(await login(email, "correct horse")).toBe(200);
    expect(await verify(token)).toBe("valid");
  });

  it("has a rate limit per address", async () => {
    const client = createClient();
    const statuses: number[] = [];
    for (let i = 0; i < 62; i++) {
      const body = { token: `guess${i}`, newPassword: NEW };
      const path = i % 2 ? "/api/auth/verify-reset-token" : "/api/auth/reset-password-with-token";
      statuses.push((await client.post(path, body)).status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  it("sets a first password for a user of a provider", async () => {
    const { member, email, token } = await createMemberWithResetLink();
    await query("UPDATE users SET password_hash = NULL WHERE username = ?", member.username);
    expect((await reset({ token, newPassword: NEW })).status).toBe(200);
    expect(await login(email, NEW)).toBe(200);
  });

  it("is not stored in clear text, nor is its grant", async () => {
    const { email, token } = await createMemberWithResetLink();
    const used = await requestResetLink(email);
    const grant = grantIn(await reset({ token: used, newPassword: NEW }));
    expect(grant).toMatch(/^[a-z2-7]{32}$/);
    const { results: tables } = await query(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
    );
    expect(tables.length).toBeGreaterThan(15);
    let dump = "";
    for (const { name } of tables) dump += JSON.stringify((await query(`SELECT * FROM "${name}"`)).results);
    expect(dump).toContain(hashToken(token));
    expect(dump).toContain(hashToken(grant));
    for (const secret of [token, used, grant, NEW]) expect(dump).not.toContain(secret);
  });
});

describe("the sign-in after a reset", () => {
  async function resetNewMember() {
    const { email, token } = await createMemberWithResetLink();
    const answer = await reset({ token, newPassword: NEW });
    return { email, answer, grant: grantIn(answer), body: await answer.json<PasswordResetResponse>() };
  }

  it("uses the grant once", async () => {
    const { answer, grant, body } = await resetNewMember();
    const cookie = answer.headers.get("Set-Cookie") ?? "";
    for (const attribute of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/", "Max-Age=120"]) {
      expect(cookie).toContain(attribute);
    }
    const signedIn = await signInAs(body, grant);
    expect(await signedIn.json()).toMatchObject({ user: { id: body.userId, email: body.email } });
    expect(signedIn.headers.get("Set-Cookie")).toMatch(/__Host-tutti_session=[a-z2-7]{32};/);
    expect(signedIn.headers.get("Set-Cookie")).toMatch(/__Host-tutti_grant=; Max-Age=0;/);
    expect(await readErrorCode(await signInAs(body, grant))).toBe("grant-invalid");
  });

  it("succeeds once for simultaneous requests", async () => {
    const { grant, body } = await resetNewMember();
    const answers = await Promise.all([1, 2, 3].map(() => signInAs(body, grant)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  it("accepts the grant only for its own account", async () => {
    const [own, other] = [await resetNewMember(), await resetNewMember()];
    const bodies = [
      other.body,
      { ...own.body, userId: other.body.userId },
      { ...own.body, email: other.body.email },
      { ...own.body, name: "Another" },
      { userId: own.body.userId },
      "null",
    ];
    for (const body of bodies) expect(await readErrorCode(await signInAs(body as Body, own.grant))).toBe("grant-invalid");
    for (const grant of ["", "made-up", hashToken(own.grant)]) {
      expect(await readErrorCode(await signInAs(own.body, grant))).toBe("grant-invalid");
    }
    expect(await readErrorCode(await createClient().post("/api/auth/auto-login", own.body))).toBe("grant-invalid");
    expect((await signInAs(own.body, own.grant)).status).toBe(200);
  });

  it("is refused after two minutes, and if the account is deleted", async () => {
    const { grant, body } = await resetNewMember();
    await query("UPDATE users SET deleted_at_ms = 1 WHERE id = ?", body.userId);
    expect(await readErrorCode(await signInAs(body, grant))).toBe("grant-invalid");
    await query("UPDATE users SET deleted_at_ms = NULL WHERE id = ?", body.userId);
    const later = "UPDATE password_resets SET grant_expires_at_ms = grant_expires_at_ms - ? WHERE grant_hash = ?";
    await query(later, accountLimits.resetGrantMs, hashToken(grant));
    expect(await readErrorCode(await signInAs(body, grant))).toBe("grant-invalid");
  });

  it("is refused after the next reset", async () => {
    const { email, grant, body } = await resetNewMember();
    await reset({ token: await requestResetLink(email), newPassword: "yet another" });
    expect(await readErrorCode(await signInAs(body, grant))).toBe("grant-invalid");
  });
});
