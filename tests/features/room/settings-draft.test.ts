import { expect, it } from "vitest";
import { getSettingsChange, getSettingsUndo, toSettingsDraft } from "#app/features/room/settings-draft.ts";
import { INFO } from "#tests/support/builders.ts";

it("sends only the switches of the room settings that were changed", () => {
  const draft = toSettingsDraft(INFO);
  expect(getSettingsChange(INFO, draft)).toEqual({});
  expect(getSettingsChange(INFO, { ...draft, guestsMayControl: true })).toEqual({ guestsMayControl: true });
  expect(getSettingsChange(INFO, { ...draft, guestsMayAdd: true, isFair: true })).toEqual({ guestsMayAdd: true, isFair: true });
  expect(getSettingsChange(INFO, { ...draft, skipVoteShare: null, hasQueueVotes: true })).toEqual({
    skipVoteShare: null,
    hasQueueVotes: true,
  });
  const open = { ...INFO, guestsMayControl: true, guestsMayAdd: true };
  const closed = { ...toSettingsDraft(open), guestsMayAdd: false };
  expect(getSettingsChange(open, closed)).toEqual({ guestsMayAdd: false });
});

it("undoes the changed settings, as the server has stored them, but not the password", () => {
  const change = { name: "  Hall ", room_url: "Hall-1", isFair: true, password: "secret" };
  expect(getSettingsUndo(INFO, change, "hall-1")).toEqual({
    former: { name: INFO.name, room_url: INFO.url, isFair: INFO.isFair },
    expected: { name: "Hall", room_url: "hall-1", isFair: true },
  });
  expect(getSettingsUndo(INFO, { password: null }, INFO.url)).toBeNull();
});
