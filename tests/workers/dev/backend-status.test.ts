import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { createClient } from "#tests/workers/support/client.ts";
import { readUserId } from "#tests/workers/support/read-user-id.ts";
import { seedSession } from "#tests/workers/support/seed-session.ts";
import { registerSuperadmin } from "./superadmin-client.ts";

describe("the backend status", () => {
  it("names every part of the backend, the build and the language of the request", async () => {
    const client = await registerSuperadmin();
    const { services, build, locale } = await client.call("dev.getBackendStatus", {});
    expect(services.map(({ id, isReachable }) => `${id} ${isReachable}`)).toEqual([
      "d1 true",
      "r2 true",
      "room true",
      "live true",
    ]);
    expect(services.every(({ latencyMs }) => latencyMs >= 0)).toBe(true);
    expect(build).toMatch(/^\w+$/);
    expect(locale).toBe("en");
  });

  it("tells which part does not answer", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const userId = await readUserId(await registerSuperadmin());
    const head = () => Promise.reject(new Error("R2 is down"));
    const bindings = { ...env, MEDIA: { head } as unknown as R2Bucket };
    const client = createClient({ headers: { Cookie: await seedSession(userId) }, bindings });
    const { services } = await client.call("dev.getBackendStatus", {});
    expect(services.filter(({ isReachable }) => !isReachable).map(({ id }) => id)).toEqual(["r2"]);
    vi.restoreAllMocks();
  });
});
