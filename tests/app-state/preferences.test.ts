import { afterEach, expect, it, vi } from "vitest";
import { parsePreferences, readPreference, setPreference } from "#app/app-state/preferences.ts";

afterEach(() => vi.unstubAllGlobals());

it("preferences that are missing or malformed get their defaults", () => {
  const defaults = { requestNotices: true, soundEffects: false, keyboardShortcuts: true };
  for (const value of [null, "nonsense", 7, [], {}, { soundEffects: "yes" }]) {
    expect(parsePreferences(value), JSON.stringify(value)).toEqual(defaults);
  }
});

it("stored preferences replace the defaults, and other keys are dropped", () => {
  expect(parsePreferences({ soundEffects: true })).toEqual({
    requestNotices: true,
    soundEffects: true,
    keyboardShortcuts: true,
  });
  expect(parsePreferences({ requestNotices: false, keyboardShortcuts: false, other: 1 })).toEqual({
    requestNotices: false,
    soundEffects: false,
    keyboardShortcuts: false,
  });
});

it("a preference that is set applies at once and is stored", () => {
  const items = new Map<string, string>();
  vi.stubGlobal("localStorage", { setItem: (key: string, value: string) => void items.set(key, value) });
  setPreference("keyboardShortcuts", false);
  expect(readPreference("keyboardShortcuts")).toBe(false);
  expect(JSON.parse(items.get("preferences") ?? "null")).toMatchObject({ keyboardShortcuts: false });
  setPreference("keyboardShortcuts", true);
});
