import { afterEach, describe, expect, it, vi } from "vitest";
import { createClient } from "#tests/workers/support/client.ts";
import { readUserId } from "#tests/workers/support/read-user-id.ts";
import { replaceBindings } from "#tests/workers/support/replace-bindings.ts";
import { seedSession } from "#tests/workers/support/seed-session.ts";
import { registerSuperadmin } from "./superadmin-client.ts";

afterEach(() => void vi.restoreAllMocks());

/** A superadmin at a Worker whose object storage answers like this. */
async function createSuperadminClient(head: () => Promise<null>) {
  const userId = await readUserId(await registerSuperadmin());
  return createClient({ headers: { Cookie: await seedSession(userId) }, bindings: replaceBindings({ MEDIA: { head } }) });
}

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
    expect(build).toMatch(/^\w+$/);
    expect(locale).toBe("en");
  });

  it("measures how long a part takes to answer", async () => {
    let nowMs = Date.now();
    const head = async () => {
      nowMs += 250;
      return null;
    };
    const client = await createSuperadminClient(head);
    vi.spyOn(Date, "now").mockImplementation(() => nowMs);
    const { services } = await client.call("dev.getBackendStatus", {});
    expect(services.find(({ id }) => id === "r2")).toEqual({ id: "r2", isReachable: true, latencyMs: 250 });
  });

  it("tells which part does not answer", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const client = await createSuperadminClient(() => Promise.reject(new Error("R2 is down")));
    const { services } = await client.call("dev.getBackendStatus", {});
    expect(services.filter(({ isReachable }) => !isReachable).map(({ id }) => id)).toEqual(["r2"]);
  });
});
