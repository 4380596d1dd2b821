import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStoredValue, readJson, storeJson } from "#app/lib/local-storage.ts";

let items: Map<string, string>;
let page: EventTarget;

beforeEach(() => {
  items = new Map();
  page = new EventTarget();
  vi.stubGlobal("window", page);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

const createWord = () => createStoredValue("word", (value) => (typeof value === "string" ? value : "none"));

/** Acts as a browser in which another tab has changed the storage. */
function reportChange(key: string | null): void {
  page.dispatchEvent(Object.assign(new Event("storage"), { key }));
}

function forbidStorage(): void {
  const refuse = () => {
    throw new Error("forbidden");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
}

it("a value is stored, and loaded by the next page", () => {
  const word = createWord();
  expect(word.get()).toBe("none");
  word.set("ferry");
  expect([word.get(), createWord().get(), items.get("word")]).toEqual(["ferry", "ferry", '"ferry"']);
});

it("listeners receive the changes of this tab and of others, and of no other key", () => {
  const word = createWord();
  const listener = vi.fn();
  word.subscribe(listener);
  word.set("tram");
  expect(listener).toHaveBeenCalledTimes(1);
  items.set("word", '"ferry"');
  reportChange("other");
  expect(word.get()).toBe("tram");
  reportChange("word");
  expect(word.get()).toBe("ferry");
  items.clear();
  reportChange(null);
  expect(word.get()).toBe("none");
  expect(listener).toHaveBeenCalledTimes(3);
});

it("without storage a value lasts as long as the page", () => {
  forbidStorage();
  const word = createWord();
  word.set("tram");
  expect(word.get()).toBe("tram");
  expect(createWord().get()).toBe("none");
});

it("a value is null if it is missing or malformed, or if storage is forbidden", () => {
  storeJson("list", [1, "a"]);
  expect(readJson("list")).toEqual([1, "a"]);
  items.set("broken", "{");
  expect([readJson("broken"), readJson("other")]).toEqual([null, null]);
  forbidStorage();
  expect(readJson("list")).toBeNull();
});
