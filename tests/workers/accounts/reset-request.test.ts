import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { waitFor } from "#tests/support/wait.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import type { RateLimit } from "#workers/rate-limits/rate-limit.ts";
import { getResetToken, listMailsTo, waitForMail } from "./reset-mail.ts";
import { createMemberWithResetLink, emailOf, fetchUser, NEW, query, readErrorCode, reset, verify } from "./reset-requests.ts";

const requestReset = (emailOrUsername: string, client = createClient()) =>
  client.post("/api/auth/request-password-reset", { emailOrUsername });

describe("the request for a reset link", () => {
  it("has the same response with an account, without a password and without an account", async () => {
    const [member, other] = [await registerUser(), await registerUser()];
    await query("UPDATE users SET password_hash = NULL WHERE username = ?", other.username);
    const answers = await Promise.all(
      [emailOf(member), emailOf(other), "missing@example.org"].map(async (email) => {
        const answer = await requestReset(email);
        const headers = [...answer.headers].filter(([name]) => name !== "date" && name !== "x-request-id");
        return JSON.stringify([answer.status, headers, await answer.text()]).replace(email, "…");
      }),
    );
    expect(answers[0]).toContain('{\\"success\\":true,\\"error\\":null,\\"email\\":\\"…\\"}');
    expect(new Set(answers).size).toBe(1);
    expect(await (await requestReset(` ${member.username} `)).json()).toEqual({ success: true, error: null, email: null });
    for (const email of [emailOf(member), emailOf(other)]) await waitForMail(email);
    expect(await listMailsTo("missing@example.org")).toEqual([]);
  });

  it("is answered before the account is looked up", async () => {
    const member = await registerUser();
    const neverResolve = () => new Promise(() => undefined);
    const unanswered = { bind: () => ({ all: neverResolve, raw: neverResolve, first: neverResolve, run: neverResolve }) };
    const DB = new Proxy(env.DB, {
      get: (db, name) => {
        if (name === "prepare") return (sql: string) => (sql.includes('"users"') ? unanswered : db.prepare(sql));
        const value = Reflect.get(db, name);
        return typeof value === "function" ? value.bind(db) : value;
      },
    });
    const answer = await requestReset(emailOf(member), createClient({ bindings: { ...env, DB } }));
    expect(await answer.json()).toEqual({ success: true, error: null, email: emailOf(member) });
    expect(await listMailsTo(emailOf(member))).toEqual([]);
  });

  it.each([
    ["en", "Failed to send email. Try again."],
    ["ru", "Не удалось отправить письмо. Попробуйте снова."],
  ])(
    "fails with the sentence of its language if the mail cannot be stored or sealed, with or without an account: %s",
    async (locale, error) => {
      const member = await registerUser();
      vi.spyOn(console, "error").mockImplementation(() => undefined);
      const refusal = { success: false, error, email: null, statusCode: 503, statusMessage: "auth.errors.reset-mail-failed" };
      const unsealed = { ...env, APP_SECRET: "short" };
      for (const bindings of [
        { ...env, DB: failStatements('"mails"') },
        { ...env, DB: failStatements('"attempts"') },
        unsealed,
      ]) {
        for (const email of [emailOf(member), "missing@example.org"]) {
          const client = createClient({ bindings, headers: { Cookie: `locale=${locale}` } });
          expect(await (await requestReset(email, client)).json()).toMatchObject(refusal);
        }
      }
      vi.restoreAllMocks();
      expect(await listMailsTo(emailOf(member))).toEqual([]);
    },
  );

  it("states how long to wait in the language of the request", async () => {
    const address = "10.9.9.9";
    const client = createClient({ address, headers: { "Accept-Language": "ru" } });
    const key = `password-reset/address:${address}`;
    await query("INSERT INTO attempts (key, window_start_ms, count) VALUES (?, ?, 30)", key, Date.now());
    const answer = await requestReset("missing", client);
    expect(answer.status).toBe(429);
    const error = "Слишком много попыток. Подождите 15 минут и попробуйте снова.";
    expect(await answer.json()).toMatchObject({ success: false, error, email: null, code: "too-many-attempts" });
  });

  it("leaves no mail behind without an account", async () => {
    const count = async () => (await query("SELECT count(*) AS mails FROM mails")).results[0]?.["mails"];
    const before = await count();
    await requestReset("missing@example.org");
    await waitFor(async () => expect(await count()).toBe(before));
  });

  it("reveals a missing account only if the installation allows it", async () => {
    const revealing = () => createClient({ bindings: { ...env, RESET_REVEALS_MISSING: "allow" } });
    const missing = await requestReset("missing", revealing());
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ statusMessage: "auth.errors.reset-user-not-found" });
    const member = await registerUser();
    expect((await requestReset(member.username, revealing())).status).toBe(200);
    await waitForMail(emailOf(member));
  });

  it("is refused without a name", async () => {
    for (const body of [{}, { emailOrUsername: "  " }, { emailOrUsername: 1 }, "["]) {
      const answer = await createClient().post("/api/auth/request-password-reset", body);
      expect(await answer.json()).toMatchObject({ statusCode: 422, statusMessage: "auth.errors.all-fields-required" });
    }
  });

  it("sends a link to the request's host in the language of the request", async () => {
    const member = await registerUser();
    const russian = createClient({ headers: { "Accept-Language": "ru-RU,ru;q=0.9,en;q=0.5" } });
    await requestReset(emailOf(member).toUpperCase(), russian);
    const mail = await waitForMail(emailOf(member));
    expect(mail.subject).toBe("Новый пароль");
    expect(mail.text).toMatch(/\n\/reset-password\?token=[a-z2-7]{32}\n/);
  });

  it("sends a link to the configured origin", async () => {
    const member = await registerUser();
    await requestReset(emailOf(member), createClient({ bindings: { ...env, MAIL_LINK_ORIGIN: "https://at.home" } }));
    expect((await waitForMail(emailOf(member))).text).toContain("https://at.home/reset-password?token=");
  });

  it("sends nothing to a deleted account", async () => {
    const { member, email, token } = await createMemberWithResetLink();
    await query("UPDATE users SET deleted_at_ms = 1 WHERE username = ?", member.username);
    await requestReset(email);
    await waitFor(async () => {
      const { results } = await query(
        "SELECT count FROM attempts WHERE key LIKE 'password-reset/mail-address-and-account:%' ORDER BY window_start_ms DESC",
      );
      if (!results.some(({ count }) => count === 1)) throw new Error("not yet");
    });
    expect(await listMailsTo(email)).toHaveLength(1);
    expect(await verify(token)).toBe("invalid");
    expect(await readErrorCode(await reset({ token, newPassword: NEW }))).toBe("reset-link-invalid");
  });

  it("has a rate limit per address", async () => {
    const client = createClient();
    const statuses: number[] = [];
    for (let i = 0; i < 33; i++) statuses.push((await requestReset(`missing${i}`, client)).status);
    expect(statuses).toEqual([...Array(30).fill(200), 429, 429, 429]);
  });

  it("limits mails to one account per address, with the same response and without affecting other addresses", async () => {
    const member = await registerUser();
    const email = emailOf(member);
    const requester = createClient();
    for (const [i, typed] of [email, member.username, email.toUpperCase(), ` ${email} `, email].entries()) {
      await requestReset(typed, requester);
      await waitForMail(email, i + 1);
    }
    for (let i = 0; i < 3; i++) expect((await requestReset(email, requester)).status).toBe(200);
    await waitForCount(member, "password-reset/mail-address-and-account", 8);
    expect(await listMailsTo(email)).toHaveLength(5);
    for (const mail of await listMailsTo(email)) expect(await verify(getResetToken(mail))).toBe("valid");
    await requestReset(email);
    await waitForMail(email, 6);
    await rewindAttempts(member, 15 * 60_000);
    await requestReset(email, requester);
    await waitForMail(email, 7);
  });

  it("sends at most ten mails a day to one account per address, under all of its names", async () => {
    const member = await registerUser();
    const email = emailOf(member);
    const requester = createClient();
    for (let sent = 1; sent <= 10; sent++) {
      await requestReset(sent % 2 ? email : member.username, requester);
      await waitForMail(email, sent);
      if (sent % 5 === 0) await rewindAttempts(member, 15 * 60_000);
    }
    await requestReset(email, requester);
    await waitForCount(member, "password-reset/mail-address-and-account-daily", 11);
    expect(await listMailsTo(email)).toHaveLength(10);
    await requestReset(email);
    await waitForMail(email, 11);
  });

  it("sends at most a hundred mails a day to one account for all addresses together", async () => {
    const member = await registerUser();
    const email = emailOf(member);
    const id = (await fetchUser(member))?.id;
    await query(
      "INSERT INTO attempts (key, window_start_ms, count) VALUES (?, ?, 99)",
      `password-reset/mail-account-daily:${id}`,
      Date.now(),
    );
    await requestReset(email);
    await waitForMail(email, 1);
    await requestReset(email);
    await waitForCount(member, "password-reset/mail-account-daily", 101);
    expect(await listMailsTo(email)).toHaveLength(1);
    await rewindAttempts(member, 24 * 60 * 60_000);
    await requestReset(email);
    await waitForMail(email, 2);
  });
});

/** The database, where each statement that contains a text fails. */
function failStatements(text: string): D1Database {
  return new Proxy(env.DB, {
    get: (db, name) => {
      if (name === "prepare") {
        return (sql: string) => {
          if (sql.includes(text)) throw new Error("the statement fails");
          return db.prepare(sql);
        };
      }
      const value = Reflect.get(db, name);
      return typeof value === "function" ? value.bind(db) : value;
    },
  });
}

/** Waits until the user's highest count for a limit has reached `atLeast`. */
async function waitForCount(member: Client, limit: RateLimit, atLeast: number): Promise<void> {
  const id = (await fetchUser(member))?.id;
  const highest = "SELECT max(count) AS highest FROM attempts WHERE instr(key, ?) = 1 AND instr(key, ?) > 0";
  await waitFor(async () => {
    const { results } = await query(highest, `${limit}:`, id);
    if (Number(results[0]?.["highest"] ?? 0) < atLeast) throw new Error("not yet");
  });
}

/** Makes the attempts of a user older. */
async function rewindAttempts(member: Client, ms: number): Promise<void> {
  const id = (await fetchUser(member))?.id;
  await query("UPDATE attempts SET window_start_ms = window_start_ms - ? WHERE instr(key, ?) > 0", ms, id);
}
