// A full disk of a self-hosted server. SQLite's error for it is raised by triggers.
import { env } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";

const FULL = "database or disk is full: SQLITE_FULL";

const refuse = (change: string) =>
  env.DB.prepare(`CREATE TRIGGER full_disk BEFORE ${change} BEGIN SELECT RAISE(ABORT, '${FULL}'); END`).run();

afterEach(async () => {
  await env.DB.prepare("DROP TRIGGER IF EXISTS full_disk").run();
});

const create = (client: Client, name: string) =>
  client.post("/api/mutation", { path: "rooms:create", format: "json", args: { name } });

describe("a full disk", () => {
  it("has an error of its own in functions, and nothing is left of the change", async () => {
    const user = await registerUser();
    await refuse("INSERT ON rooms");
    const refused = await create(user, "Full disk");
    expect(refused.status).toBe(560);
    expect(await refused.json()).toMatchObject({
      status: "error",
      errorMessage: "The server has no space left. Ask its operator to free some, then try again.",
      errorData: { code: "disk-full" },
    });
    await env.DB.prepare("DROP TRIGGER full_disk").run();
    const created = await create(user, "Full disk");
    expect(await created.json()).toMatchObject({ status: "success", value: { room_url: "full-disk" } });
  });

  it("has a status and a code of its own in routes", async () => {
    await refuse("INSERT ON users");
    const account = {
      name: "Ann",
      email: "full-disk@tutti.example",
      password: "a long password",
      confirmPassword: "a long password",
    };
    const refused = await createClient().post("/api/auth/register", { ...account, username: "fulldisk" });
    expect({ status: refused.status, ...(await refused.json<object>()) }).toMatchObject({ status: 507, code: "disk-full" });
  });

  it.each([
    ["en", /The server has no space left/],
    ["ru", /На\sсервере закончилось место/],
  ])("has a page of its own: %s", async (language, title) => {
    const user = await registerUser();
    await env.DB.prepare("UPDATE sessions SET seen_at_ms = 0").run();
    await refuse("UPDATE ON sessions");
    const page = await user.fetch("/settings", { headers: { "Accept-Language": language } });
    expect(page.status).toBe(507);
    expect(await page.text()).toMatch(title);
  });
});
