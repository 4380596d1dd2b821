import type { ErrorCode } from "#app/domain/errors.ts";
import type { Track, TrackTags } from "#app/domain/tracks/track.ts";
import { readChanges, type TrackChanges } from "#app/domain/tracks/track-edit.ts";

/** What stands in the fields. A year is text while it is typed. */
export type TrackDraft = Readonly<Record<keyof TrackTags, string>>;
export const DRAFT_FIELDS = ["title", "artist", "album", "genre", "year"] as const satisfies readonly (keyof TrackTags)[];

/** What all tracks have alike; where they differ, nothing, and the field is mixed. */
export type DraftStart = { readonly draft: TrackDraft; readonly mixed: ReadonlySet<keyof TrackTags> };

export function draftOf(tracks: readonly TrackTags[]): DraftStart {
  const mixed = new Set(DRAFT_FIELDS.filter((name) => new Set(tracks.map((track) => track[name])).size > 1));
  const [first] = tracks;
  const shown = (name: keyof TrackTags) => (!first || mixed.has(name) ? "" : String(first[name] ?? ""));
  const entries = DRAFT_FIELDS.map((name) => [name, shown(name)] as const);
  return { draft: Object.fromEntries(entries) as TrackDraft, mixed };
}

/** Only what somebody has touched: a mixed field that is left empty keeps what each track has. */
export function changesOf(draft: TrackDraft, start: DraftStart): TrackChanges {
  const touched = DRAFT_FIELDS.filter((name) => draft[name].trim() !== start.draft[name].trim());
  return Object.fromEntries(touched.map((name) => [name, name === "year" ? yearOf(draft.year) : draft[name]]));
}

/** Nothing: no year. What is no number is no year either, and refused as one. */
function yearOf(text: string): number | null {
  return text.trim() === "" ? null : /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}

/** What is wrong with each field that was touched. */
export function faultsOf(changes: TrackChanges): Partial<Record<keyof TrackTags, ErrorCode>> {
  const faults: Partial<Record<keyof TrackTags, ErrorCode>> = {};
  for (const name of DRAFT_FIELDS) {
    if (changes[name] === undefined) continue;
    const read = readChanges({ [name]: changes[name] });
    if (!read.ok) faults[name] = read.error;
  }
  return faults;
}

/** The cover of all of them; `undefined`: they differ. */
export function coverOf(tracks: readonly Track[]): Track["cover"] | undefined {
  const covers = new Set(tracks.map(({ cover }) => cover));
  const [cover = null] = covers;
  return covers.size > 1 ? undefined : cover;
}
