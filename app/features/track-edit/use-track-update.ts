import { useEffect, useRef, useState } from "react";
import type { Track } from "#app/domain/track.ts";
import { type TrackUpdate, type UpdateOutcome, updateTracks } from "./update-tracks.ts";

/** Where a change of one or many tracks is. */
export type UpdateState =
  | { readonly type: "idle" }
  | { readonly type: "running"; readonly track: Track; readonly at: number; readonly total: number }
  | { readonly type: "ended"; readonly outcome: UpdateOutcome; readonly update: TrackUpdate };

export type TrackUpdating = {
  readonly state: UpdateState;
  readonly run: (tracks: readonly Track[], update: TrackUpdate) => Promise<UpdateOutcome>;
  /** Ends it after the track in hand. */
  readonly stop: () => void;
  readonly reset: () => void;
};

export function useTrackUpdate(): TrackUpdating {
  const [state, setState] = useState<UpdateState>({ type: "idle" });
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  return {
    state,
    async run(tracks, update) {
      const own = new AbortController();
      abort.current = own;
      const onStep = (track: Track, at: number) => setState({ type: "running", track, at, total: tracks.length });
      const outcome = await updateTracks(tracks, update, { signal: own.signal, onStep });
      setState({ type: "ended", outcome, update });
      return outcome;
    },
    stop: () => abort.current?.abort(),
    reset: () => setState({ type: "idle" }),
  };
}
