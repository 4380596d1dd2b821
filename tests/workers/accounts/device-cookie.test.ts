import { env } from "cloudflare:test";
import { scryptSync } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import type { UserId } from "#app/domain/ids.ts";
import { DAY_MS } from "#app/domain/units.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import { type LimitKey, toAttemptKey } from "#workers/rate-limits/rate-limit.ts";
import { loginNameKey } from "#workers/rate-limits/sign-in-limits.ts";
import { requestResetLink } from "./reset-mail.ts";

const PASSWORD = "correct horse";

const login = async (client: Client, emailOrUsername: string, password: string) =>
  (await client.post("/api/auth/login", { emailOrUsername, password })).status;

/** The device cookie of a browser that signs in, without its session cookie. */
async function deviceCookieOf(username: string, { password = PASSWORD, client = createClient() } = {}): Promise<string> {
  const answer = await client.post("/api/auth/login", { emailOrUsername: username, password });
  const cookie = answer.headers.getAll("Set-Cookie").find((line) => line.startsWith("__Host-tutti_browser=")) ?? "";
  for (const attribute of ["HttpOnly", "SameSite=Lax", "Secure", "Path=/"]) expect(cookie).toContain(attribute);
  return cookie.split(";")[0] ?? "";
}

const withCookie = (cookie: string, address?: string) => createClient({ address, headers: { Cookie: cookie } });
const deviceIn = (cookie: string) => cookie.split("=")[1]?.split(".")[1];
const idOf = async (username: string) =>
  (await env.DB.prepare("SELECT id FROM users WHERE username = ?").bind(username).first<UserId>("id")) as UserId;

async function seedAttempts(key: LimitKey, count: number): Promise<void> {
  await env.DB.prepare("INSERT OR REPLACE INTO attempts (key, window_start_ms, count) VALUES (?, ?, ?)")
    .bind(toAttemptKey(key), Date.now(), count)
    .run();
}

/** As after very many guesses from many addresses: the account's sign-in limit is exceeded. */
async function exhaustLimit(username: string): Promise<void> {
  await seedAttempts({ limit: "sign-in/account", subject: loginNameKey(env.APP_SECRET, username) }, 1000);
}

