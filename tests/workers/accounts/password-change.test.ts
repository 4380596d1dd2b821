import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { HttpFailure, SessionResponse } from "#app/protocol/http.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { listMailsTo, requestResetLink, waitForMail } from "./reset-mail.ts";

const OLD = "correct horse";
const NEW = "a new password";

const fetchUser = async (client: Client) =>
  ((await (await client.fetch("/api/_auth/session")).json()) as SessionResponse).user ?? null;
const change = (client: Client, body: object) => client.post("/api/auth/change-password", body);
const readErrorCode = async (answer: Response) => {
  const { code, field } = await answer.json<HttpFailure>();
  return field ? `${field}: ${code}` : code;
};
const login = async (emailOrUsername: string, password: string) =>
  (await createClient().post("/api/auth/login", { emailOrUsername, password })).status;

async function registerOwner() {
  const member = await registerUser();
  const user = await fetchUser(member);
  if (!user) throw new Error("no user");
  return { member, email: user.email, userId: user.id };
}

describe("a change of the password", () => {
  it("requires the current one, ends other sessions, invalidates reset links and notifies the owner", async () => {
    const { member, email, userId } = await registerOwner();
    const elsewhere = createClient();
    await elsewhere.post("/api/auth/login", { emailOrUsername: email, password: OLD });
    const token = await requestResetLink(email);
    const answer = await change(member, { userId, newPassword: NEW, currentPassword: OLD });
    expect(await answer.json()).toEqual({ success: true });
    expect([(await fetchUser(member))?.id, await fetchUser(elsewhere)]).toEqual([userId, null]);
    expect([await login(email, OLD), await login(email, NEW)]).toEqual([401, 200]);
    const link = await createClient().post("/api/auth/verify-reset-token", { token });
    expect(await link.json()).toEqual({ status: "used" });
    expect((await waitForMail(email, 2)).subject).toBe("Your password was changed");
  });

  it("is refused to guests and for another user", async () => {
    const [own, other] = [await registerOwner(), await registerOwner()];
    const body = { userId: other.userId, newPassword: NEW, currentPassword: OLD };
    expect(await readErrorCode(await change(own.member, body))).toBe("forbidden");
    expect(await readErrorCode(await change(createClient(), body))).toBe("login-required");
    expect(await login(other.email, OLD)).toBe(200);
    expect(await listMailsTo(other.email)).toEqual([]);
  });

  it("is refused with a wrong or missing current password", async () => {
    const { member, email, userId } = await registerOwner();
    const tried = async (body: object) => readErrorCode(await change(member, { userId, ...body }));
    expect(await tried({ newPassword: NEW, currentPassword: "wrong one" })).toBe("currentPassword: password-wrong");
    expect(await tried({ newPassword: NEW })).toBe("currentPassword: password-wrong");
    expect(await tried({ newPassword: "12345", currentPassword: OLD })).toBe("newPassword: password-too-short");
    expect(await tried({ currentPassword: OLD })).toBe("all-fields-required");
    expect(await login(email, OLD)).toBe(200);
    expect(await listMailsTo(email)).toEqual([]);
  });

  it("limits guesses per session, so that others cannot use up the owner's attempts", async () => {
    const { email, userId } = await registerOwner();
    const { token = "" } = await sessionOf(email);
    const attacker = createClient({ address: "10.9.9.9", headers: { Cookie: `__Host-tutti_session=${token}` } });
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) {
      statuses.push((await change(attacker, { userId, newPassword: NEW, currentPassword: `guess ${i}` })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
    const right = await change(attacker, { userId, newPassword: NEW, currentPassword: OLD });
    expect(await readErrorCode(right)).toBe("too-many-attempts");
    const owner = createClient({ address: "10.9.9.9" });
    expect((await owner.post("/api/auth/login", { emailOrUsername: email, password: OLD })).status).toBe(200);
    expect((await change(owner, { userId, newPassword: NEW, currentPassword: OLD })).status).toBe(200);
  });

  it("can set a first password", async () => {
    const { member, email, userId } = await registerOwner();
    await env.DB.prepare("UPDATE users SET password_hash = NULL WHERE id = ?").bind(userId).run();
    expect((await change(member, { userId, newPassword: NEW })).status).toBe(200);
    expect(await login(email, NEW)).toBe(200);
    await waitForMail(email);
  });

  it("cannot set a first password in an old session", async () => {
    const { member, userId } = await registerOwner();
    await env.DB.prepare("UPDATE users SET password_hash = NULL WHERE id = ?").bind(userId).run();
    const then = Date.now() - accountLimits.recentSignInMs;
    await env.DB.prepare("UPDATE sessions SET created_at_ms = ? WHERE user_id = ?").bind(then, userId).run();
    const refused = await change(member, { userId, newPassword: NEW });
    expect((await refused.json<HttpFailure>()).code).toBe("recent-sign-in-required");
  });

  it("succeeds once for simultaneous changes", async () => {
    const { member, email, userId } = await registerOwner();
    const passwords = ["the first one", "the second one"];
    const answers = await Promise.all(
      passwords.map((newPassword) => change(member, { userId, newPassword, currentPassword: OLD })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await Promise.all(passwords.map((password) => login(email, password)))).toEqual(
      passwords.map((_, i) => (i === winner ? 200 : 401)),
    );
    expect((await fetchUser(member))?.id).toBe(userId);
  });
});

/** The token of a new session. */
async function sessionOf(email: string) {
  const answer = await createClient().post("/api/auth/login", { emailOrUsername: email, password: OLD });
  return /__Host-tutti_session=(?<token>\w+)/.exec(answer.headers.get("Set-Cookie") ?? "")?.groups ?? {};
}
