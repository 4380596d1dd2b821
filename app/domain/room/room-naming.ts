import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { isId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { countChars } from "#app/domain/text/normalize.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import { roomLimits } from "./room-limits.ts";

export function parseRoomName(raw: string): Result<string> {
  const name = toSingleLine(raw);
  if (name === "") return fail("room-name-required");
  return countChars(name) > roomLimits.roomNameChars ? fail("room-name-too-long") : ok(name);
}

/** Addresses that would look like a page of the product. */
const RESERVED = new Set(["new", "room", "rooms", "auth", "dev", "api", "me", "admin", "settings", "favorites"]);

const URL_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Cyrillic letters as people write them in URLs, and Latin letters that have no decomposition. */
// biome-ignore format: a table of letters is easier to read as a block
const LATIN: Record<string, string> = {
  а: "a", б: "b", в: "v", г: "g", д: "d", е: "e", ё: "yo", ж: "zh", з: "z", и: "i", й: "y", к: "k", л: "l", м: "m",
  н: "n", о: "o", п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "kh", ц: "ts", ч: "ch", ш: "sh", щ: "shch",
  ъ: "", ы: "y", ь: "", э: "e", ю: "yu", я: "ya", і: "i", ї: "yi", є: "ye", ґ: "g", ß: "ss", æ: "ae", ø: "o", ł: "l",
};

/**
 * A readable address for a room, made from its name; `room` for a name without a Latin or Cyrillic letter or a digit.
 * Accents are removed (`Zürich` → `zurich`). A reserved word, an address that looks like an id and one that is too short
 * get a suffix. The address may be taken.
 */
export function roomUrlFromName(name: string): string {
  const latin = Array.from(name.normalize("NFC").toLowerCase(), (letter) => LATIN[letter] ?? letter).join("");
  const url = latin
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/['’ʼ]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, roomLimits.roomUrlChars)
    .replace(/-+$/, "");
  if (url === "") return "room";
  return RESERVED.has(url) || isId(url) || url.length < roomLimits.roomUrlCharsMin ? `${url}-room` : url;
}

/** An address that a person has typed. */
export function parseRoomUrl(raw: string): Result<string> {
  const url = raw.trim().toLowerCase();
  if (!URL_PATTERN.test(url) || url.length < roomLimits.roomUrlCharsMin || url.length > roomLimits.roomUrlChars) {
    return fail("room-url-invalid");
  }
  return RESERVED.has(url) || isId(url) ? fail("room-url-reserved") : ok(url);
}

/** Whether a room could have this address: its url or its id. */
export function isRoomAddress(text: string): boolean {
  return /^[a-z0-9-]+$/i.test(text) && text.length <= roomLimits.roomUrlChars;
}

export function parseRoomDescription(raw: string): Result<string> {
  const description = raw.split(/\r?\n/).map(toSingleLine).join("\n").trim();
  return countChars(description) > roomLimits.roomDescriptionChars ? fail("room-description-too-long") : ok(description);
}

/** A room's password has no minimum length, since people share it orally and type it on phones. It must not be blank (§5). */
export function parseRoomPassword(raw: string): Result<string> {
  if (raw.trim() === "") return fail("field-required");
  return countChars(raw) > accountLimits.passwordCharsMax ? fail("password-too-long") : ok(raw);
}

/** Candidates for an address, the most readable first: `kitchen`, `kitchen-2` to `kitchen-5`, then `kitchen-{suffix}`. */
export function roomUrlCandidates(base: string, suffix: string): readonly string[] {
  const numbered = [2, 3, 4, 5].map((number) => `${truncate(base, roomLimits.roomUrlChars - 2)}-${number}`);
  return [base, ...numbered, `${truncate(base, roomLimits.roomUrlChars - 1 - suffix.length)}-${suffix}`];
}

function truncate(url: string, maxChars: number): string {
  return url.slice(0, maxChars).replace(/-+$/, "");
}
