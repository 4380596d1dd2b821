import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { SessionAnswer } from "#app/protocol/http.ts";
import { createDb } from "#db/client.ts";
import { listLinked } from "#db/queries/linked-accounts.ts";
import { findUser, setPasswordHash } from "#db/queries/users.ts";
import { seedUser } from "#tests/workers/permissions/callers.ts";
import { type Client, newClient, newMember } from "#tests/workers/support/client.ts";
import { seedSession } from "#tests/workers/support/insert-session.ts";
import * as browsers from "./provider-browser.ts";
import { askForLink, mailsTo } from "./reset-mail.ts";

const OLD = "correct horse";
const NEW = "brand new one";

browsers.fakeProvidersForEachTest();

/** A database before whose first statement that begins like this something else happens. */
function dbBefore(beginning: string, happens: () => Promise<unknown>): D1Database {
  let isDue = true;
  const held = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => held(target.bind(...values));
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return async (...args: unknown[]) => {
          const isNow = isDue;
          isDue = false;
          if (isNow) await happens();
          return member.apply(target, args);
        };
      },
    });
  return new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare")
        return (sql: string) => (sql.startsWith(beginning) ? held(target.prepare(sql)) : target.prepare(sql));
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

const visitorOf = (DB: D1Database) => newClient(undefined, {}, { ...env, DB });
const whoIs = async (client: Pick<Client, "fetch">) =>
  ((await (await client.fetch("/api/_auth/session")).json()) as SessionAnswer).user;
const login = async (client: Client, emailOrUsername: string, password: string) =>
  (await client.post("/api/auth/login", { emailOrUsername, password })).status;
const reset = async (token: string) => {
  const answer = await newClient().post("/api/auth/reset-password-with-token", { token, newPassword: NEW });
  expect(answer.status).toBe(200);
};
const sessionsOf = async (userId: string) =>
  (await env.DB.prepare("SELECT token_hash FROM sessions WHERE user_id = ?").bind(userId).all()).results.length;

describe("a sign-in that is under way", () => {
  it("with the old password does not outlive its reset", async () => {
    const { username } = await newMember();
    const token = await askForLink(`${username}@example.org`);
    const thief = visitorOf(dbBefore('delete from "attempts"', () => reset(token)));
    expect(await login(thief, username, OLD)).toBe(401);
    expect(await whoIs(thief)).toBeUndefined();
    expect(await login(newClient(), username, NEW)).toBe(200);
  });

  it("does not outlive the removal of its account", async () => {
    const { username } = await newMember();
    const remove = () => env.DB.prepare("UPDATE users SET deleted_at_ms = 1 WHERE username = ?").bind(username).run();
    expect(await login(visitorOf(dbBefore('delete from "attempts"', remove)), username, OLD)).toBe(401);
  });

  it("by a provider does not outlive its link", async () => {
    const account = browsers.newAccount();
    browsers.providers.setAccount("google", account);
    const owner = browsers.newBrowser();
    await browsers.visit(owner, { provider: "google" });
    const id = (await owner.whoAmI())?.id ?? "";
    const unlink = () => env.DB.prepare("DELETE FROM linked_accounts WHERE user_id = ?").bind(id).run();
    const DB = dbBefore('select "id", "name", "username"', unlink);
    const late = browsers.newBrowser({ bindings: { ...browsers.BINDINGS, DB } });
    expect((await browsers.visit(late, { provider: "google" })).said["error"]).toBe("google_oauth_failed");
    expect(await late.whoAmI()).toBeUndefined();
    expect(await sessionsOf(id)).toBe(1);
  });
});

it("an account is not linked by who was signed in when the password was reset", async () => {
  const member = await browsers.newMember();
  const token = await askForLink(member.email);
  const thiefs = browsers.newAccount();
  browsers.providers.setAccount("google", thiefs);
  const back = await browsers.consent(await member.leave("/api/auth/link-google"));
  let isReset = false;
  vi.mocked(globalThis.fetch).mockImplementation(async (input, init) => {
    if (!isReset) await reset(token);
    isReset = true;
    return browsers.providers.answer(new Request(input, init));
  });
  const landed = await browsers.land(member, back);
  expect(landed.said["error"]).toBe("auth.errors.provider-link-failed");
  expect(await listLinked(createDb(env.DB), member.id)).toEqual([]);
});

it("a link to a new password is not sent to an address that the account has left meanwhile", async () => {
  const member = await newMember();
  const id = (await whoIs(member))?.id ?? ("" as never);
  const email = `${member.username}@example.org`;
  const move = () => member.call("users.updateUserProfile", { id, email: `new-${email}`, currentPassword: OLD });
  const moving = vi.fn(move);
  const asking = visitorOf(dbBefore('insert into "password_resets"', moving));
  await asking.post("/api/auth/request-password-reset", { emailOrUsername: email });
  await vi.waitFor(() => expect(moving.mock.settledResults[0]?.type).toBe("fulfilled"), { timeout: 5000 });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await mailsTo(email)).filter(({ text }) => text.includes("token="))).toEqual([]);
  const { results } = await env.DB.prepare("SELECT * FROM password_resets WHERE user_id = ?").bind(id).all();
  expect(results).toEqual([]);
});

it("a password's hash is made anew in place of the one that was checked only", async () => {
  const { person } = await seedUser("Self");
  const db = createDb(env.DB);
  await env.DB.prepare("UPDATE users SET password_hash = 'second' WHERE id = ?").bind(person.id).run();
  expect(await setPasswordHash(db, person.id, { before: "first", passwordHash: "first anew" })).toBe(false);
  expect((await findUser(db, person.id))?.passwordHash).toBe("second");
  expect(await setPasswordHash(db, person.id, { before: "second", passwordHash: "second anew" })).toBe(true);
});

describe("the sessions of one account", () => {
  it("are one in a browser, however often it signs in", async () => {
    const member = await newMember();
    const id = (await whoIs(member))?.id ?? "";
    for (let i = 0; i < 3; i++) expect(await login(member, member.username, OLD)).toBe(200);
    expect(await sessionsOf(id)).toBe(1);
    expect(await login(member, member.username, "wrong horse")).toBe(401);
    expect((await whoIs(member))?.id).toBe(id);
    // nor does somebody else's stay, who was signed in there
    const other = await newMember();
    expect(await login(member, other.username, OLD)).toBe(200);
    expect(await sessionsOf(id)).toBe(0);
  });

  it("are so many at most: the longest unused go", async () => {
    const { person } = await seedUser("Self");
    const nowMs = Date.now();
    const cookies: string[] = [];
    for (let i = 1; i <= accountLimits.sessionsPerPerson + 5; i++)
      cookies.push(await seedSession(person.id, { nowMs: nowMs + i }));
    expect(await sessionsOf(person.id)).toBe(accountLimits.sessionsPerPerson);
    const isSignedIn = async (cookie = "") => (await whoIs(newClient(undefined, { Cookie: cookie }))) !== undefined;
    expect([await isSignedIn(cookies[4]), await isSignedIn(cookies[5]), await isSignedIn(cookies.at(-1))]).toEqual([
      ...[false, true, true],
    ]);
  });
});
