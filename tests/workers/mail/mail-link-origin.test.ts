import { env } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { waitForMail } from "#tests/workers/accounts/reset-mail.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";

let logged: string[] = [];
beforeEach(() => {
  logged = [];
  vi.spyOn(console, "error").mockImplementation((line) => void logged.push(String(line)));
});
afterEach(() => void vi.restoreAllMocks());

const SENDING = { MAIL_FROM: "Tutti <hello@tutti.test>", MAIL_API_KEY: "key", MAIL_API_URL: "https://mail.invalid" };

/** The URL of a reset link, without its query, that is requested with this `MAIL_LINK_ORIGIN`. */
async function linkWith(MAIL_LINK_ORIGIN: string): Promise<string | undefined> {
  const { username } = await registerUser();
  const client = createClient({ bindings: { ...env, MAIL_LINK_ORIGIN } });
  const answer = await client.post("/api/auth/request-password-reset", { emailOrUsername: username });
  expect(answer.status).toBe(200);
  return /\S+(?=\?token=)/.exec((await waitForMail(`${username}@example.org`)).text)?.[0];
}

describe("a link in a mail", () => {
  it.each(["https://at.home", "https://at.home/", "https://at.home/some/path?x#y", "HTTPS://AT.home:443"])(
    "starts with the origin of %s",
    async (configured) => {
      expect(await linkWith(configured)).toBe("https://at.home/reset-password");
      expect(logged).toEqual([]);
    },
  );

  it.each(["at.home", "at.home:8080", "https://", "javascript:alert(1)"])(
    "starts with the request's origin if MAIL_LINK_ORIGIN is %s, which is logged",
    async (configured) => {
      expect(await linkWith(configured)).toBe(`${ORIGIN}/reset-password`);
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

  it("starts with the request's origin if MAIL_LINK_ORIGIN is empty", async () => {
    expect(await linkWith("")).toBe(`${ORIGIN}/reset-password`);
    expect(logged).toEqual([]);
  });
});
