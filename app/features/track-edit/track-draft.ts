import type { ErrorCode } from "#app/domain/errors.ts";
import type { Track, TrackTags } from "#app/domain/tracks/track.ts";
import { parseTrackChanges, type TrackChanges } from "#app/domain/tracks/track-edit.ts";

/** The text of each field. A year is text while it is edited. */
export type TrackDraft = Readonly<Record<keyof TrackTags, string>>;
export const DRAFT_FIELDS = ["title", "artist", "album", "genre", "year"] as const satisfies readonly (keyof TrackTags)[];

/** The draft before it is edited. A field is mixed, and empty, if the tracks have different values. */
export type InitialDraft = { readonly draft: TrackDraft; readonly mixed: ReadonlySet<keyof TrackTags> };

/** The error of each invalid field. */
export type FieldErrors = Readonly<Partial<Record<keyof TrackTags, ErrorCode>>>;

export function createDraft(tracks: readonly TrackTags[]): InitialDraft {
  const mixed = new Set(DRAFT_FIELDS.filter((name) => new Set(tracks.map((track) => track[name])).size > 1));
  const [first] = tracks;
  const textOf = (name: keyof TrackTags) => (!first || mixed.has(name) ? "" : String(first[name] ?? ""));
  const draft = Object.fromEntries(DRAFT_FIELDS.map((name) => [name, textOf(name)]));
  // DRAFT_FIELDS lists every tag
  return { draft: draft as TrackDraft, mixed };
}

/** The edited fields only, so that a mixed field that stays empty keeps the value of each track. An invalid year is NaN. */
export function getChanges(draft: TrackDraft, initial: InitialDraft): TrackChanges {
  const edited = DRAFT_FIELDS.filter((name) => draft[name].trim() !== initial.draft[name].trim());
  return Object.fromEntries(edited.map((name) => [name, name === "year" ? parseYear(draft.year) : draft[name]]));
}

/** Null for no year, NaN for text that is not a number: `validateChanges` refuses it. */
function parseYear(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  return /^\d+$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

export function validateChanges(changes: TrackChanges): FieldErrors {
  const errors: Partial<Record<keyof TrackTags, ErrorCode>> = {};
  for (const name of DRAFT_FIELDS) {
    if (changes[name] === undefined) continue;
    const parsed = parseTrackChanges({ [name]: changes[name] });
    if (!parsed.ok) errors[name] = parsed.error;
  }
  return errors;
}

/** The cover that all tracks have: null if none has one, undefined if they have different covers. */
export function getCommonCover(tracks: readonly Track[]): Track["cover"] | undefined {
  const covers = new Set(tracks.map(({ cover }) => cover));
  const [cover = null] = covers;
  return covers.size > 1 ? undefined : cover;
}
