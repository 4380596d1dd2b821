import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeSignIn, dismissSignIn, openDialog } from "#app/app-state/dialogs.ts";
import { type Intent, readIntent, storeIntent } from "#app/app-state/pending-intent.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { createMemoryStorage, FORBIDDEN_STORAGE } from "#tests/support/memory-storage.ts";

const FAVORITE: Intent = { to: "favorite", roomId: "kitchen" as RoomId };
const TEN_MINUTES_MS = 600_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("sessionStorage", createMemoryStorage());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("what a guest was about to do", () => {
  it("is remembered for ten minutes", () => {
    storeIntent(FAVORITE);
    vi.advanceTimersByTime(TEN_MINUTES_MS - 1);
    expect(readIntent()).toEqual(FAVORITE);
    vi.advanceTimersByTime(1);
    expect(readIntent()).toBeNull();
  });

  it("is the last thing only, and can be dropped", () => {
    storeIntent(FAVORITE);
    storeIntent({ to: "create-room" });
    expect(readIntent()).toEqual({ to: "create-room" });
    storeIntent(null);
    expect(readIntent()).toBeNull();
  });

  it("is nothing if the stored value is malformed or storage is forbidden", () => {
    sessionStorage.setItem("intent", "not JSON");
    expect(readIntent()).toBeNull();
    vi.stubGlobal("sessionStorage", FORBIDDEN_STORAGE);
    storeIntent(FAVORITE);
    storeIntent(null);
    expect(readIntent()).toBeNull();
  });
});

describe("the sign-in dialog", () => {
  const open = (intent?: Intent) => openDialog({ name: "sign-in", tab: "login", ...(intent && { intent }) });
  afterEach(dismissSignIn);

  it("remembers what it was opened for, also after the sign-in", () => {
    open(FAVORITE);
    closeSignIn();
    expect(readIntent()).toEqual(FAVORITE);
  });

  it("forgets it when it is closed without a sign-in, or opened for nothing", () => {
    open(FAVORITE);
    dismissSignIn();
    expect(readIntent()).toBeNull();
    open(FAVORITE);
    open();
    expect(readIntent()).toBeNull();
  });

  it("is another one than that of the account, which forgets nothing", () => {
    storeIntent(FAVORITE);
    openDialog({ name: "account" });
    closeSignIn();
    expect(readIntent()).toEqual(FAVORITE);
  });
});
