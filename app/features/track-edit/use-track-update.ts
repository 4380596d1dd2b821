import { useEffect, useRef, useState } from "react";
import type { Track } from "#app/domain/tracks/track.ts";
import { isSameUpdate, openTargets, settled, undone } from "./update-targets.ts";
import { type TrackUpdate, type UpdateOutcome, updateTracks } from "./update-tracks.ts";

/** Where a change of one or many tracks is. */
export type UpdateState =
  | { readonly type: "idle" }
  | { readonly type: "running"; readonly track: Track; readonly at: number; readonly total: number }
  | { readonly type: "ended"; readonly outcome: UpdateOutcome; readonly update: TrackUpdate };

export type TrackUpdating = {
  readonly state: UpdateState;
  /** With all with which it is not done yet. */
  readonly save: () => Promise<UpdateOutcome>;
  /** With those that failed. */
  readonly retry: () => Promise<UpdateOutcome>;
  /** Ends it after the track in hand. */
  readonly stop: () => void;
};

const IDLE: UpdateState = { type: "idle" };

/** `update` is what is wanted now: what has become of another is told no more. */
export function useTrackUpdate(tracks: readonly Track[], update: TrackUpdate): TrackUpdating {
  const [targets, setTargets] = useState(() => openTargets(tracks));
  const [last, setLast] = useState<UpdateState>(IDLE);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const state = last.type === "ended" && !isSameUpdate(last.update, update) ? IDLE : last;
  const failed = state.type === "ended" ? state.outcome.failures.map(({ track }) => track) : [];

  const run = async (chosen: readonly Track[]) => {
    const own = new AbortController();
    abort.current = own;
    const onStep = (track: Track, at: number) => setLast({ type: "running", track, at, total: chosen.length });
    const outcome = await updateTracks(chosen, update, { signal: own.signal, onStep });
    setTargets((before) => settled(before, update, outcome.changed));
    setLast({ type: "ended", outcome, update });
    return outcome;
  };

  return {
    state,
    save: () => run(undone(targets, update)),
    retry: () => run(failed),
    stop: () => abort.current?.abort(),
  };
}
