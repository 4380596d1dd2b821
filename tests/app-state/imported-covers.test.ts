import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { rememberImportedCover, takeImportedCover } from "#app/app-state/imported-covers.ts";
import { removeAccountData } from "#app/server-client/account/account-data.ts";
import { trackId } from "#tests/support/builders.ts";
import { createMemoryStorage } from "#tests/support/memory-storage.ts";

const COVER = "/api/imports/spotify/cover/1";

beforeEach(() => {
  vi.stubGlobal("localStorage", createMemoryStorage());
  vi.stubGlobal("sessionStorage", createMemoryStorage());
});
afterEach(() => vi.unstubAllGlobals());

it("the cover of an imported track is taken once, for that track only", () => {
  rememberImportedCover(trackId(1), COVER);
  expect(takeImportedCover(trackId(2))).toBeNull();
  expect([takeImportedCover(trackId(1)), takeImportedCover(trackId(1))]).toEqual([COVER, null]);
});

it("the covers of one person are not those of the next", () => {
  rememberImportedCover(trackId(1), COVER);
  removeAccountData();
  expect(takeImportedCover(trackId(1))).toBeNull();
});
