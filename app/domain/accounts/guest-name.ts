import { countChars } from "#app/domain/text/normalize.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import { accountLimits } from "./account-limits.ts";

/**
 * The name that a guest chooses for the others in a room, normalized like a display name. Null if it has no visible
 * character, has control characters or is longer than `accountLimits.guestNameChars`.
 */
export function parseGuestName(raw: string): string | null {
  if (/\p{Cc}/u.test(raw.trim())) return null;
  const name = toSingleLine(raw);
  return name === "" || countChars(name) > accountLimits.guestNameChars ? null : name;
}
