import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { newClient, newMember } from "#tests/workers/support/client.ts";

const cachingOf = async (path: string, client = newClient()) => (await client.fetch(path)).headers.get("Cache-Control");

describe("what may be kept of an answer", () => {
  it.each(["/", "/settings", "/_root.data", "/settings.data", "/nothing-here", "/protected"])(
    "%s is kept for whoever looks at it, and asked for anew",
    async (path) => {
      expect(await cachingOf(path)).toBe("private, no-cache");
    },
  );

  it.each(["/reset-password?token=a", "/RESET-PASSWORD?token=a", "/reset-password.data?token=a"])(
    "%s is kept nowhere",
    async (path) => {
      expect(await cachingOf(path)).toBe("no-store");
    },
  );

  it.each(["/dev/mail", "/dev/mail.data"])("%s is kept nowhere", async (path) => {
    const superadmin = await newMember();
    await env.DB.prepare("UPDATE users SET super_admin = 1 WHERE username = ?").bind(superadmin.username).run();
    expect(await cachingOf(path, superadmin)).toBe("no-store");
    expect(await cachingOf(path)).toMatch(/^(private, no-cache|no-store)$/);
  });

  it("is said by others themselves", async () => {
    expect(await cachingOf("/api/health")).toBe("no-store");
    expect(await cachingOf("/assets/nothing.js")).toBe("no-store");
    expect(await cachingOf("/invite/nothing")).toBe("no-store");
  });
});
