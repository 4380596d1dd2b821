import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { ProviderAuthorizationResult } from "#app/protocol/provider-window.ts";
import {
  broadcastProviderResult,
  type ProviderAttemptOptions,
  startAttempt,
  waitForResult,
} from "#app/server-client/account/provider-attempt.ts";
import { createDeferred } from "#tests/support/deferred.ts";
import { stubChannels } from "#tests/support/fake-channels.ts";
import { createMemoryStorage, FORBIDDEN_STORAGE } from "#tests/support/memory-storage.ts";

/** A window of 1200 × 800 px on a second screen. */
const WINDOW = { screenX: 2000, screenY: 100, outerWidth: 1200, outerHeight: 800 };
const RETURN_TO = "/room/kitchen?tab=people";
const MIRA = { id: "mira", name: "Mira" };

let channels: ReturnType<typeof stubChannels>;
/** The arguments with which popups were opened, and the addresses to which the page itself went. */
let opened: (readonly string[])[];
let visited: string[];
let popup: { isClosed: boolean; readonly close: () => void };
let isBlocked: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  channels = stubChannels();
  [opened, visited, isBlocked] = [[], [], false];
  popup = {
    isClosed: false,
    close() {
      popup.isClosed = true;
    },
  };
  const open = (...args: readonly string[]) => {
    opened.push(args);
    return isBlocked ? null : popup;
  };
  vi.stubGlobal("window", Object.assign(new EventTarget(), WINDOW, { open }));
  vi.stubGlobal("location", {
    ...{ pathname: "/room/kitchen", search: "?tab=people" },
    assign: (url: string) => void visited.push(url),
  });
  vi.stubGlobal("sessionStorage", createMemoryStorage());
  respondWith(async () => ({}));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Sets how the server answers requests for the session. */
function respondWith(readSession: () => Promise<object>): void {
  vi.stubGlobal("fetch", async () => Response.json(await readSession()));
}

/** Opens a popup and waits for its result. */
function wait(purpose: ProviderAttemptOptions["purpose"] = "sign-in") {
  const attempt = startAttempt(purpose, "google");
  if (!attempt) throw new Error("the popup is blocked");
  const events: unknown[] = [];
  const stop = waitForResult(attempt, {
    purpose,
    onEnd: () => events.push("end"),
    onDone: (provider) => events.push(["done", provider]),
    onFailed: (failure) => events.push(["failed", failure]),
  });
  const report = (result: ProviderAuthorizationResult["result"], statusMessage: string | null = null) =>
    broadcastProviderResult({ attempt: attempt.id, provider: "google", result, statusMessage });
  return { attempt, events, stop, report };
}

const focus = () => window.dispatchEvent(new Event("focus"));
const accountChanges = () => channels.messages.filter(({ channel }) => channel === "account").length;

describe("an attempt with a provider", () => {
  it.each([
    ["sign-in", "/auth/google"],
    ["link", "/api/auth/link-google"],
  ] as const)("to %s opens a popup in the middle of this window", (purpose, path) => {
    const { attempt } = wait(purpose);
    const [address = "", name, features] = opened[0] ?? [];
    const url = new URL(address, "https://tutti.test");
    expect(url.pathname).toBe(path);
    expect(Object.fromEntries(url.searchParams)).toEqual({ mode: "popup", attempt: attempt.id, returnTo: RETURN_TO });
    expect(name).toContain(attempt.id);
    expect(features).toBe("popup,width=960,height=600,left=2120,top=200");
    expect(visited).toEqual([]);
  });

  it("takes the page itself to the provider if the popup is blocked", () => {
    isBlocked = true;
    expect(startAttempt("sign-in", "google")).toBeNull();
    const url = new URL(visited[0] ?? "", "https://tutti.test");
    expect([url.pathname, url.searchParams.get("mode"), url.searchParams.get("returnTo")]).toEqual([
      "/auth/google",
      "redirect",
      RETURN_TO,
    ]);
  });

  it.each(["signed-in", "linked"] as const)("succeeds when its window reports %s", (result) => {
    const { events, report } = wait();
    report(result);
    expect(events).toEqual(["end", ["done", "google"]]);
    // one of the provider's window, one of the page
    expect(accountChanges()).toBe(2);
  });

  it.each([
    ["auth.errors.provider-auth-failed", "auth.errors.provider-auth-failed"],
    [null, ""],
  ])("fails with the reason %s of its window, and no account has changed", (statusMessage, shown) => {
    const { events, report } = wait();
    report("failed", statusMessage);
    expect(events).toEqual(["end", ["failed", { statusMessage: shown, provider: "google" }]]);
    expect(accountChanges()).toBe(0);
  });

  it("ignores the results of others", () => {
    const { events } = wait();
    broadcastProviderResult({ attempt: "another", provider: "google", result: "signed-in", statusMessage: null });
    expect(events).toEqual([]);
  });

  it("ends when the provider would no longer accept it", () => {
    const { events } = wait();
    vi.advanceTimersByTime(accountLimits.providerAuthorizationMs - 1);
    expect(events).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(events).toEqual(["end"]);
  });
});

describe("a page that the person returns to without a result", () => {
  it("notices that they have signed in", async () => {
    const { events } = wait();
    focus();
    respondWith(async () => ({ user: MIRA }));
    focus();
    await vi.waitFor(() => expect(events).toEqual(["end", ["done", "google"]]));
  });

  it("notices it once", async () => {
    const { events } = wait();
    respondWith(async () => ({ user: MIRA }));
    focus();
    focus();
    await vi.waitFor(() => expect(events).not.toEqual([]));
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toEqual(["end", ["done", "google"]]);
  });

  it("does not take the session of the person for a linked provider", async () => {
    const { events } = wait("link");
    const fetched = vi.fn(async () => ({ user: MIRA }));
    respondWith(fetched);
    focus();
    await vi.advanceTimersByTimeAsync(0);
    expect([events, fetched.mock.calls]).toEqual([[], []]);
  });

  it("notices nothing after the attempt was given up", async () => {
    const { events, stop } = wait();
    const session = createDeferred<object>();
    respondWith(() => session.promise);
    focus();
    stop();
    session.resolve({ user: MIRA });
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toEqual([]);
  });
});

describe("an attempt that is given up", () => {
  it("closes its window and leaves nothing behind", () => {
    const { events, stop, report, attempt } = wait();
    expect(sessionStorage.getItem("provider-window")).toBe(attempt.id);
    stop();
    report("signed-in");
    focus();
    expect(events).toEqual([]);
    expect([popup.isClosed, channels.openChannels(), vi.getTimerCount()]).toEqual([true, 0, 0]);
    expect(sessionStorage.getItem("provider-window")).toBeNull();
  });

  it("works where storage is forbidden", () => {
    vi.stubGlobal("sessionStorage", FORBIDDEN_STORAGE);
    const { events, report, stop } = wait();
    report("signed-in");
    stop();
    expect(events).toEqual(["end", ["done", "google"]]);
  });
});
