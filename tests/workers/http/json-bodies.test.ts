import { describe, expect, it, vi } from "vitest";
import type { HttpFailure } from "#app/protocol/http.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";

/** Each route that reads JSON. */
const ROUTES = [
  "/api/query",
  "/api/mutation",
  "/api/action",
  "/api/function",
  "/api/query_at_ts",
  "/api/auth/login",
  "/api/auth/register",
  "/api/auth/update-session",
  "/api/auth/request-password-reset",
  "/api/auth/verify-reset-token",
  "/api/auth/reset-password-with-token",
  "/api/auth/auto-login",
  "/api/auth/change-password",
  "/api/rooms/none/links",
];

/** The types that a form or a request without a preflight can send for another site, and those that only resemble JSON's. */
const REFUSED = [
  "text/plain",
  "text/plain; application/json",
  "text/plain;charset=UTF-8, application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=application/json",
  "application/json, text/plain",
  "application/jsonp",
  "application/octet-stream",
];
const ACCEPTED = [
  "application/json",
  "application/json; charset=utf-8",
  "APPLICATION/JSON ;charset=UTF-8",
  "application/json;",
];

async function postAs(type: string | null, path: string, client = createClient()) {
  const body = new TextEncoder().encode('{"path":"users:none","emailOrUsername":"mira","password":"correct horse"}');
  const response = await client.fetch(path, { method: "POST", body, headers: type === null ? {} : { "Content-Type": type } });
  const { code } = await response.json<Partial<HttpFailure>>();
  return { status: response.status, code, cookie: response.headers.get("Set-Cookie") };
}

describe.each(ROUTES)("%s", (path) => {
  it.each([null, ...REFUSED])("refuses a body of the type %s", async (type) => {
    expect(await postAs(type, path, await registerUser())).toEqual({ status: 415, code: "not-json", cookie: null });
  });

  it.each(ACCEPTED)("reads a body of the type %s", async (type) => {
    expect((await postAs(type, path, await registerUser())).code).not.toBe("not-json");
  });
});

it.each([
  ["many values", `[${Array(30_000).fill(1).join(",")}]`],
  ["many levels", `${"[".repeat(100)}${"]".repeat(100)}`],
])("a body with %s is malformed, and is not parsed", async (_, value) => {
  const parse = vi.spyOn(JSON, "parse");
  const response = await createClient().post("/api/query", `{"path":"rooms.get","args":{"id":${value}}}`);
  expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([400, "malformed-request"]);
  expect(parse.mock.calls.filter(([text]) => String(text).includes("rooms.get"))).toEqual([]);
  vi.restoreAllMocks();
});
