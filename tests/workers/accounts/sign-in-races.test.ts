import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { SessionResponse } from "#app/protocol/http.ts";
import { createDb } from "#db/client.ts";
import { listLinkedAccounts } from "#db/queries/linked-accounts.ts";
import { findUser, replacePasswordHash } from "#db/queries/users.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import { seedSession } from "#tests/workers/support/seed-session.ts";
import { seedUser } from "#tests/workers/support/seed-user.ts";
import worker from "#workers/app.ts";
import * as browsers from "./provider-browser.ts";
import { listMailsTo, requestResetLink } from "./reset-mail.ts";

const OLD = "correct horse";
const NEW = "brand new one";

browsers.installFakeProviders();

/** A database that runs `action` before the first statement with the given beginning. */
function dbWithRace(beginning: string, action: () => Promise<unknown>): D1Database {
  let isPending = true;
  const intercept = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => intercept(target.bind(...values));
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return async (...args: unknown[]) => {
          const isFirst = isPending;
          isPending = false;
          if (isFirst) await action();
          return member.apply(target, args);
        };
      },
    });
  return new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare")
        return (sql: string) => (sql.startsWith(beginning) ? intercept(target.prepare(sql)) : target.prepare(sql));
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

const clientWith = (DB: D1Database) => createClient({ bindings: { ...env, DB } });
const fetchUser = async (client: Pick<Client, "fetch">) =>
  ((await (await client.fetch("/api/_auth/session")).json()) as SessionResponse).user;
const login = async (client: Client, emailOrUsername: string, password: string) =>
  (await client.post("/api/auth/login", { emailOrUsername, password })).status;
const reset = async (token: string) => {
  const answer = await createClient().post("/api/auth/reset-password-with-token", { token, newPassword: NEW });
  expect(answer.status).toBe(200);
};
const sessionsOf = async (userId: string) =>
  (await env.DB.prepare("SELECT token_hash FROM sessions WHERE user_id = ?").bind(userId).all()).results.length;

describe("a sign-in in progress", () => {
  it("with the old password fails after a reset", async () => {
    const { username } = await registerUser();
    const token = await requestResetLink(`${username}@example.org`);
    const attacker = clientWith(dbWithRace('delete from "attempts"', () => reset(token)));
    expect(await login(attacker, username, OLD)).toBe(401);
    expect(await fetchUser(attacker)).toBeUndefined();
    expect(await login(createClient(), username, NEW)).toBe(200);
  });

  it("fails after the removal of the account", async () => {
    const { username } = await registerUser();
    const remove = () => env.DB.prepare("UPDATE users SET deleted_at_ms = 1 WHERE username = ?").bind(username).run();
    expect(await login(clientWith(dbWithRace('delete from "attempts"', remove)), username, OLD)).toBe(401);
  });

  it("with a provider fails after the account is unlinked", async () => {
    const account = browsers.createProviderAccount();
    browsers.providers.setAccount("google", account);
    const owner = browsers.createBrowser();
    await browsers.authorize(owner, { provider: "google" });
    const id = (await owner.fetchUser())?.id ?? "";
    const unlink = () => env.DB.prepare("DELETE FROM linked_accounts WHERE user_id = ?").bind(id).run();
    const DB = dbWithRace('select "id", "name", "username"', unlink);
    const late = browsers.createBrowser({ bindings: { ...browsers.BINDINGS, DB } });
    expect((await browsers.authorize(late, { provider: "google" })).params["error"]).toBe("google_oauth_failed");
    expect(await late.fetchUser()).toBeUndefined();
    expect(await sessionsOf(id)).toBe(1);
  });
});

it("a link in progress fails after a password reset", async () => {
  const member = await browsers.registerInBrowser();
  const token = await requestResetLink(member.email);
  const attackersAccount = browsers.createProviderAccount();
  browsers.providers.setAccount("google", attackersAccount);
  const callback = await browsers.authorizeAtProvider(await member.startAuthorization("/api/auth/link-google"));
  let isReset = false;
  vi.mocked(globalThis.fetch).mockImplementation(async (input, init) => {
    if (!isReset) await reset(token);
    isReset = true;
    return browsers.providers.handleRequest(new Request(input, init));
  });
  const result = await browsers.followCallback(member, callback);
  expect(result.params["error"]).toBe("auth.errors.provider-link-failed");
  expect(await listLinkedAccounts(createDb(env.DB), member.id)).toEqual([]);
});

it("a reset link is not sent to an address that the account no longer has", async () => {
  const member = await registerUser();
  const id = (await fetchUser(member))?.id ?? ("" as never);
  const email = `${member.username}@example.org`;
  const move = () => member.call("users.updateUserProfile", { id, email: `new-${email}`, currentPassword: OLD });
  const context = createExecutionContext();
  const body = JSON.stringify({ emailOrUsername: email });
  const request = new Request(`${ORIGIN}/api/auth/request-password-reset`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
  });
  const DB = dbWithRace('insert into "password_resets"', move);
  expect((await worker.fetch(request as never, { ...env, DB }, context)).status).toBe(200);
  await waitOnExecutionContext(context);
  expect((await fetchUser(member))?.email).toBe(`new-${email}`);
  expect((await listMailsTo(email)).filter(({ text }) => text.includes("token="))).toEqual([]);
  const { results } = await env.DB.prepare("SELECT * FROM password_resets WHERE user_id = ?").bind(id).all();
  expect(results).toEqual([]);
});

it("a renewed password hash replaces only the hash that was verified", async () => {
  const { person } = await seedUser("Self");
  const db = createDb(env.DB);
  await env.DB.prepare("UPDATE users SET password_hash = 'second' WHERE id = ?").bind(person.id).run();
  expect(await replacePasswordHash(db, person.id, { previousHash: "first", passwordHash: "first renewed" })).toBe(false);
  expect((await findUser(db, person.id))?.passwordHash).toBe("second");
  expect(await replacePasswordHash(db, person.id, { previousHash: "second", passwordHash: "second renewed" })).toBe(true);
});

describe("the sessions of one account", () => {
  it("are one per browser, however often it signs in", async () => {
    const member = await registerUser();
    const id = (await fetchUser(member))?.id ?? "";
    for (let i = 0; i < 3; i++) expect(await login(member, member.username, OLD)).toBe(200);
    expect(await sessionsOf(id)).toBe(1);
    expect(await login(member, member.username, "wrong horse")).toBe(401);
    expect((await fetchUser(member))?.id).toBe(id);
    // a sign-in as another user replaces the session too
    const other = await registerUser();
    expect(await login(member, other.username, OLD)).toBe(200);
    expect(await sessionsOf(id)).toBe(0);
  });

  it("are limited in number: the least recently used end first", async () => {
    const { person } = await seedUser("Self");
    const nowMs = Date.now();
    const cookies: string[] = [];
    for (let i = 1; i <= accountLimits.sessionsPerPerson + 5; i++)
      cookies.push(await seedSession(person.id, { nowMs: nowMs + i }));
    expect(await sessionsOf(person.id)).toBe(accountLimits.sessionsPerPerson);
    const isSignedIn = async (cookie = "") => (await fetchUser(createClient({ headers: { Cookie: cookie } }))) !== undefined;
    expect([await isSignedIn(cookies[4]), await isSignedIn(cookies[5]), await isSignedIn(cookies.at(-1))]).toEqual([
      ...[false, true, true],
    ]);
  });
});
