import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { ResetAnswer } from "#app/protocol/http.ts";
import { newClient } from "#tests/workers/support/client.ts";
import { tokenHash } from "#workers/crypto/token-hash.ts";
import { sweep } from "#workers/jobs/sweep.ts";
import { askForLink, mailTo } from "./reset-mail.ts";
import { type Body, login, NEW, newForgetful, query, refusalOf, reset, userOf, verify } from "./reset-requests.ts";

/** What an answer about a reset brings to the next request: its grant. */
const grantIn = (answer: Response) =>
  /tutti_grant=(?<grant>\w+)/.exec(answer.headers.get("Set-Cookie") ?? "")?.groups?.grant ?? "";
const withGrant = (grant: string) => newClient(undefined, { Cookie: `tutti_grant=${grant}` });
const signInAs = (body: Body, grant: string) => withGrant(grant).post("/api/auth/auto-login", body);

describe("a link", () => {
  it("sets a password once, ends every session and every other link, and tells the owner", async () => {
    const { member, email, token } = await newForgetful();
    const elsewhere = newClient();
    await elsewhere.post("/api/auth/login", { emailOrUsername: email, password: "correct horse" });
    const second = await askForLink(email);
    expect([await verify(token), await verify(second)]).toEqual(["valid", "valid"]);

    const answer = await reset({ token, newPassword: NEW });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ userId: expect.stringMatching(/^[a-z2-7]{16}$/), email, name: "Mira" });
    expect([await login(email, "correct horse"), await login(email, NEW)]).toEqual([401, 200]);
    expect([await userOf(member), await userOf(elsewhere)]).toEqual([null, null]);
    expect([await verify(token), await verify(second)]).toEqual(["used", "used"]);
    for (const spent of [token, second]) {
      expect(await refusalOf(await reset({ token: spent, newPassword: "another one" }))).toBe("reset-link-used");
    }
    expect((await mailTo(email, 3)).subject).toBe("Your password was changed");
  });

  it("works for one of those who use it at the same time", async () => {
    const { email, token } = await newForgetful();
    const passwords = ["the first one", "the second one", "the third one"];
    const answers = await Promise.all(passwords.map((newPassword) => reset({ token, newPassword })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    const winner = answers.findIndex(({ status }) => status === 200);
    const statuses = await Promise.all(passwords.map((password) => login(email, password)));
    expect(statuses).toEqual(passwords.map((_, i) => (i === winner ? 200 : 401)));
    expect(answers.map(grantIn).filter((grant) => grant !== "")).toHaveLength(1);
  });

  it("works for one of two of the same person that are used at the same time", async () => {
    const { email, token } = await newForgetful();
    const second = await askForLink(email);
    const answers = await Promise.all([token, second].map((t) => reset({ token: t, newPassword: NEW })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  it("lives for an hour, and it is known for a week that it did", async () => {
    const { email, token } = await newForgetful();
    const age = (ms: number) =>
      query(
        "UPDATE password_resets SET created_at_ms = created_at_ms - ?1, expires_at_ms = expires_at_ms - ?1 WHERE token_hash = ?2",
        ms,
        tokenHash(token),
      );
    await age(accountLimits.resetTokenMs - 60_000);
    expect(await verify(token)).toBe("valid");
    await age(60_000);
    expect(await verify(token)).toBe("expired");
    expect(await refusalOf(await reset({ token, newPassword: NEW }))).toBe("reset-link-expired");
    expect(await login(email, "correct horse")).toBe(200);
    await sweep(env, Date.now());
    expect(await verify(token)).toBe("expired");
    await age(accountLimits.resetKnownMs);
    await sweep(env, Date.now());
    expect(await verify(token)).toBe("invalid");
  });

  it("is refused where it is missing or made up, and where the password will not do", async () => {
    const { email, token } = await newForgetful();
    for (const body of [{}, { token: " " }, { token: 5 }, "null"]) {
      const answers = ["/api/auth/verify-reset-token", "/api/auth/reset-password-with-token"].map(async (path) =>
        refusalOf(await newClient().post(path, body)),
      );
      expect(await Promise.all(answers)).toEqual(["reset-token-missing", "reset-token-missing"]);
    }
    for (const made of [tokenHash(token), token.toUpperCase(), `${token}a`, token.slice(1), "' OR 1=1 --"]) {
      expect(await verify(made)).toBe("invalid");
      expect(await refusalOf(await reset({ token: made, newPassword: NEW }))).toBe("reset-link-invalid");
    }
    expect(await refusalOf(await reset({ token, newPassword: "12345" }))).toBe("newPassword: password-too-short");
    expect(await refusalOf(await reset({ token, newPassword: "x".repeat(2000) }))).toBe("newPassword: password-too-long");
    expect(await refusalOf(await reset({ token }))).toBe("newPassword: field-required");
    expect(await login(email, "correct horse")).toBe(200);
    expect(await verify(token)).toBe("valid");
  });

  it("cannot be looked for from one address", async () => {
    const client = newClient();
    const statuses: number[] = [];
    for (let i = 0; i < 62; i++) {
      const body = { token: `guess${i}`, newPassword: NEW };
      const path = i % 2 ? "/api/auth/verify-reset-token" : "/api/auth/reset-password-with-token";
      statuses.push((await client.post(path, body)).status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  it("gives a first password to who has come by another provider", async () => {
    const { member, email, token } = await newForgetful();
    await query("UPDATE users SET password_hash = NULL WHERE username = ?", member.username);
    expect((await reset({ token, newPassword: NEW })).status).toBe(200);
    expect(await login(email, NEW)).toBe(200);
  });

  it("stands in no table, nor does what it grants", async () => {
    const { email, token } = await newForgetful();
    const used = await askForLink(email);
    const grant = grantIn(await reset({ token: used, newPassword: NEW }));
    expect(grant).toMatch(/^[a-z2-7]{32}$/);
    const { results: tables } = await query(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
    );
    expect(tables.length).toBeGreaterThan(15);
    let dump = "";
    for (const { name } of tables) dump += JSON.stringify((await query(`SELECT * FROM "${name}"`)).results);
    expect(dump).toContain(tokenHash(token));
    expect(dump).toContain(tokenHash(grant));
    for (const secret of [token, used, grant, NEW]) expect(dump).not.toContain(secret);
  });
});

describe("signing in right after a reset", () => {
  async function newlyReset() {
    const { email, token } = await newForgetful();
    const answer = await reset({ token, newPassword: NEW });
    return { email, answer, grant: grantIn(answer), body: await answer.json<ResetAnswer>() };
  }

  it("takes the grant, once", async () => {
    const { answer, grant, body } = await newlyReset();
    const cookie = answer.headers.get("Set-Cookie") ?? "";
    for (const attribute of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/api/auth/auto-login", "Max-Age=120"]) {
      expect(cookie).toContain(attribute);
    }
    const signedIn = await signInAs(body, grant);
    expect(await signedIn.json()).toMatchObject({ user: { id: body.userId, email: body.email } });
    expect(signedIn.headers.get("Set-Cookie")).toMatch(/tutti_session=[a-z2-7]{32};/);
    expect(signedIn.headers.get("Set-Cookie")).toMatch(/tutti_grant=; Max-Age=0;/);
    expect(await refusalOf(await signInAs(body, grant))).toBe("grant-invalid");
  });

  it("takes one of those who show it at the same time", async () => {
    const { grant, body } = await newlyReset();
    const answers = await Promise.all([1, 2, 3].map(() => signInAs(body, grant)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  it("takes it for that account only", async () => {
    const [mine, theirs] = [await newlyReset(), await newlyReset()];
    const bodies = [
      theirs.body,
      { ...mine.body, userId: theirs.body.userId },
      { ...mine.body, email: theirs.body.email },
      { ...mine.body, name: "Another" },
      { userId: mine.body.userId },
      "null",
    ];
    for (const body of bodies) expect(await refusalOf(await signInAs(body as Body, mine.grant))).toBe("grant-invalid");
    for (const grant of ["", "made-up", tokenHash(mine.grant)]) {
      expect(await refusalOf(await signInAs(mine.body, grant))).toBe("grant-invalid");
    }
    expect(await refusalOf(await newClient().post("/api/auth/auto-login", mine.body))).toBe("grant-invalid");
    expect((await signInAs(mine.body, mine.grant)).status).toBe(200);
  });

  it("is over after two minutes, and where the account is being deleted", async () => {
    const { grant, body } = await newlyReset();
    await query("UPDATE users SET deleted_at_ms = 1 WHERE id = ?", body.userId);
    expect(await refusalOf(await signInAs(body, grant))).toBe("grant-invalid");
    await query("UPDATE users SET deleted_at_ms = NULL WHERE id = ?", body.userId);
    const later = "UPDATE password_resets SET grant_expires_at_ms = grant_expires_at_ms - ? WHERE grant_hash = ?";
    await query(later, accountLimits.resetGrantMs, tokenHash(grant));
    expect(await refusalOf(await signInAs(body, grant))).toBe("grant-invalid");
  });

  it("is over with the next reset", async () => {
    const { email, grant, body } = await newlyReset();
    await reset({ token: await askForLink(email), newPassword: "yet another" });
    expect(await refusalOf(await signInAs(body, grant))).toBe("grant-invalid");
  });
});
