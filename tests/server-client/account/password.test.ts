import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fail, ok } from "#app/domain/result.ts";
import { requestReset, resetPassword, signInAfterReset, verifyResetToken } from "#app/server-client/account/password.ts";
import { userId } from "#tests/support/builders.ts";
import { stubChannels } from "#tests/support/fake-channels.ts";

const RESET = { userId: userId("mira"), email: "mira@example.org", name: "Mira" };
const WITHOUT_REASON = { code: null, statusMessage: "", field: null };

let requests: (readonly [path: string, body: unknown])[];
let respond: () => Response;

beforeEach(() => {
  requests = [];
  respond = () => Response.json({});
  stubChannels();
  vi.stubGlobal("fetch", async (path: string, { body }: RequestInit) => {
    requests.push([path, JSON.parse(String(body))]);
    return respond();
  });
});
afterEach(() => vi.unstubAllGlobals());

const answer = (body: object, status = 200) => {
  respond = () => Response.json(body, { status });
};
const loseConnection = () => {
  respond = () => {
    throw new TypeError("Failed to fetch");
  };
};

describe("a request for a reset link", () => {
  it("names the account as it was typed", async () => {
    answer({ success: true, error: null, email: null });
    expect(await requestReset("mira")).toEqual(ok(null));
    expect(requests).toEqual([["/api/auth/request-password-reset", { emailOrUsername: "mira" }]]);
  });

  it("fails with the sentence of the response, or because there is no such person (SPEC §8)", async () => {
    answer({ success: false, error: "The mail server is down", email: null });
    expect(await requestReset("mira")).toEqual(fail({ code: null, statusMessage: "The mail server is down", field: null }));
    answer({ success: false, error: "", email: null });
    expect(await requestReset("mira")).toEqual(fail({ code: "reset-user-not-found", statusMessage: "", field: null }));
  });

  it("fails with the reason of a refusal", async () => {
    answer({ code: "too-many-attempts", statusMessage: "auth.errors.too-many-attempts" }, 429);
    expect(await requestReset("mira")).toMatchObject(fail({ code: "too-many-attempts" }));
  });
});

describe("a reset link", () => {
  it.each(["valid", "invalid", "expired", "used"] as const)("is %s if the server says so", async (status) => {
    answer({ status });
    expect(await verifyResetToken("token")).toEqual(ok(status));
  });

  it("sets a password, and its one-time grant signs the person in", async () => {
    answer(RESET);
    expect(await resetPassword("token", "secret")).toEqual(ok(RESET));
    answer({ user: { id: RESET.userId } });
    expect(await signInAfterReset(RESET)).toEqual(ok({ id: RESET.userId }));
    expect(requests).toEqual([
      ["/api/auth/reset-password-with-token", { token: "token", newPassword: "secret" }],
      ["/api/auth/auto-login", RESET],
    ]);
  });

  it("has the field of a refused password", async () => {
    answer({ code: "password-too-short", statusMessage: "auth.errors.x", field: "newPassword" }, 400);
    expect(await resetPassword("token", "a")).toMatchObject(fail({ code: "password-too-short", field: "newPassword" }));
  });
});

it.each([
  ["a request", () => requestReset("mira")],
  ["a check", () => verifyResetToken("token")],
  ["a reset", () => resetPassword("token", "secret")],
])("%s that is lost, or fails inside the server, has no reason of its own (SPEC §8)", async (_case, send) => {
  loseConnection();
  expect(await send()).toEqual(fail(WITHOUT_REASON));
  answer({ code: "internal", statusMessage: "auth.errors.internal" }, 500);
  expect(await send()).toEqual(fail(WITHOUT_REASON));
});
