import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { createClient, registerUser } from "#tests/workers/support/client.ts";

const cachingOf = async (path: string, client = createClient()) => (await client.fetch(path)).headers.get("Cache-Control");

describe("the caching of pages", () => {
  it.each(["/", "/settings", "/_root.data", "/settings.data", "/nothing-here", "/protected"])(
    "lets only the browser cache %s, with revalidation",
    async (path) => {
      expect(await cachingOf(path)).toBe("private, no-cache");
    },
  );

  it.each(["/reset-password?token=a", "/RESET-PASSWORD?token=a", "/reset-password.data?token=a"])(
    "does not store %s",
    async (path) => {
      expect(await cachingOf(path)).toBe("no-store");
    },
  );

  it.each(["/dev/mail", "/dev/mail.data"])("does not store %s", async (path) => {
    const superadmin = await registerUser();
    await env.DB.prepare("UPDATE users SET super_admin = 1 WHERE username = ?").bind(superadmin.username).run();
    expect(await cachingOf(path, superadmin)).toBe("no-store");
    expect(await cachingOf(path)).toMatch(/^(private, no-cache|no-store)$/);
  });

  it("keeps the Cache-Control of other responses", async () => {
    expect(await cachingOf("/api/health")).toBe("no-store");
    expect(await cachingOf("/assets/nothing.js")).toBe("no-store");
    expect(await cachingOf("/invite/nothing")).toBe("no-store");
  });
});
