import { env } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { mailTo } from "#tests/workers/accounts/reset-mail.ts";
import { newClient, newMember, ORIGIN } from "#tests/workers/support/client.ts";

let logged: string[] = [];
beforeEach(() => {
  logged = [];
  vi.spyOn(console, "error").mockImplementation((line) => void logged.push(String(line)));
});
afterEach(() => void vi.restoreAllMocks());

/** Where a link leads that was asked for while the installation says that. */
async function linkWith(MAIL_LINK_ORIGIN: string): Promise<string | undefined> {
  const { username } = await newMember();
  const client = newClient(undefined, {}, { ...env, MAIL_LINK_ORIGIN });
  const answer = await client.post("/api/auth/request-password-reset", { emailOrUsername: username });
  expect(answer.status).toBe(200);
  return /\S+(?=\?token=)/.exec((await mailTo(`${username}@example.org`)).text)?.[0];
}

describe("a link in mail", () => {
  it.each(["https://at.home", "https://at.home/", "https://at.home/some/path?x#y", "HTTPS://AT.home:443"])(
    "begins with the origin of %s",
    async (named) => {
      expect(await linkWith(named)).toBe("https://at.home/reset-password");
      expect(logged).toEqual([]);
    },
  );

  it.each(["at.home", "at.home:8080", "https://", "javascript:alert(1)"])(
    "begins with the host that was asked where %s is named, and the log says so",
    async (named) => {
      expect(await linkWith(named)).toBe(`${ORIGIN}/reset-password`);
      expect(logged).toHaveLength(1);
      expect(logged[0]).toContain("MAIL_LINK_ORIGIN");
    },
  );

  it("begins with the host that was asked where nothing is named", async () => {
    expect(await linkWith("")).toBe(`${ORIGIN}/reset-password`);
    expect(logged).toEqual([]);
  });
});
