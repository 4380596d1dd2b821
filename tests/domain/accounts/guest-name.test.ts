import { expect, it } from "vitest";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { parseGuestName } from "#app/domain/accounts/guest-name.ts";

it.each([
  ["  Анна   Мария ", "Анна Мария"],
  ["Анна\n", "Анна"],
  ["E\u0301ric", "\u00c9ric"],
  // a change of the text direction could make one name look like another
  ["\u202eрелиВ", "релиВ"],
  ["🎻".repeat(accountLimits.guestNameChars), "🎻".repeat(accountLimits.guestNameChars)],
])("CN7 a guest's name is normalized like a display name: %j", (raw, name) => {
  expect(parseGuestName(raw)).toBe(name);
});

it.each(["", "   ", "\u200b", "a\u0000b", "a\nb", "a\u0007", "a\u0085b", "x".repeat(31), "🎻".repeat(31)])(
  "CN7 a guest cannot have the name %j",
  (raw) => {
    expect(parseGuestName(raw)).toBeNull();
  },
);
