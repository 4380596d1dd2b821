import type { TrackId } from "#app/domain/ids.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import type { TrackUpdate } from "./update-tracks.ts";

/**
 * The tracks of the dialog in their current state, across several updates. A track that another person uploaded is replaced
 * by an edition with its own id when it is updated.
 */
export type UpdateTargets = {
  readonly tracks: readonly Track[];
  /** Null before the first update. */
  readonly lastUpdate: TrackUpdate | null;
  /** The tracks that have the last update. */
  readonly updatedIds: ReadonlySet<TrackId>;
};

export function createTargets(tracks: readonly Track[]): UpdateTargets {
  return { tracks, lastUpdate: null, updatedIds: new Set() };
}

/** The tracks that do not have this update: all of them, unless it is the last one. */
export function getPendingTracks({ tracks, lastUpdate, updatedIds }: UpdateTargets, update: TrackUpdate): readonly Track[] {
  return lastUpdate && isSameUpdate(lastUpdate, update) ? tracks.filter(({ id }) => !updatedIds.has(id)) : tracks;
}

/** `changed` has the tracks after the update, by their ids before it. */
export function recordUpdate(targets: UpdateTargets, update: TrackUpdate, changed: ReadonlyMap<TrackId, Track>): UpdateTargets {
  const isRepeated = targets.lastUpdate !== null && isSameUpdate(targets.lastUpdate, update);
  const changedIds = [...changed.values()].map(({ id }) => id);
  return {
    tracks: targets.tracks.map((track) => changed.get(track.id) ?? track),
    lastUpdate: update,
    updatedIds: new Set([...(isRepeated ? targets.updatedIds : []), ...changedIds]),
  };
}

export function isSameUpdate(a: TrackUpdate, b: TrackUpdate): boolean {
  // pictures are compared by identity
  const hasSameCover = a.cover === b.cover || (a.cover.type === b.cover.type && a.cover.type !== "picture");
  return hasSameCover && a.rereadTags === b.rereadTags && JSON.stringify(a.changes) === JSON.stringify(b.changes);
}
