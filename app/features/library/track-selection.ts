import type { TrackId } from "#app/domain/ids.ts";
import type { LibraryTrack } from "./library-list.ts";

/** The selected tracks, which may come from several searches, in the order in which they were selected. */
export type TrackSelection = {
  readonly tracks: ReadonlyMap<TrackId, LibraryTrack>;
  /** The track that was toggled last, where a range begins. Null before the first. */
  readonly anchorId: TrackId | null;
};

export const EMPTY_SELECTION: TrackSelection = { tracks: new Map(), anchorId: null };

export function toggleTrack({ tracks }: TrackSelection, item: LibraryTrack): TrackSelection {
  const next = new Map(tracks);
  const { id } = item.track;
  if (!next.delete(id)) next.set(id, item);
  return { tracks: next, anchorId: id };
}

/**
 * Gives all visible tracks from the anchor to `item` the state of the anchor: selected or not. Without a visible anchor,
 * toggles `item`.
 */
export function extendRange(selection: TrackSelection, item: LibraryTrack, visible: readonly LibraryTrack[]): TrackSelection {
  const indexOf = (id: TrackId | null) => visible.findIndex(({ track }) => track.id === id);
  const [anchorIndex, itemIndex] = [indexOf(selection.anchorId), indexOf(item.track.id)];
  const anchor = visible[anchorIndex];
  if (!anchor || itemIndex < 0) return toggleTrack(selection, item);
  const isSelected = selection.tracks.has(anchor.track.id);
  const tracks = new Map(selection.tracks);
  for (const inRange of visible.slice(Math.min(anchorIndex, itemIndex), Math.max(anchorIndex, itemIndex) + 1)) {
    if (isSelected) tracks.set(inRange.track.id, inRange);
    else tracks.delete(inRange.track.id);
  }
  return { tracks, anchorId: selection.anchorId };
}

export function deselectTracks(selection: TrackSelection, ids: ReadonlySet<TrackId>): TrackSelection {
  return { ...selection, tracks: new Map([...selection.tracks].filter(([id]) => !ids.has(id))) };
}

/** The selected tracks that are not visible (they come from other searches), then the visible ones from top to bottom. */
export function inVisibleOrder({ tracks }: TrackSelection, visible: readonly LibraryTrack[]): readonly TrackId[] {
  const visibleIds = visible.flatMap(({ track }) => (tracks.has(track.id) ? [track.id] : []));
  const isVisible = new Set(visibleIds);
  return [...[...tracks.keys()].filter((id) => !isVisible.has(id)), ...visibleIds];
}
