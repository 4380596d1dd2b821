import type { TrackId } from "#app/domain/ids.ts";
import type { ServiceTrack } from "#app/domain/imports/service.ts";
import { type FoundTrack, keyOf } from "./found.ts";

/** The selected tracks, which may come from several lists, in the order in which they were selected. */
export type FoundSelection = {
  readonly tracks: ReadonlyMap<string, FoundTrack>;
  /** The key of the track that was toggled last, where a range begins. Null before the first. */
  readonly anchor: string | null;
};

export const EMPTY_SELECTION: FoundSelection = { tracks: new Map(), anchor: null };

export function isSelectable({ track }: FoundTrack): boolean {
  return track.isAvailable && track.service !== "spotify";
}

export function toggleTrack({ tracks }: FoundSelection, found: FoundTrack): FoundSelection {
  const next = new Map(tracks);
  const key = keyOf(found.track);
  if (!next.delete(key)) next.set(key, found);
  return { tracks: next, anchor: key };
}

/**
 * Gives all selectable tracks from the anchor to `found` the state of the anchor: selected or not. Toggles `found` if the anchor
 * is not in the list.
 */
export function extendRange(selection: FoundSelection, found: FoundTrack, list: readonly FoundTrack[]): FoundSelection {
  const indexOf = (key: string | null) => list.findIndex(({ track }) => keyOf(track) === key);
  const [anchorIndex, index] = [indexOf(selection.anchor), indexOf(keyOf(found.track))];
  if (selection.anchor === null || anchorIndex < 0 || index < 0) return toggleTrack(selection, found);
  const range = list.slice(Math.min(anchorIndex, index), Math.max(anchorIndex, index) + 1);
  const change = selection.tracks.has(selection.anchor) ? selectTracks : deselectTracks;
  return { ...change(selection, range), anchor: selection.anchor };
}

/** The tracks that "Select all" means: those that the room does not have yet. */
export function listNew(list: readonly FoundTrack[]): readonly FoundTrack[] {
  return list.filter((found) => isSelectable(found) && !found.isHere);
}

export function selectTracks(selection: FoundSelection, list: readonly FoundTrack[]): FoundSelection {
  const added = list.filter(isSelectable).map((found) => [keyOf(found.track), found] as const);
  return { ...selection, tracks: new Map([...selection.tracks, ...added]) };
}

export function deselectTracks(selection: FoundSelection, list: readonly FoundTrack[]): FoundSelection {
  const removed = new Set(list.map(({ track }) => keyOf(track)));
  return { ...selection, tracks: new Map([...selection.tracks].filter(([key]) => !removed.has(key))) };
}

/** How the selected tracks come into the room: those of the library are added, the others are imported. */
export type SelectionSources = {
  readonly libraryIds: readonly TrackId[];
  readonly imported: readonly ServiceTrack[];
};

/** In the order of the visible list, after the selected tracks that are not in it. */
export function divideSelection({ tracks }: FoundSelection, list: readonly FoundTrack[]): SelectionSources {
  const visible = list.filter(({ track }) => tracks.has(keyOf(track)));
  const visibleKeys = new Set(visible.map(({ track }) => keyOf(track)));
  const others = [...tracks].flatMap(([key, found]) => (visibleKeys.has(key) ? [] : [found]));
  const all = [...others, ...visible];
  return {
    libraryIds: all.flatMap(({ libraryTrackId }) => libraryTrackId ?? []),
    imported: all.flatMap(({ libraryTrackId, track }) => (libraryTrackId === null ? [track] : [])),
  };
}
