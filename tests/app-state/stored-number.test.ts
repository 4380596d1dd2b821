import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readNumber, type StoredNumber, storeNumber } from "#app/app-state/stored-number.ts";

const STORED: StoredNumber = { key: "level", min: -5, max: 5, fallback: 1 };
let items: Map<string, string>;

beforeEach(() => {
  items = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

it("a number is stored within its limits and read again", () => {
  expect(storeNumber(STORED, 2.5)).toBe(2.5);
  expect(readNumber(STORED)).toBe(2.5);
  expect(storeNumber(STORED, -80)).toBe(-5);
  expect(readNumber(STORED)).toBe(-5);
});

it("a number that is missing, malformed or out of range is the fallback", () => {
  for (const stored of [undefined, "", "loud", "12", "NaN"]) {
    if (stored !== undefined) items.set(STORED.key, stored);
    expect(readNumber(STORED)).toBe(1);
  }
});

it("without storage a number still takes effect", () => {
  vi.stubGlobal("localStorage", undefined);
  expect(storeNumber(STORED, 3)).toBe(3);
  expect(readNumber(STORED)).toBe(1);
});
