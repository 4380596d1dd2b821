import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { createClient } from "#tests/workers/support/client.ts";

const loadHome = async (bindings: Cloudflare.Env) => (await createClient({ bindings }).fetch("/")).text();

it("pages have a DEV badge for everyone in dev mode only", async () => {
  expect(await loadHome({ ...env, DEV_MODE: "true" })).toContain("DEV</span>");
  expect(await loadHome(env)).not.toContain("DEV</span>");
});
