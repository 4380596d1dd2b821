import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { newMember, newVisitor, ORIGIN, type Visitor } from "./visitor.ts";

const PASSWORD = "correct horse";

const login = async (visitor: Visitor, emailOrUsername: string, password: string) =>
  (await visitor.post("/api/auth/login", { emailOrUsername, password })).status;

/** What a browser keeps that has signed in: not its session. */
async function deviceCookieOf(username: string): Promise<string> {
  const answer = await newVisitor().post("/api/auth/login", { emailOrUsername: username, password: PASSWORD });
  const cookie = answer.headers.getAll("Set-Cookie").find((line) => line.startsWith("tutti_device=")) ?? "";
  for (const attribute of ["HttpOnly", "SameSite=Lax", "Secure", "Path=/api/auth"]) expect(cookie).toContain(attribute);
  return cookie.split(";")[0] ?? "";
}

const withCookie = (cookie: string) => newVisitor(undefined, { Cookie: cookie });

/** Somebody guesses from so many addresses that the account has no tries left. */
async function besiege(username: string): Promise<void> {
  await env.DB.prepare(
    "INSERT OR REPLACE INTO attempts (key, window_start_ms, count) SELECT 'sign-in:account:' || id, ?, 1000 FROM users WHERE username = ?",
  )
    .bind(Date.now(), username)
    .run();
}

describe("a browser that has signed in before", () => {
  it("gets its owner in while others use up the account's tries", async () => {
    const { username } = await newMember();
    const cookie = await deviceCookieOf(username);
    await besiege(username);
    expect(await login(newVisitor(), username, PASSWORD)).toBe(429);
    expect(await login(withCookie(cookie), username, "wrong horse")).toBe(401);
    expect(await login(withCookie(cookie), username, PASSWORD)).toBe(200);
  });

  it("has tries of its own, and no more", async () => {
    const { username } = await newMember();
    const cookie = await deviceCookieOf(username);
    for (let tried = 0; tried < 10; tried++) expect(await login(withCookie(cookie), username, "wrong horse")).toBe(401);
    expect(await login(withCookie(cookie), username, PASSWORD)).toBe(429);
    expect(await login(newVisitor(), username, PASSWORD)).toBe(200);
  });

  it("is known to its account only, and only by a cookie of ours", async () => {
    const [mira, oleg] = [await newMember(), await newMember()];
    const cookie = await deviceCookieOf(oleg.username);
    await besiege(mira.username);
    const { id } =
      (await env.DB.prepare("SELECT id FROM users WHERE username = ?").bind(mira.username).first<{ id: string }>()) ?? {};
    const [, device = "", signature = ""] = cookie.split("=")[1]?.split(".") ?? [];
    for (const forged of [
      cookie,
      `tutti_device=${id}.${device}.${signature}`,
      `tutti_device=${id}.${device}.`,
      "tutti_device=x",
    ]) {
      expect(await login(withCookie(forged), mira.username, PASSWORD)).toBe(429);
    }
  });

  it("is signed in by nothing but its session", async () => {
    const { username } = await newMember();
    const answer = await withCookie(await deviceCookieOf(username)).fetch("/api/_auth/session", {
      headers: { Origin: ORIGIN },
    });
    expect(await answer.json()).toEqual({});
  });
});
