import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { type Client, newClient, newMember, ORIGIN } from "#tests/workers/support/client.ts";
import { mailsTo, mailTo, tokenIn } from "./reset-mail.ts";
import { emailOf, NEW, newForgetful, query, refusalOf, reset, userOf, verify } from "./reset-requests.ts";

const ask = (emailOrUsername: string, client = newClient()) =>
  client.post("/api/auth/request-password-reset", { emailOrUsername });

describe("asking for a link", () => {
  it("is answered alike whether there is an account, a password, or nobody", async () => {
    const [member, other] = [await newMember(), await newMember()];
    await query("UPDATE users SET password_hash = NULL WHERE username = ?", other.username);
    const answers = await Promise.all(
      [emailOf(member), emailOf(other), "nobody@example.org"].map(async (email) => {
        const answer = await ask(email);
        const headers = [...answer.headers].filter(([name]) => name !== "date");
        return JSON.stringify([answer.status, headers, await answer.text()]).replace(email, "…");
      }),
    );
    expect(answers[0]).toContain('{\\"success\\":true,\\"email\\":\\"…\\"}');
    expect(new Set(answers).size).toBe(1);
    expect(await (await ask(` ${member.username} `)).json()).toEqual({ success: true, email: null });
    for (const email of [emailOf(member), emailOf(other)]) await mailTo(email);
    expect(await mailsTo("nobody@example.org")).toEqual([]);
  });

  it("looks for nobody before it has answered", async () => {
    const member = await newMember();
    const never = () => new Promise(() => undefined);
    const unanswered = { bind: () => ({ all: never, raw: never, first: never, run: never }) };
    const DB = new Proxy(env.DB, {
      get: (db, name) => {
        if (name === "prepare") return (sql: string) => (sql.includes('"users"') ? unanswered : db.prepare(sql));
        const value = Reflect.get(db, name);
        return typeof value === "function" ? value.bind(db) : value;
      },
    });
    const answer = await ask(emailOf(member), newClient(undefined, {}, { ...env, DB }));
    expect(await answer.json()).toEqual({ success: true, email: emailOf(member) });
    expect(await mailsTo(emailOf(member))).toEqual([]);
  });

  it("tells who is not there only where the installation wants it", async () => {
    const telling = () => newClient(undefined, {}, { ...env, RESET_TELLS_MISSING: "allow" });
    const missing = await ask("nobody", telling());
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ statusMessage: "auth.errors.reset-user-not-found" });
    const member = await newMember();
    expect((await ask(member.username, telling())).status).toBe(200);
    await mailTo(emailOf(member));
  });

  it("is refused empty, and says so in words of the sign-in", async () => {
    for (const body of [{}, { emailOrUsername: "  " }, { emailOrUsername: 1 }, "["]) {
      const answer = await newClient().post("/api/auth/request-password-reset", body);
      expect(await answer.json()).toMatchObject({ statusCode: 422, statusMessage: "auth.errors.all-fields-required" });
    }
  });

  it("sends a link of this host in the language of who asks", async () => {
    const member = await newMember();
    const russian = newClient(undefined, { "Accept-Language": "ru-RU,ru;q=0.9,en;q=0.5" });
    await ask(emailOf(member).toUpperCase(), russian);
    const mail = await mailTo(emailOf(member));
    expect(mail.subject).toBe("Новый пароль");
    expect(mail.text).toMatch(new RegExp(`${ORIGIN}/reset-password\\?token=[a-z2-7]{32}\n`));
  });

  it("sends a link of the host that the installation names, whatever host was asked", async () => {
    const member = await newMember();
    await ask(emailOf(member), newClient(undefined, {}, { ...env, MAIL_LINK_ORIGIN: "https://at.home" }));
    expect((await mailTo(emailOf(member))).text).toContain("https://at.home/reset-password?token=");
  });

  it("goes to nobody whose account is being deleted", async () => {
    const { member, email, token } = await newForgetful();
    await query("UPDATE users SET deleted_at_ms = 1 WHERE username = ?", member.username);
    await ask(email);
    await vi.waitFor(async () => {
      const { results } = await query("SELECT count FROM attempts WHERE key LIKE 'reset:sent:%' ORDER BY window_start_ms DESC");
      if (!results.some(({ count }) => count === 1)) throw new Error("not yet");
    });
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await verify(token)).toBe("invalid");
    expect(await refusalOf(await reset({ token, newPassword: NEW }))).toBe("reset-link-invalid");
  });

  it("is limited from one address", async () => {
    const client = newClient();
    const statuses: number[] = [];
    for (let i = 0; i < 33; i++) statuses.push((await ask(`nobody${i}`, client)).status);
    expect(statuses).toEqual([...Array(30).fill(200), 429, 429, 429]);
  });

  it("sends one account few links for who asks from one address, answers alike, and keeps nobody else out", async () => {
    const member = await newMember();
    const email = emailOf(member);
    const stranger = newClient();
    for (const [i, typed] of [email, member.username, email.toUpperCase(), ` ${email} `, email].entries()) {
      await ask(typed, stranger);
      await mailTo(email, i + 1);
    }
    for (let i = 0; i < 3; i++) expect((await ask(email, stranger)).status).toBe(200);
    await countsTo(member, "reset:sent:%:", 8);
    expect(await mailsTo(email)).toHaveLength(5);
    for (const mail of await mailsTo(email)) expect(await verify(tokenIn(mail))).toBe("valid");
    await ask(email);
    await mailTo(email, 6);
    await later(member, 15 * 60_000);
    await ask(email, stranger);
    await mailTo(email, 7);
  });

  it("sends one account ten links in a day for who asks from one address, by whichever name", async () => {
    const member = await newMember();
    const email = emailOf(member);
    const stranger = newClient();
    for (let sent = 1; sent <= 10; sent++) {
      await ask(sent % 2 ? email : member.username, stranger);
      await mailTo(email, sent);
      if (sent % 5 === 0) await later(member, 15 * 60_000);
    }
    await ask(email, stranger);
    await countsTo(member, "reset:day:%:", 11);
    expect(await mailsTo(email)).toHaveLength(10);
    await ask(email);
    await mailTo(email, 11);
  });

  it("sends one account a hundred links in a day, from wherever they are asked for", async () => {
    const member = await newMember();
    const email = emailOf(member);
    const id = (await userOf(member))?.id;
    await query("INSERT INTO attempts (key, window_start_ms, count) VALUES (?, ?, 99)", `reset:day:${id}`, Date.now());
    await ask(email);
    await mailTo(email, 1);
    await ask(email);
    await countsTo(member, "reset:day:", 101);
    expect(await mailsTo(email)).toHaveLength(1);
    await later(member, 24 * 60 * 60_000);
    await ask(email);
    await mailTo(email, 2);
  });
});

/** Until what is counted for somebody has come to that. */
async function countsTo(member: Client, key: string, atLeast: number): Promise<void> {
  const id = (await userOf(member))?.id;
  await vi.waitFor(async () => {
    const { results } = await query("SELECT max(count) AS most FROM attempts WHERE key LIKE ? || ?", key, id);
    if (Number(results[0]?.["most"] ?? 0) < atLeast) throw new Error("not yet");
  });
}

async function later(member: Client, ms: number): Promise<void> {
  const id = (await userOf(member))?.id;
  await query("UPDATE attempts SET window_start_ms = window_start_ms - ? WHERE key LIKE 'reset:%' || ?", ms, id);
}
