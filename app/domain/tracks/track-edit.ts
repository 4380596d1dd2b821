import type { ErrorCode } from "#app/domain/errors.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { countChars } from "#app/domain/text/normalize.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import { isPlausibleYear, type TrackTags } from "./track.ts";
import { trackLimits } from "./track-limits.ts";

/** What is to become of a track's tags: only what is named changes. */
export type TrackChanges = { readonly [Name in keyof TrackTags]?: TrackTags[Name] | undefined };

/** The changes as they are stored, or what is wrong with the first that is. */
export function readChanges(changes: TrackChanges): Result<TrackChanges> {
  const { title, year } = changes;
  const read: { -readonly [Name in keyof TrackTags]?: TrackTags[Name] } = {};
  if (title !== undefined) {
    const name = readTitle(title);
    if (!name.ok) return name;
    read.title = name.value;
  }
  for (const name of ["artist", "album", "genre"] as const) {
    const raw = changes[name];
    if (raw === undefined) continue;
    const text = readText(raw, "track-text-too-long");
    if (!text.ok) return text;
    read[name] = text.value;
  }
  if (year !== undefined) {
    if (year !== null && !isPlausibleYear(year)) return fail("track-year-invalid");
    read.year = year;
  }
  return ok(read);
}

/** A title that can be told from a slip of the hand: `7` and `Я` are titles, `-` is none. */
function readTitle(raw: string): Result<string> {
  const title = readText(raw, "track-title-too-long");
  if (!title.ok) return title;
  if (title.value === "") return fail("track-title-required");
  return /^[^\p{L}\p{N}]$/u.test(title.value) ? fail("track-title-too-short") : title;
}

function readText(raw: string, tooLong: ErrorCode): Result<string> {
  const text = toSingleLine(raw);
  return countChars(text) > trackLimits.tagChars ? fail(tooLong) : ok(text);
}

/** The tags after the changes. */
export function changedTags(tags: TrackTags, changes: TrackChanges): TrackTags {
  const { title = tags.title, artist = tags.artist, album = tags.album, genre = tags.genre } = changes;
  return { title, artist, album, genre, year: changes.year === undefined ? tags.year : changes.year };
}
