import type { TrackId } from "#app/domain/ids.ts";
import type { LibraryTrack } from "./library-list.ts";

/** The tracks that are chosen, in several searches maybe, and where a range begins. */
export type TrackChoice = {
  readonly tracks: ReadonlyMap<TrackId, LibraryTrack>;
  readonly anchorId: TrackId | null;
};

export const NOTHING_CHOSEN: TrackChoice = { tracks: new Map(), anchorId: null };

export function toggled({ tracks }: TrackChoice, listed: LibraryTrack): TrackChoice {
  const next = new Map(tracks);
  const { id } = listed.track;
  if (!next.delete(id)) next.set(id, listed);
  return { tracks: next, anchorId: id };
}

/** Everything from the anchor to this one becomes what the anchor is, in the order in which it is shown. */
export function withRange(choice: TrackChoice, listed: LibraryTrack, shown: readonly LibraryTrack[]): TrackChoice {
  const at = (id: TrackId | null) => shown.findIndex(({ track }) => track.id === id);
  const [from, to] = [at(choice.anchorId), at(listed.track.id)];
  const anchor = shown[from];
  if (!anchor || to < 0) return toggled(choice, listed);
  const isChosen = choice.tracks.has(anchor.track.id);
  const tracks = new Map(choice.tracks);
  for (const one of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (isChosen) tracks.set(one.track.id, one);
    else tracks.delete(one.track.id);
  }
  return { tracks, anchorId: choice.anchorId };
}

export function without(choice: TrackChoice, ids: ReadonlySet<TrackId>): TrackChoice {
  return { ...choice, tracks: new Map([...choice.tracks].filter(([id]) => !ids.has(id))) };
}

/** As they are shown; before them what was chosen in other searches. */
export function inShownOrder({ tracks }: TrackChoice, shown: readonly LibraryTrack[]): readonly TrackId[] {
  const visible = shown.flatMap(({ track }) => (tracks.has(track.id) ? [track.id] : []));
  const isVisible = new Set(visible);
  return [...[...tracks.keys()].filter((id) => !isVisible.has(id)), ...visible];
}
