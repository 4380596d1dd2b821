import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { UploadId } from "#app/domain/ids.ts";
import { readPendingChoices, storePendingChoice } from "#app/features/uploads/pending-choices.ts";

const id = (name: string) => name as UploadId;

/** A storage with this content. */
function stubStorage(value: string | null): void {
  let stored = value;
  vi.stubGlobal("localStorage", {
    getItem: () => stored,
    setItem: (_key: string, next: string) => {
      stored = next;
    },
  });
}

beforeEach(() => stubStorage(null));
afterEach(() => vi.unstubAllGlobals());

it("uploads that wait for a choice are stored until the choice is made", () => {
  storePendingChoice(id("a"), true);
  storePendingChoice(id("b"), true);
  expect([...readPendingChoices()]).toEqual(["a", "b"]);
  storePendingChoice(id("a"), false);
  expect([...readPendingChoices()]).toEqual(["b"]);
});

it("an upload is stored once", () => {
  storePendingChoice(id("a"), true);
  storePendingChoice(id("a"), true);
  expect([...readPendingChoices()]).toEqual(["a"]);
});

it.each(["not JSON", "null", "{}", "[1, null]"])("a malformed value counts as none: %s", (value) => {
  stubStorage(value);
  expect([...readPendingChoices()]).toEqual([]);
});

it("if the storage is forbidden, nothing waits", () => {
  const refuse = () => {
    throw new Error("forbidden");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
  storePendingChoice(id("a"), true);
  expect([...readPendingChoices()]).toEqual([]);
});
