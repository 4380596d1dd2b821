import type { ErrorCode } from "#app/domain/errors.ts";
import type { Expected } from "#app/domain/expected-values.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { countChars } from "#app/domain/text/normalize.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import { isValidYear, type Track, type TrackTags } from "./track.ts";
import { trackLimits } from "./track-limits.ts";

/** A change of a track's tags. A field that is missing or undefined stays the same. */
export type TrackChanges = { readonly [Name in keyof TrackTags]?: TrackTags[Name] | undefined };

/** The values that the sender of an edit believes to be current. */
export type ExpectedTrack = Expected<TrackTags & Pick<Track, "cover" | "lyricsAtMs">>;

/** Validates and normalizes changes; fails with the error of the first invalid field. */
export function parseTrackChanges(changes: TrackChanges): Result<TrackChanges> {
  const { title, year } = changes;
  const parsed: { -readonly [Name in keyof TrackTags]?: TrackTags[Name] } = {};
  if (title !== undefined) {
    const parsedTitle = parseTitle(title);
    if (!parsedTitle.ok) return parsedTitle;
    parsed.title = parsedTitle.value;
  }
  for (const name of ["artist", "album", "genre"] as const) {
    const raw = changes[name];
    if (raw === undefined) continue;
    const text = parseText(raw, "track-text-too-long");
    if (!text.ok) return text;
    parsed[name] = text.value;
  }
  if (year !== undefined) {
    if (year !== null && !isValidYear(year)) return fail("track-year-invalid");
    parsed.year = year;
  }
  return ok(parsed);
}

/** Refuses a single symbol, which is probably a typing error: `7` and `Я` are titles, `-` is not. */
function parseTitle(raw: string): Result<string> {
  const title = parseText(raw, "track-title-too-long");
  if (!title.ok) return title;
  if (title.value === "") return fail("track-title-required");
  return /^[^\p{L}\p{N}]$/u.test(title.value) ? fail("track-title-too-short") : title;
}

function parseText(raw: string, tooLong: ErrorCode): Result<string> {
  const text = toSingleLine(raw);
  return countChars(text) > trackLimits.tagChars ? fail(tooLong) : ok(text);
}

/** The tags with the changes applied. */
export function applyTrackChanges(tags: TrackTags, changes: TrackChanges): TrackTags {
  const { title = tags.title, artist = tags.artist, album = tags.album, genre = tags.genre } = changes;
  return { title, artist, album, genre, year: changes.year === undefined ? tags.year : changes.year };
}