describe("a browser with a device cookie", () => {
  it("can sign in while the account's limit is exceeded", async () => {
    const { username } = await registerUser();
    const cookie = await deviceCookieOf(username);
    await exhaustLimit(username);
    expect(await login(createClient(), username, PASSWORD)).toBe(429);
    expect(await login(withCookie(cookie), username, "wrong horse")).toBe(401);
    expect(await login(withCookie(cookie), username, PASSWORD)).toBe(200);
  });

  it("has a limit of its own", async () => {
    const { username } = await registerUser();
    const cookie = await deviceCookieOf(username);
    for (let attempt = 0; attempt < 10; attempt++) expect(await login(withCookie(cookie), username, "wrong horse")).toBe(401);
    expect(await login(withCookie(cookie), username, PASSWORD)).toBe(429);
    expect(await login(createClient(), username, PASSWORD)).toBe(200);
  });

  it("is recognized only by its own account, and only with a valid signature", async () => {
    const [mira, oleg] = [await registerUser(), await registerUser()];
    const cookie = await deviceCookieOf(oleg.username);
    await exhaustLimit(mira.username);
    const id = await idOf(mira.username);
    const [, device = "", expiresAtMs = "", signature = ""] = cookie.split("=")[1]?.split(".") ?? [];
    for (const forged of [
      cookie,
      `__Host-tutti_browser=${id}.${device}.${expiresAtMs}.${signature}`,
      `__Host-tutti_browser=${id}.${device}.${expiresAtMs}.`,
      "__Host-tutti_browser=x",
    ]) {
      expect(await login(withCookie(forged), mira.username, PASSWORD)).toBe(429);
    }
  });

  it("keeps its device id when it signs in again", async () => {
    const { username } = await registerUser();
    const cookie = await deviceCookieOf(username);
    const again = await deviceCookieOf(username, { client: withCookie(cookie) });
    expect(deviceIn(again)).toBe(deviceIn(cookie));
    expect(deviceIn(await deviceCookieOf(username))).not.toBe(deviceIn(cookie));
    const other = await registerUser();
    expect(deviceIn(await deviceCookieOf(other.username, { client: withCookie(cookie) }))).not.toBe(deviceIn(cookie));
  });

  it("has a valid cookie for a year, even if the browser keeps it longer", async () => {
    const { username } = await registerUser();
    const startMs = Date.now();
    vi.setSystemTime(startMs);
    const cookie = await deviceCookieOf(username);
    const loginAfter = async (text: string, afterMs: number) => {
      vi.setSystemTime(startMs + afterMs);
      await exhaustLimit(username);
      return login(withCookie(text), username, PASSWORD);
    };
    expect(await loginAfter(cookie, 365 * DAY_MS - 1)).toBe(200);
    expect(await loginAfter(cookie, 365 * DAY_MS)).toBe(429);
    const extended = cookie.replace(String(startMs + 365 * DAY_MS), String(startMs + 3650 * DAY_MS));
    expect(extended).not.toBe(cookie);
    expect(await loginAfter(extended, 0)).toBe(429);
  });

  it("is no longer recognized after a change or reset of the password", async () => {
    const member = await registerUser();
    const cookie = await deviceCookieOf(member.username);
    const change = { userId: await idOf(member.username), newPassword: "a new password", currentPassword: PASSWORD };
    expect((await member.post("/api/auth/change-password", change)).status).toBe(200);
    await exhaustLimit(member.username);
    expect(await login(withCookie(cookie), member.username, change.newPassword)).toBe(429);

    await env.DB.prepare("DELETE FROM attempts").run();
    const changed = await deviceCookieOf(member.username, { password: change.newPassword });
    const token = await requestResetLink(`${member.username}@example.org`);
    await createClient().post("/api/auth/reset-password-with-token", { token, newPassword: PASSWORD });
    await exhaustLimit(member.username);
    expect(await login(withCookie(changed), member.username, PASSWORD)).toBe(429);
  });

  it("is recognized if its sign-in has renewed an outdated password hash", async () => {
    const { username } = await registerUser();
    const salt = Buffer.alloc(16, 1);
    const key = scryptSync(PASSWORD, salt, 32, { N: 2 ** 10, r: 8, p: 1 });
    const outdated = `$scrypt$ln=10,r=8,p=1$${salt.toString("base64url")}$${key.toString("base64url")}`;
    await env.DB.prepare("UPDATE users SET password_hash = ? WHERE username = ?").bind(outdated, username).run();
    const cookie = await deviceCookieOf(username);
    await exhaustLimit(username);
    expect(await login(withCookie(cookie), username, PASSWORD)).toBe(200);
  });

  it("shares a wide limit with other devices at its address", async () => {
    const { username } = await registerUser();
    const cookie = await deviceCookieOf(username);
    const [fullAddress, nearlyFullAddress] = ["10.8.0.1", "10.8.0.2"];
    await seedAttempts({ limit: "sign-in/address-of-devices", subject: fullAddress }, 300);
    await seedAttempts({ limit: "sign-in/address-of-devices", subject: nearlyFullAddress }, 299);
    expect(await login(withCookie(cookie, fullAddress), username, PASSWORD)).toBe(429);
    // a successful sign-in does not count
    for (let times = 0; times < 2; times++)
      expect(await login(withCookie(cookie, nearlyFullAddress), username, PASSWORD)).toBe(200);
    expect(await login(withCookie(cookie, nearlyFullAddress), username, "wrong horse")).toBe(401);
    expect(await login(withCookie(cookie, nearlyFullAddress), username, PASSWORD)).toBe(429);
    expect(await login(withCookie(cookie), username, PASSWORD)).toBe(200);
  });

  it("is not signed in by the device cookie", async () => {
    const { username } = await registerUser();
    const answer = await withCookie(await deviceCookieOf(username)).fetch("/api/_auth/session", {
      headers: { Origin: ORIGIN },
    });
    expect(await answer.json()).toEqual({});
  });
});
