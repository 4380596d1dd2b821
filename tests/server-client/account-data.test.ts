import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { appendItems, createItem, uploadItems } from "#app/features/uploads/upload-list.ts";
import { readSharedItems, storeSharedItems } from "#app/lib/shared-items.ts";
import { keepDataOf } from "#app/server-client/account/account-data.ts";
import { logOut } from "#app/server-client/account/session.ts";
import { getRoomAccessToken, storeRoomAccessToken } from "#app/server-client/room-access-tokens.ts";
import { createMemoryCaches } from "#tests/support/memory-caches.ts";
import { createMemoryStorage } from "#tests/support/memory-storage.ts";

const MIRA = "miramiramiramira" as UserId;
const LEO = "leoleoleoleoleol" as UserId;
const ATTIC = { _id: "atticatticatticat", room_url: "attic" };

/** The next page of this tab is the first one of another tab. */
const openTab = () => vi.stubGlobal("sessionStorage", createMemoryStorage());

async function leaveData(): Promise<void> {
  await storeSharedItems({ files: [], link: "https://example.org/a.mp3" }, caches, Date.now());
  storeRoomAccessToken(ATTIC, "token");
  appendItems([createItem("attic" as RoomId, new File(["a"], "a.mp3"))]);
}

const listData = async () => ({
  shared: (await readSharedItems(caches, Date.now()))?.link ?? null,
  token: getRoomAccessToken("attic"),
  uploads: uploadItems.get().length,
});
const KEPT = { shared: "https://example.org/a.mp3", token: "token", uploads: 1 };
const REMOVED = { shared: null, token: null, uploads: 0 };

beforeEach(() => {
  vi.stubGlobal("localStorage", createMemoryStorage());
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("caches", createMemoryCaches());
  vi.stubGlobal("fetch", async () => new Response(null, { status: 204 }));
  openTab();
});
afterEach(() => {
  keepDataOf(LEO);
  keepDataOf(MIRA);
  vi.unstubAllGlobals();
});

it("a sign-out removes what was shared with the app, opened by password and being uploaded", async () => {
  keepDataOf(MIRA);
  await leaveData();
  await logOut();
  expect(await listData()).toEqual(REMOVED);
});

it("another account that signs in finds nothing of the last one", async () => {
  keepDataOf(MIRA);
  await leaveData();
  keepDataOf(LEO);
  expect(await listData()).toEqual(REMOVED);
});

it("a guest who signs in keeps it, and so does a person whose session has expired", async () => {
  keepDataOf(null);
  await leaveData();
  keepDataOf(MIRA);
  expect(await listData()).toEqual(KEPT);
  keepDataOf(null);
  keepDataOf(MIRA);
  expect(await listData()).toEqual(KEPT);
  keepDataOf(null);
  keepDataOf(LEO);
  expect(await listData()).toEqual(REMOVED);
});

it("a sign-out in another tab removes what this one has", async () => {
  keepDataOf(MIRA);
  await leaveData();
  const thisTab = sessionStorage;
  openTab();
  keepDataOf(MIRA);
  await logOut();
  vi.stubGlobal("sessionStorage", thisTab);
  expect(getRoomAccessToken("attic")).toBe("token");
  keepDataOf(null);
  expect(await listData()).toEqual(REMOVED);
});

it("works without storage", () => {
  vi.stubGlobal("localStorage", undefined);
  vi.stubGlobal("sessionStorage", undefined);
  keepDataOf(MIRA);
  keepDataOf(null);
});
