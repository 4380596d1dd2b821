import { env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { SessionResponse } from "#app/protocol/http.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";

const OWN_ID = /^[0-9a-f]{12}$/;

afterEach(async () => {
  vi.restoreAllMocks();
  await env.DB.prepare("DROP TRIGGER IF EXISTS failing").run();
});

function recordErrors() {
  const logged = vi.spyOn(console, "error").mockReturnValue(undefined);
  return () => logged.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
}

const failOn = (change: string) =>
  env.DB.prepare(`CREATE TRIGGER failing BEFORE ${change} BEGIN SELECT RAISE(ABORT, 'an unexpected reason'); END`).run();

describe("the route of a request", () => {
  it.each([
    ["GET", "/api/health", "/api/health"],
    ["POST", "/api/query", "/api/:kind"],
    ["PUT", "/api/uploads/secret/parts/1", "/api/uploads/:id/parts/:number"],
    ["GET", "/api/rooms/secret/socket", "/api/rooms/:id/socket"],
    ["GET", "/api/nothing", "/api"],
    ["GET", "/invite/secret", "/invite"],
    ["GET", "/settings", "/settings"],
  ])("is logged as a pattern: %s %s", async (method, path, route) => {
    const logged = vi.spyOn(console, "log").mockReturnValue(undefined);
    await createClient({ headers: { Origin: ORIGIN } }).fetch(path, { method });
    const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)));
    expect(lines).toContainEqual(expect.objectContaining({ where: "request", method, route }));
  });
});

it("the line of a request has the time, and the person whose session it used", async () => {
  const person = await registerUser();
  const { user } = await (await person.fetch("/api/_auth/session")).json<SessionResponse>();
  const logged = vi.spyOn(console, "log").mockReturnValue(undefined);
  const fromMs = Date.now();
  await person.fetch("/api/_auth/session");
  await createClient().fetch("/api/_auth/session");
  const [signedIn, guest] = logged.mock.calls.map(([line]) => JSON.parse(String(line)));
  expect(signedIn).toMatchObject({ route: "/api/_auth/session", user: user?.id });
  expect(Date.parse(signedIn.time)).toBeGreaterThanOrEqual(fromMs);
  expect(guest).not.toHaveProperty("user");
});

describe("the id of a request", () => {
  const logRequest = async (ray: string) => {
    const logged = vi.spyOn(console, "log").mockReturnValue(undefined);
    const response = await createClient({ headers: { "CF-Ray": ray } }).fetch("/api/health");
    const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)));
    return { id: response.headers.get("X-Request-Id"), line: lines.find(({ where }) => where === "request") };
  };

  it.each(["230b030023ae2822-SJC", "230b030023ae2822"])("is the server's, beside Cloudflare's: %s", async (ray) => {
    const { id, line } = await logRequest(ray);
    expect(id).toMatch(OWN_ID);
    expect(line).toMatchObject({ requestId: id, ray });
  });

  it.each(["", "an id", "230b030023ae2822-sjc", '230b030023ae2822-SJC","level":"info'])(
    "cannot be a text that a client sends: %s",
    async (ray) => {
      const { id, line } = await logRequest(ray);
      expect(id).toMatch(OWN_ID);
      expect(line).not.toHaveProperty("ray");
    },
  );

  it("is in the line of a failed function, with the reason and without the values of the statement", async () => {
    const user = await registerUser();
    await failOn("INSERT ON rooms");
    const errors = recordErrors();
    const call = { path: "rooms:create", format: "json", args: { name: "A secret name" } };
    const response = await user.post("/api/mutation", call);
    expect(response.status).toBe(560);
    const [line, ...others] = errors();
    expect(others).toEqual([]);
    expect(line).toMatchObject({ where: "function", path: "rooms:create", requestId: response.headers.get("X-Request-Id") });
    expect(JSON.stringify(line)).toContain("an unexpected reason");
    expect(JSON.stringify(line)).not.toContain("A secret name");
  });

  it("is in the line of a failed page, without the values of the statement", async () => {
    const user = await registerUser();
    await env.DB.prepare("UPDATE sessions SET seen_at_ms = 0").run();
    await failOn("UPDATE ON sessions");
    const errors = recordErrors();
    const response = await user.fetch("/settings");
    expect(response.status).toBe(500);
    const requestId = response.headers.get("X-Request-Id") ?? "";
    expect(await response.text()).toContain(requestId);
    expect(errors().length).toBeGreaterThan(0);
    for (const line of errors()) {
      expect(line).toMatchObject({ where: "page", method: "GET", route: "/settings", requestId });
      expect(line.stack).not.toContain("params:");
    }
  });
});

it.each([
  ["POST", "/", 405],
  ["PUT", "/settings", 405],
  ["GET", "/nothing/here", 404],
  ["GET", "/nothing/here.data", 404],
])("a request for which there is no page is no error: %s %s", async (method, path, status) => {
  const errors = recordErrors();
  expect((await createClient().fetch(path, { method })).status).toBe(status);
  expect(errors()).toEqual([]);
});
