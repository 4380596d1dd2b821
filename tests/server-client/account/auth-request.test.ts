import { afterEach, describe, expect, it, vi } from "vitest";
import { postAuth } from "#app/server-client/account/auth-request.ts";

afterEach(() => void vi.unstubAllGlobals());

function respondWith(response: () => Promise<Response>) {
  vi.stubGlobal("fetch", response);
}

describe("a refused authentication request", () => {
  it("has the code, the message and the field of the response", async () => {
    const failure = { code: "email-taken", statusMessage: "auth.errors.email-taken", field: "email" };
    respondWith(async () => Response.json({ statusCode: 409, ...failure }, { status: 409 }));
    expect(await postAuth("/api/auth/register", {})).toEqual({ ok: false, error: failure });
  });

  it("has no code if the response names none that this page knows", async () => {
    respondWith(async () => Response.json({ code: "flooded", statusMessage: "The cellar is flooded" }, { status: 503 }));
    const error = { code: null, statusMessage: "The cellar is flooded", field: null };
    expect(await postAuth("/api/auth/login", {})).toEqual({ ok: false, error });
  });

  it.each([
    ["no response", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["a response that is not JSON", async () => new Response("<h1>Bad Gateway</h1>", { status: 502 })],
  ])("has the code for a lost connection after %s", async (_case, response) => {
    respondWith(response);
    expect(await postAuth("/api/auth/login", {})).toMatchObject({ ok: false, error: { code: "network" } });
    expect(await postAuth("/api/auth/verify-reset-token", {}, null)).toMatchObject({ ok: false, error: { code: null } });
  });
});
