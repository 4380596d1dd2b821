import { afterEach, expect, it, vi } from "vitest";
import { query } from "#app/server-client/functions.ts";

afterEach(() => vi.unstubAllGlobals());

/** The outcome of a call that the server answers with this status and body. */
function callWith(status: number, body: string) {
  vi.stubGlobal("sessionStorage", { getItem: () => null });
  vi.stubGlobal("fetch", async () => new Response(body, { status }));
  return query("users.listSessions", {});
}

it("a response with status 560 is the function's own error, with its code (SPEC §7)", async () => {
  const failure = { status: "error", errorMessage: "Insufficient permissions", errorData: { code: "forbidden" }, logLines: [] };
  expect(await callWith(560, JSON.stringify(failure))).toEqual({ ok: false, error: "forbidden" });
  expect(await callWith(560, JSON.stringify({ ...failure, errorData: undefined }))).toEqual({ ok: false, error: "internal" });
});

it("other failures have a code, or none", async () => {
  expect(await callWith(401, JSON.stringify({ code: "login-required" }))).toEqual({ ok: false, error: "login-required" });
  expect(await callWith(500, JSON.stringify({ code: "made up" }))).toEqual({ ok: false, error: "internal" });
  expect(await callWith(502, "<h1>Bad gateway</h1>")).toEqual({ ok: false, error: "network" });
});
