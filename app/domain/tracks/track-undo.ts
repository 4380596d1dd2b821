import type { Track, TrackTags } from "./track.ts";
import type { ExpectedTrack, TrackChanges } from "./track-edit.ts";

const TAGS = ["title", "artist", "album", "genre", "year"] as const satisfies readonly (keyof TrackTags)[];

/** The edit that undoes another one. */
export type TrackUndo = {
  readonly changes: TrackChanges;
  /** Null removes the cover; undefined leaves it as it is. */
  readonly cover: { readonly id: NonNullable<Track["cover"]>; readonly hue: number | null } | null | undefined;
  /** The values that the edit has set. */
  readonly expected: ExpectedTrack;
};

/** The edit that returns a track to its former values, in the fields that have changed. */
export function undoTrackEdit(former: Track, track: Track): TrackUndo {
  const changed = TAGS.filter((name) => former[name] !== track[name]);
  const isCoverChanged = former.cover !== track.cover;
  const cover = former.cover && { id: former.cover, hue: former.hue };
  return {
    changes: pickTags(former, changed),
    cover: isCoverChanged ? cover : undefined,
    expected: { ...pickTags(track, changed), ...(isCoverChanged && { cover: track.cover }) },
  };
}

/** All values of a track that a person can change, for an undo that replaces all of them. */
export function expectAll(track: Track): ExpectedTrack {
  return { ...pickTags(track, TAGS), cover: track.cover, lyricsAtMs: track.lyricsAtMs };
}

function pickTags(track: TrackTags, names: readonly (keyof TrackTags)[]): TrackChanges {
  return Object.fromEntries(names.map((name) => [name, track[name]]));
}
