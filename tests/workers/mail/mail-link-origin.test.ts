import { createExecutionContext, env } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { waitForMail } from "#tests/workers/accounts/reset-mail.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import worker from "#workers/app.ts";

let logged: string[] = [];
beforeEach(() => {
  logged = [];
  vi.spyOn(console, "error").mockImplementation((line) => void logged.push(String(line)));
});
afterEach(() => void vi.restoreAllMocks());

const SENDING = { MAIL_FROM: "Tutti <hello@tutti.test>", MAIL_API_KEY: "key", MAIL_API_URL: "https://mail.invalid" };

/** The URL of a reset link, without its query, that is requested with this configuration and host. */
async function linkWith(configured: { MAIL_LINK_ORIGIN?: string; PUBLIC_ORIGIN?: string }, host = ORIGIN) {
  const { username } = await registerUser();
  const request = new Request(`${host}/api/auth/request-password-reset`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ emailOrUsername: username }),
  });
  const answer = await worker.fetch(request as never, { ...env, ...configured }, createExecutionContext());
  expect(answer.status).toBe(200);
  return /\S+(?=\?token=)/.exec((await waitForMail(`${username}@example.org`)).text)?.[0];
}

describe("a link in a mail", () => {
  it.each(["https://at.home", "https://at.home/", "https://at.home/some/path?x#y", "HTTPS://AT.home:443"])(
    "starts with the origin of %s",
    async (MAIL_LINK_ORIGIN) => {
      const elsewhere = { MAIL_LINK_ORIGIN, PUBLIC_ORIGIN: "https://music.example" };
      expect(await linkWith({ MAIL_LINK_ORIGIN })).toBe("https://at.home/reset-password");
      expect(await linkWith(elsewhere)).toBe("https://at.home/reset-password");
      expect(logged).toEqual([]);
    },
  );

  it.each(["http://127.0.0.1:8787", "https://evil.example"])("starts with PUBLIC_ORIGIN when %s is requested", async (host) => {
    expect(await linkWith({ PUBLIC_ORIGIN: "https://music.example" }, host)).toBe("https://music.example/reset-password");
    expect(logged).toEqual([]);
  });

  it.each([ORIGIN, "https://evil.example"])("is a path in the outbox without either, when %s is requested", async (host) => {
    expect(await linkWith({}, host)).toBe("/reset-password");
    expect(await linkWith({ MAIL_LINK_ORIGIN: "" }, host)).toBe("/reset-password");
    expect(logged).toEqual([]);
  });

  it.each(["at.home", "at.home:8080", "https://", "javascript:alert(1)"])(
    "is as without MAIL_LINK_ORIGIN if that is %s, which is logged",
    async (MAIL_LINK_ORIGIN) => {
      expect(await linkWith({ MAIL_LINK_ORIGIN })).toBe("/reset-password");
      expect(logged).toHaveLength(1);
      expect(logged[0]).toContain("MAIL_LINK_ORIGIN");
    },
  );

  it.each(["", "at.home"])("is refused if mail is sent and MAIL_LINK_ORIGIN is '%s'", async (MAIL_LINK_ORIGIN) => {
    const { username } = await registerUser();
    const client = createClient({ bindings: { ...env, ...SENDING, MAIL_LINK_ORIGIN } });
    const answer = await client.post("/api/auth/request-password-reset", { emailOrUsername: username });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ statusMessage: "auth.errors.reset-mail-not-configured" });
    expect(logged).toHaveLength(1);
  });

  it("has the origin of the page that shows the outbox", async () => {
    const superadmin = await registerUser();
    await env.DB.prepare("UPDATE users SET super_admin = 1 WHERE username = ?").bind(superadmin.username).run();
    await linkWith({}, "https://evil.example");
    const page = await (await superadmin.fetch("/dev/mail")).text();
    expect(page).toMatch(new RegExp(`href="${ORIGIN}/reset-password\\?token=[a-z2-7]{32}"`));
    expect(page).not.toContain("evil.example");
  });
});
