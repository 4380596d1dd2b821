import { expect, it } from "vitest";
import { getSettingsChange, toSettingsDraft } from "#app/features/room/settings-draft.ts";
import { INFO } from "#tests/support/builders.ts";

it("sends only the switches of the room settings that were changed", () => {
  const draft = toSettingsDraft(INFO);
  expect(getSettingsChange(INFO, draft)).toEqual({});
  expect(getSettingsChange(INFO, { ...draft, guestsMayControl: true })).toEqual({ guestsMayControl: true });
  expect(getSettingsChange(INFO, { ...draft, guestsMayAdd: true, isFair: true })).toEqual({ guestsMayAdd: true, isFair: true });
  const open = { ...INFO, guestsMayControl: true, guestsMayAdd: true };
  const closed = { ...toSettingsDraft(open), guestsMayAdd: false };
  expect(getSettingsChange(open, closed)).toEqual({ guestsMayAdd: false });
});
