import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SessionUser } from "#app/protocol/http.ts";
import { storeLocalUser } from "#app/server-client/account/local-user.ts";
import { userId } from "#tests/support/builders.ts";
import { createMemoryStorage, FORBIDDEN_STORAGE } from "#tests/support/memory-storage.ts";

const MIRA: SessionUser = {
  ...{ id: userId("mira"), name: "Mira", username: "mira", email: "mira@example.org" },
  ...{ avatar: "#e9b84c", type: "user" },
};

beforeEach(() => {
  vi.stubGlobal("localStorage", createMemoryStorage());
  openPage("/");
});
afterEach(() => vi.unstubAllGlobals());

const openPage = (pathname: string) => vi.stubGlobal("location", { pathname });
const readCopy = () => JSON.parse(localStorage.getItem("user") ?? "null");

it("the copy of the signed-in user has neither their email nor their id (SPEC §3)", () => {
  storeLocalUser(MIRA);
  expect(readCopy()).toEqual({ name: "Mira", avatar: "#e9b84c", superadmin: false });
  storeLocalUser({ ...MIRA, type: "superadmin" });
  expect(readCopy()).toMatchObject({ superadmin: true });
});

it("the copy goes with the session, but not because the offline page has none", () => {
  storeLocalUser(MIRA);
  openPage("/offline");
  storeLocalUser(null);
  expect(readCopy()).not.toBeNull();
  openPage("/");
  storeLocalUser(null);
  expect(readCopy()).toBeNull();
});

it("forbidden storage has no copy", () => {
  vi.stubGlobal("localStorage", FORBIDDEN_STORAGE);
  storeLocalUser(MIRA);
  storeLocalUser(null);
});
