import type { TrackId } from "#app/domain/ids.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import type { TrackUpdate } from "./update-tracks.ts";

/** Tracks that are to be changed, as they are now: what somebody else has uploaded goes on as an edition, under its own id. */
type UpdateTargets = {
  readonly tracks: readonly Track[];
  /** What was done last; null: nothing yet. */
  readonly update: TrackUpdate | null;
  /** Those with which it is done. */
  readonly done: ReadonlySet<TrackId>;
};

export function openTargets(tracks: readonly Track[]): UpdateTargets {
  return { tracks, update: null, done: new Set() };
}

/** Those with which this update is still to be done: for another than the last, all. */
export function undone({ tracks, update, done }: UpdateTargets, wanted: TrackUpdate): readonly Track[] {
  return update && isSameUpdate(update, wanted) ? tracks.filter(({ id }) => !done.has(id)) : tracks;
}

/** `changed`: the tracks as they are after the update, by the ids that they had before. */
export function settled(targets: UpdateTargets, update: TrackUpdate, changed: ReadonlyMap<TrackId, Track>): UpdateTargets {
  const before = targets.update && isSameUpdate(targets.update, update) ? targets.done : [];
  const now = [...changed.values()].map(({ id }) => id);
  return { tracks: targets.tracks.map((track) => changed.get(track.id) ?? track), update, done: new Set([...before, ...now]) };
}

export function isSameUpdate(a: TrackUpdate, b: TrackUpdate): boolean {
  // a picture is told from another by being another object
  const isSameCover = a.cover === b.cover || (a.cover.type === b.cover.type && a.cover.type !== "picture");
  return isSameCover && a.isReadAgain === b.isReadAgain && JSON.stringify(a.changes) === JSON.stringify(b.changes);
}
