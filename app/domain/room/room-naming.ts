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

/** Words that would read as a page of the product. */
const RESERVED = new Set(["new", "room", "rooms", "auth", "dev", "api", "me", "admin", "settings", "favorites"]);

const URL_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Russian letters as people write them in addresses; other scripts lose their marks (`Zürich` → `zurich`). */
// biome-ignore format: a table of letters reads best as a block
const LATIN: Record<string, string> = {
  а: "a", б: "b", в: "v", г: "g", д: "d", е: "e", ё: "yo", ж: "zh", з: "z", и: "i", й: "y", к: "k", л: "l", м: "m",
  н: "n", о: "o", п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "kh", ц: "ts", ч: "ch", ш: "sh", щ: "shch",
  ъ: "", ы: "y", ь: "", э: "e", ю: "yu", я: "ya", і: "i", ї: "yi", є: "ye", ґ: "g", ß: "ss", æ: "ae", ø: "o", ł: "l",
};

/**
 * A readable address made from a room's name; a name without any letter or digit gives `room`.
 * Reserved words, what looks like an id and what is too short get a suffix. Whether it is taken is not known here.
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

/** An address as somebody typed it for their room. */
export function parseRoomUrl(raw: string): Result<string> {
  const url = raw.trim().toLowerCase();
  if (!URL_PATTERN.test(url) || url.length < roomLimits.roomUrlCharsMin || url.length > roomLimits.roomUrlChars) {
    return fail("room-url-invalid");
  }
  return RESERVED.has(url) || isId(url) ? fail("room-url-reserved") : ok(url);
}

export function parseRoomDescription(raw: string): Result<string> {
  const description = raw.split(/\r?\n/).map(toSingleLine).join("\n").trim();
  return countChars(description) > roomLimits.roomDescriptionChars ? fail("room-description-too-long") : ok(description);
}

/** What opens a room is said aloud and typed on phones: anything that is not blank will do (§5). */
export function parseRoomPassword(raw: string): Result<string> {
  if (raw.trim() === "") return fail("field-required");
  return countChars(raw) > accountLimits.passwordCharsMax ? fail("password-too-long") : ok(raw);
}

/** Candidates for an address, most readable first: `kitchen`, `kitchen-2`, …, then with a random tail. */
export function roomUrlCandidates(base: string, tail: string): readonly string[] {
  const numbered = [2, 3, 4, 5].map((n) => `${cut(base, roomLimits.roomUrlChars - 2)}-${n}`);
  return [base, ...numbered, `${cut(base, roomLimits.roomUrlChars - 1 - tail.length)}-${tail}`];
}

function cut(url: string, chars: number): string {
  return url.slice(0, chars).replace(/-+$/, "");
}
