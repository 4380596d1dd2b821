import { expect, it } from "vitest";
import { parsePreferences } from "#app/app-state/preferences.ts";

it("preferences that are missing or malformed get their defaults", () => {
  const defaults = { requestNotices: true, soundEffects: false };
  for (const json of [null, "", "nonsense", "null", "7", "{}", '{"soundEffects":"yes"}']) {
    expect(parsePreferences(json), String(json)).toEqual(defaults);
  }
});

it("stored preferences replace the defaults, and other keys are dropped", () => {
  expect(parsePreferences('{"soundEffects":true}')).toEqual({ requestNotices: true, soundEffects: true });
  expect(parsePreferences('{"requestNotices":false,"other":1}')).toEqual({ requestNotices: false, soundEffects: false });
});
