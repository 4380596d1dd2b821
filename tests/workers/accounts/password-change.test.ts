import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { HttpFailure, SessionAnswer } from "#app/protocol/http.ts";
import { type Client, newClient, newMember } from "#tests/workers/support/client.ts";
import { askForLink, mailsTo, mailTo } from "./reset-mail.ts";

const OLD = "correct horse";
const NEW = "a new password";

const userOf = async (client: Client) =>
  ((await (await client.fetch("/api/_auth/session")).json()) as SessionAnswer).user ?? null;
const change = (client: Client, body: object) => client.post("/api/auth/change-password", body);
const refusalOf = async (answer: Response) => {
  const { code, field } = await answer.json<HttpFailure>();
  return field ? `${field}: ${code}` : code;
};
const login = async (emailOrUsername: string, password: string) =>
  (await newClient().post("/api/auth/login", { emailOrUsername, password })).status;

async function newOwner() {
  const member = await newMember();
  const user = await userOf(member);
  if (!user) throw new Error("nobody");
  return { member, email: user.email, userId: user.id };
}

describe("changing a password", () => {
  it("takes the current one, signs out everywhere else, spends links and tells the owner", async () => {
    const { member, email, userId } = await newOwner();
    const elsewhere = newClient();
    await elsewhere.post("/api/auth/login", { emailOrUsername: email, password: OLD });
    const token = await askForLink(email);
    const answer = await change(member, { userId, newPassword: NEW, currentPassword: OLD });
    expect(await answer.json()).toEqual({ success: true });
    expect([(await userOf(member))?.id, await userOf(elsewhere)]).toEqual([userId, null]);
    expect([await login(email, OLD), await login(email, NEW)]).toEqual([401, 200]);
    const link = await newClient().post("/api/auth/verify-reset-token", { token });
    expect(await link.json()).toEqual({ status: "used" });
    expect((await mailTo(email, 2)).subject).toBe("Your password was changed");
  });

  it("is for one's own account, and for who is signed in", async () => {
    const [mine, theirs] = [await newOwner(), await newOwner()];
    const body = { userId: theirs.userId, newPassword: NEW, currentPassword: OLD };
    expect(await refusalOf(await change(mine.member, body))).toBe("forbidden");
    expect(await refusalOf(await change(newClient(), body))).toBe("login-required");
    expect(await login(theirs.email, OLD)).toBe(200);
    expect(await mailsTo(theirs.email)).toEqual([]);
  });

  it("is refused with another password than the current, or with none", async () => {
    const { member, email, userId } = await newOwner();
    const tried = async (body: object) => refusalOf(await change(member, { userId, ...body }));
    expect(await tried({ newPassword: NEW, currentPassword: "wrong one" })).toBe("currentPassword: password-wrong");
    expect(await tried({ newPassword: NEW })).toBe("currentPassword: password-wrong");
    expect(await tried({ newPassword: "12345", currentPassword: OLD })).toBe("newPassword: password-too-short");
    expect(await tried({ currentPassword: OLD })).toBe("all-fields-required");
    expect(await login(email, OLD)).toBe(200);
    expect(await mailsTo(email)).toEqual([]);
  });

  it("is no place to guess, and nobody else uses up its owner's tries there", async () => {
    const { email, userId } = await newOwner();
    const { token = "" } = await sessionOf(email);
    const thief = newClient("10.9.9.9", { Cookie: `tutti_session=${token}` });
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) {
      statuses.push((await change(thief, { userId, newPassword: NEW, currentPassword: `guess ${i}` })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
    const right = await change(thief, { userId, newPassword: NEW, currentPassword: OLD });
    expect(await refusalOf(right)).toBe("too-many-attempts");
    const there = newClient("10.9.9.9");
    expect((await there.post("/api/auth/login", { emailOrUsername: email, password: OLD })).status).toBe(200);
    expect((await change(there, { userId, newPassword: NEW, currentPassword: OLD })).status).toBe(200);
  });

  it("sets a first one for who has none", async () => {
    const { member, email, userId } = await newOwner();
    await env.DB.prepare("UPDATE users SET password_hash = NULL WHERE id = ?").bind(userId).run();
    expect((await change(member, { userId, newPassword: NEW })).status).toBe(200);
    expect(await login(email, NEW)).toBe(200);
    await mailTo(email);
  });

  it("sets no first one for who only finds a device signed in", async () => {
    const { member, userId } = await newOwner();
    await env.DB.prepare("UPDATE users SET password_hash = NULL WHERE id = ?").bind(userId).run();
    const then = Date.now() - accountLimits.recentSignInMs;
    await env.DB.prepare("UPDATE sessions SET created_at_ms = ? WHERE user_id = ?").bind(then, userId).run();
    const refused = await change(member, { userId, newPassword: NEW });
    expect((await refused.json<HttpFailure>()).code).toBe("sign-in-again");
  });

  it("lets one of two changes at the same time through", async () => {
    const { member, email, userId } = await newOwner();
    const passwords = ["the first one", "the second one"];
    const answers = await Promise.all(
      passwords.map((newPassword) => change(member, { userId, newPassword, currentPassword: OLD })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await Promise.all(passwords.map((password) => login(email, password)))).toEqual(
      passwords.map((_, i) => (i === winner ? 200 : 401)),
    );
    expect((await userOf(member))?.id).toBe(userId);
  });
});

/** The token of a new session. */
async function sessionOf(email: string) {
  const answer = await newClient().post("/api/auth/login", { emailOrUsername: email, password: OLD });
  return /tutti_session=(?<token>\w+)/.exec(answer.headers.get("Set-Cookie") ?? "")?.groups ?? {};
}
