import { env } from "cloudflare:test";
import { scryptSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { UserId } from "#app/domain/ids.ts";
import { type Client, newClient, newMember, ORIGIN } from "#tests/workers/support/client.ts";
import { knownBrowserCookie, readKnownBrowser } from "#workers/accounts/sign-in/known-browser.ts";
import { typedKey } from "#workers/rate-limits/rate-limits.ts";
import { askForLink } from "./reset-mail.ts";

const PASSWORD = "correct horse";

const login = async (client: Client, emailOrUsername: string, password: string) =>
  (await client.post("/api/auth/login", { emailOrUsername, password })).status;

/** What a browser keeps that has signed in: not its session. */
async function deviceCookieOf(username: string, { password = PASSWORD, client = newClient() } = {}): Promise<string> {
  const answer = await client.post("/api/auth/login", { emailOrUsername: username, password });
  const cookie = answer.headers.getAll("Set-Cookie").find((line) => line.startsWith("tutti_browser=")) ?? "";
  for (const attribute of ["HttpOnly", "SameSite=Lax", "Secure", "Path=/api/auth"]) expect(cookie).toContain(attribute);
  return cookie.split(";")[0] ?? "";
}

const withCookie = (cookie: string, address?: string) => newClient(address, { Cookie: cookie });
const deviceIn = (cookie: string) => cookie.split("=")[1]?.split(".")[1];
const idOf = async (username: string) =>
  (await env.DB.prepare("SELECT id FROM users WHERE username = ?").bind(username).first<UserId>("id")) as UserId;

async function seed(key: string, count: number): Promise<void> {
  await env.DB.prepare("INSERT OR REPLACE INTO attempts (key, window_start_ms, count) VALUES (?, ?, ?)")
    .bind(key, Date.now(), count)
    .run();
}

/** Somebody guesses from so many addresses that the account has no tries left. */
async function besiege(username: string): Promise<void> {
  await seed(`sign-in:account:${typedKey(env.APP_SECRET, username)}`, 1000);
}

describe("a browser that has signed in before", () => {
  it("gets its owner in while others use up the account's tries", async () => {
    const { username } = await newMember();
    const cookie = await deviceCookieOf(username);
    await besiege(username);
    expect(await login(newClient(), username, PASSWORD)).toBe(429);
    expect(await login(withCookie(cookie), username, "wrong horse")).toBe(401);
    expect(await login(withCookie(cookie), username, PASSWORD)).toBe(200);
  });

  it("has tries of its own, and no more", async () => {
    const { username } = await newMember();
    const cookie = await deviceCookieOf(username);
    for (let tried = 0; tried < 10; tried++) expect(await login(withCookie(cookie), username, "wrong horse")).toBe(401);
    expect(await login(withCookie(cookie), username, PASSWORD)).toBe(429);
    expect(await login(newClient(), username, PASSWORD)).toBe(200);
  });

  it("is known to its account only, and only by a cookie of ours", async () => {
    const [mira, oleg] = [await newMember(), await newMember()];
    const cookie = await deviceCookieOf(oleg.username);
    await besiege(mira.username);
    const id = await idOf(mira.username);
    const [, device = "", expiresAtMs = "", signature = ""] = cookie.split("=")[1]?.split(".") ?? [];
    for (const forged of [
      cookie,
      `tutti_browser=${id}.${device}.${expiresAtMs}.${signature}`,
      `tutti_browser=${id}.${device}.${expiresAtMs}.`,
      "tutti_browser=x",
    ]) {
      expect(await login(withCookie(forged), mira.username, PASSWORD)).toBe(429);
    }
  });

  it("stays who it was when it signs in again", async () => {
    const { username } = await newMember();
    const cookie = await deviceCookieOf(username);
    const again = await deviceCookieOf(username, { client: withCookie(cookie) });
    expect(deviceIn(again)).toBe(deviceIn(cookie));
    expect(deviceIn(await deviceCookieOf(username))).not.toBe(deviceIn(cookie));
    const other = await newMember();
    expect(deviceIn(await deviceCookieOf(other.username, { client: withCookie(cookie) }))).not.toBe(deviceIn(cookie));
  });

  it("is known for a year, however long it keeps its cookie", () => {
    const [user, nowMs, dayMs] = [{ id: "a".repeat(16) as UserId, passwordHash: "hash" }, Date.now(), 24 * 60 * 60_000];
    const browser = new Request(ORIGIN);
    const cookie = knownBrowserCookie(env.APP_SECRET, browser, { user, nowMs }).split(";")[0] ?? "";
    const known = (text: string, afterMs: number) =>
      readKnownBrowser(env.APP_SECRET, new Request(ORIGIN, { headers: { Cookie: text } }), { user, nowMs: nowMs + afterMs });
    expect(known(cookie, 364 * dayMs)).toBe(deviceIn(cookie));
    expect(known(cookie, 365 * dayMs)).toBeNull();
    const longer = cookie.replace(String(nowMs + 365 * dayMs), String(nowMs + 3650 * dayMs));
    expect(longer).not.toBe(cookie);
    expect(known(longer, 0)).toBeNull();
  });

  it("is not known any more once the password is another, by a change or a link", async () => {
    const member = await newMember();
    const cookie = await deviceCookieOf(member.username);
    const change = { userId: await idOf(member.username), newPassword: "a new password", currentPassword: PASSWORD };
    expect((await member.post("/api/auth/change-password", change)).status).toBe(200);
    await besiege(member.username);
    expect(await login(withCookie(cookie), member.username, change.newPassword)).toBe(429);

    await env.DB.prepare("DELETE FROM attempts").run();
    const changed = await deviceCookieOf(member.username, { password: change.newPassword });
    const token = await askForLink(`${member.username}@example.org`);
    await newClient().post("/api/auth/reset-password-with-token", { token, newPassword: PASSWORD });
    await besiege(member.username);
    expect(await login(withCookie(changed), member.username, PASSWORD)).toBe(429);
  });

  it("is known by the hash that its sign-in has made anew", async () => {
    const { username } = await newMember();
    const salt = Buffer.alloc(16, 1);
    const key = scryptSync(PASSWORD, salt, 32, { N: 2 ** 10, r: 8, p: 1 });
    const outdated = `$scrypt$ln=10,r=8,p=1$${salt.toString("base64url")}$${key.toString("base64url")}`;
    await env.DB.prepare("UPDATE users SET password_hash = ? WHERE username = ?").bind(outdated, username).run();
    const cookie = await deviceCookieOf(username);
    await besiege(username);
    expect(await login(withCookie(cookie), username, PASSWORD)).toBe(200);
  });

  it("counts with the others of its address, of which there may be many", async () => {
    const { username } = await newMember();
    const cookie = await deviceCookieOf(username);
    const [full, nearly] = ["10.8.0.1", "10.8.0.2"];
    await seed(`sign-in:devices:${full}`, 300);
    await seed(`sign-in:devices:${nearly}`, 299);
    expect(await login(withCookie(cookie, full), username, PASSWORD)).toBe(429);
    // a success is taken back
    for (let times = 0; times < 2; times++) expect(await login(withCookie(cookie, nearly), username, PASSWORD)).toBe(200);
    expect(await login(withCookie(cookie, nearly), username, "wrong horse")).toBe(401);
    expect(await login(withCookie(cookie, nearly), username, PASSWORD)).toBe(429);
    expect(await login(withCookie(cookie), username, PASSWORD)).toBe(200);
  });

  it("is signed in by nothing but its session", async () => {
    const { username } = await newMember();
    const answer = await withCookie(await deviceCookieOf(username)).fetch("/api/_auth/session", {
      headers: { Origin: ORIGIN },
    });
    expect(await answer.json()).toEqual({});
  });
});
