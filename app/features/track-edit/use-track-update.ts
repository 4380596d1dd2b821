import { useEffect, useRef, useState } from "react";
import type { Track } from "#app/domain/tracks/track.ts";
import { createTargets, getPendingTracks, isSameUpdate, recordUpdate } from "./update-targets.ts";
import { type TrackUpdate, type UpdateOutcome, updateTracks } from "./update-tracks.ts";

export type UpdateState =
  | { readonly type: "idle" }
  /** `index` counts from 0. */
  | { readonly type: "running"; readonly track: Track; readonly index: number; readonly total: number }
  | { readonly type: "ended"; readonly outcome: UpdateOutcome; readonly update: TrackUpdate };

type TrackUpdateControls = {
  readonly state: UpdateState;
  /** Updates all tracks that do not have the update yet. */
  readonly save: () => Promise<UpdateOutcome>;
  /** Updates the tracks that failed. */
  readonly retry: () => Promise<UpdateOutcome>;
  /** Stops after the current track. */
  readonly stop: () => void;
};

const IDLE: UpdateState = { type: "idle" };

/** Applies `update`. When it changes, the result of the previous update is hidden. */
export function useTrackUpdate(tracks: readonly Track[], update: TrackUpdate): TrackUpdateControls {
  const [targets, setTargets] = useState(() => createTargets(tracks));
  const [lastState, setLastState] = useState<UpdateState>(IDLE);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const isOutdated = lastState.type === "ended" && !isSameUpdate(lastState.update, update);
  const state = isOutdated ? IDLE : lastState;
  const failedTracks = state.type === "ended" ? state.outcome.failures.map(({ track }) => track) : [];

  const run = async (pending: readonly Track[]) => {
    const own = new AbortController();
    controller.current = own;
    const onTrack = (track: Track, index: number) => setLastState({ type: "running", track, index, total: pending.length });
    const outcome = await updateTracks(pending, update, { signal: own.signal, onTrack });
    setTargets((before) => recordUpdate(before, update, outcome.changed));
    setLastState({ type: "ended", outcome, update });
    return outcome;
  };

  return {
    state,
    save: () => run(getPendingTracks(targets, update)),
    retry: () => run(failedTracks),
    stop: () => controller.current?.abort(),
  };
}
