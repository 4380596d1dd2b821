import { expect, it } from "vitest";
import { fail, ok } from "#app/domain/result.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import { callForClient } from "#workers/api/call-for-client.ts";
import { logEvent } from "#workers/http/log-event.ts";
import type { RequestContext } from "#workers/http/request-context.ts";

const contextOf = (type: SessionUser["type"] | null) =>
  ({ user: async () => type && ({ type } as SessionUser) }) as RequestContext;

async function logAndSucceed() {
  logEvent("kitchen", { step: 1 });
  // a call that runs at the same time
  await callForClient(contextOf(null), {
    path: "rooms.other",
    async call() {
      logEvent("cellar", {});
      return ok(null);
    },
  });
  logEvent("kitchen", { step: 2 });
  return ok("done");
}

it("returns the lines that a call has logged to superadmins, and to others none", async () => {
  const call = { path: "rooms.get", call: logAndSucceed };
  const { logLines, ...outcome } = await callForClient(contextOf("superadmin"), call);
  expect(outcome).toEqual({ status: "success", value: "done" });
  expect(logLines?.map((line) => JSON.parse(line))).toMatchObject([1, 2].map((step) => ({ where: "kitchen", step })));
  for (const type of ["user", null] as const) {
    expect(await callForClient(contextOf(type), call)).toEqual({ status: "success", value: "done", logLines: [] });
  }
});

it("describes a refusal with its sentence and its code", async () => {
  const refusal = { path: "rooms.get", call: async () => fail({ code: "room-not-found" } as const) };
  const outcome = { errorMessage: "Room not found", errorData: { code: "room-not-found" } };
  expect(await callForClient(contextOf(null), refusal)).toEqual({ status: "error", ...outcome, logLines: [] });
});

it("reveals nothing of an internal error, except to superadmins", async () => {
  const broken = {
    path: "rooms.get",
    call: async () => {
      throw new Error("no such table: rooms");
    },
  };
  const hidden = { status: "error", errorMessage: "Internal Server Error", logLines: [] };
  expect(await callForClient(contextOf("user"), broken)).toEqual(hidden);
  const { logLines } = await callForClient(contextOf("superadmin"), broken);
  expect(logLines.join()).toContain("no such table: rooms");
});
