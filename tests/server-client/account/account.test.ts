import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fail, ok } from "#app/domain/result.ts";
import {
  type Account,
  changePassword,
  confirmSession,
  saveProfile,
  unlinkProvider,
} from "#app/server-client/account/account.ts";
import { clearCache } from "#app/server-client/account/clear-cache.ts";
import { logIn, logOut, readSession, register } from "#app/server-client/account/session.ts";
import { userId } from "#tests/support/builders.ts";
import { stubChannels } from "#tests/support/fake-channels.ts";
import { type Answers, type FunctionServer, serveFunctions } from "#tests/support/function-server.ts";
import { createMemoryCaches } from "#tests/support/memory-caches.ts";
import { createMemoryStorage } from "#tests/support/memory-storage.ts";

const MIRA = userId("mira");
const USER = { id: MIRA, name: "Mira", username: "mira", email: "mira@example.org", avatar: "#e9b84c", type: "user" };
// only passed on
const ACCOUNT = { name: "Mira" } as Account;

let answers: Answers;
let server: FunctionServer;
let channels: ReturnType<typeof stubChannels>;
/** The requests that are no function calls. */
let requests: { readonly address: string; readonly body: unknown }[];
let respond: () => Response;

beforeEach(() => {
  requests = [];
  respond = () => Response.json({});
  answers = { "users.updateUserProfile": () => ok(ACCOUNT) };
  server = serveFunctions(answers, async (url, { method = "GET", body }) => {
    requests.push({ address: `${method} ${url}`, body: body === undefined ? null : JSON.parse(String(body)) });
    return respond();
  });
  channels = stubChannels();
  vi.stubGlobal("localStorage", createMemoryStorage());
});
afterEach(() => vi.unstubAllGlobals());

function loseConnection(): never {
  throw new TypeError("Failed to fetch");
}
const refuse = (code: string, status = 400) => {
  respond = () => Response.json({ code, statusMessage: `auth.errors.${code}`, field: "currentPassword" }, { status });
};
const addresses = () => requests.map(({ address }) => address);
const areOthersNotified = () => channels.messages.length > 0;

describe("a profile that is saved", () => {
  const change = { name: "Мира", isEmailShown: true, currentPassword: "secret" };

  it("is in the session and in the other windows too, without what the session does not have", async () => {
    expect(await saveProfile(MIRA, change)).toEqual(ok(ACCOUNT));
    expect(server.argsOf("users.updateUserProfile")).toEqual([{ id: MIRA, ...change }]);
    expect(requests).toEqual([{ address: "POST /api/auth/update-session", body: { name: "Мира" } }]);
    expect(areOthersNotified()).toBe(true);
  });

  it("is saved even if the session could not be updated", async () => {
    respond = loseConnection;
    expect(await saveProfile(MIRA, change)).toEqual(ok(ACCOUNT));
    expect(areOthersNotified()).toBe(true);
  });

  it("changes nothing if the server refuses it", async () => {
    answers["users.updateUserProfile"] = () => fail("username-taken");
    expect(await saveProfile(MIRA, change)).toEqual(fail("username-taken"));
    expect([requests, areOthersNotified()]).toEqual([[], false]);
  });
});

describe("a change of the account", () => {
  it.each([
    ["password", () => changePassword({ userId: MIRA, newPassword: "secret" }), "/api/auth/change-password"],
    ["confirmation", () => confirmSession("secret"), "/api/auth/confirm"],
    ["unlinked provider", () => unlinkProvider("google"), "/api/auth/unlink-google"],
  ])("is sent, and has the reason and the field of a refusal: %s", async (_case, change, path) => {
    expect(await change()).toEqual(ok(null));
    refuse("password-wrong");
    expect(await change()).toEqual(fail({ code: "password-wrong", field: "currentPassword" }));
    expect(addresses()).toEqual([`POST ${path}`, `POST ${path}`]);
  });

  it.each([
    ["password", () => changePassword({ userId: MIRA, newPassword: "secret" }), "password-change-failed"],
    ["confirmation", () => confirmSession("secret"), "provider-link-failed"],
    ["unlinked provider", () => unlinkProvider("google"), "provider-unlink-failed"],
  ])("names what has failed if the server gives no reason: %s", async (_case, change, code) => {
    for (const reason of ["internal", "a code of another version"]) {
      refuse(reason, 500);
      expect(await change()).toMatchObject(fail({ code }));
    }
    respond = loseConnection;
    expect(await change()).toEqual(fail({ code: "network", field: null }));
  });
});

describe("a session", () => {
  it.each([
    ["sign-in", () => logIn("mira", "secret")],
    ["sign-up", () => register({ name: "Mira", username: "mira", email: "mira@example.org", password: "secret" })],
  ])("starts with a %s, and the other windows follow", async (_case, start) => {
    respond = () => Response.json({ user: USER });
    expect(await start()).toEqual(ok(USER));
    expect(areOthersNotified()).toBe(true);
  });

  it("does not start without a user, nor after a refusal", async () => {
    expect(await logIn("mira", "secret")).toEqual(fail({ code: null, statusMessage: "", field: null }));
    refuse("credentials-wrong", 401);
    expect(await logIn("mira", "wrong")).toMatchObject(fail({ statusMessage: "auth.errors.credentials-wrong" }));
    expect(areOthersNotified()).toBe(false);
  });

  it("ends only if the server has ended it", async () => {
    respond = loseConnection;
    expect([await logOut(), areOthersNotified()]).toEqual([false, false]);
    respond = () => new Response(null, { status: 403 });
    expect([await logOut(), areOthersNotified()]).toEqual([false, false]);
    respond = () => new Response(null, { status: 204 });
    expect([await logOut(), areOthersNotified()]).toEqual([true, true]);
  });

  it("is asked for once, and counts as none without a response (SPEC §7)", async () => {
    respond = () => Response.json({ user: USER });
    expect(await readSession()).toEqual(USER);
    respond = () => Response.json({});
    expect(await readSession()).toBeNull();
    requests.length = 0;
    respond = loseConnection;
    expect([await readSession(), addresses()]).toEqual([null, ["GET /api/_auth/session"]]);
    respond = () => new Response("<h1>Bad gateway</h1>", { status: 502 });
    expect([await readSession(), addresses().length]).toEqual([null, 2]);
  });
});

describe("the caches of this browser", () => {
  beforeEach(async () => {
    const caches = createMemoryCaches();
    for (const name of ["shell-a", "shared-items"]) await caches.open(name);
    vi.stubGlobal("caches", caches);
    vi.stubGlobal("window", globalThis);
    respond = () => new Response(null, { status: 204 });
  });

  it("are emptied, all of them", async () => {
    expect([await clearCache(), await caches.keys()]).toEqual([true, []]);
    expect(addresses()).toEqual(["POST /api/clear-cache"]);
  });

  it("stay if the server does not answer, or refuses", async () => {
    respond = () => new Response(null, { status: 500 });
    expect(await clearCache()).toBe(false);
    respond = loseConnection;
    expect(await clearCache()).toBe(false);
    expect(await caches.keys()).toHaveLength(2);
  });

  it("may be forbidden, which is reported", async () => {
    vi.stubGlobal("caches", { keys: () => Promise.reject(new DOMException("insecure")) });
    expect(await clearCache()).toBe(false);
  });
});
