import { useEffect, useMemo, useRef } from "react";
import type { RoomView } from "#app/backend/room-view.ts";
import type { TrackId } from "#app/domain/ids.ts";
import type { Playlist } from "#app/domain/playlist.ts";
import type { Track } from "#app/domain/track.ts";

/** A larger file is not fetched back for it: a waveform is no reason to fill a telephone's memory. */
const HEARD_BYTES_MAX = 200 * 1024 * 1024;
/** What could not be listened to is not tried again on this page. */
const tried = new Set<TrackId>();
const NOTHING: Playlist = [];

/** Tracks that somebody has brought by a link, and that nobody has listened to, are listened to by who brought them. */
export function useUnheard(view: RoomView): void {
  const playlist = view.state?.playlist ?? NOTHING;
  const { userId } = view.you;
  const query = view.media?.query ?? null;
  const unheard = useMemo(
    () => playlist.filter(({ addedBy, track }) => addedBy === userId && isUnheard(track)).map(({ track }) => track),
    [playlist, userId],
  );
  const latest = useRef({ unheard, query });
  latest.current = { unheard, query };
  const gone = useRef<AbortController | null>(null);
  const isBusy = useRef(false);

  useEffect(() => {
    gone.current = new AbortController();
    return () => gone.current?.abort();
  }, []);

  useEffect(() => {
    const signal = gone.current?.signal;
    if (!signal || query === null || isBusy.current || unheard.every(({ id }) => tried.has(id))) return;
    isBusy.current = true;
    void hearAll(() => latest.current, signal).finally(() => {
      isBusy.current = false;
    });
  }, [unheard, query]);
}

type Unheard = { readonly unheard: readonly Track[]; readonly query: string | null };

/** One after the other, until there is none that was not tried. */
async function hearAll(now: () => Unheard, signal: AbortSignal): Promise<void> {
  const { hearStored } = await import("./hear-stored.ts");
  while (!signal.aborted) {
    const { unheard, query } = now();
    const track = unheard.find(({ id }) => !tried.has(id));
    if (!track || query === null) return;
    tried.add(track.id);
    // the network is away, or the page is left: the track plays without
    await hearStored(track, query, signal).catch(() => undefined);
  }
}

function isUnheard({ loudnessLufs, sizeBytes }: Track): boolean {
  return loudnessLufs === null && sizeBytes <= HEARD_BYTES_MAX;
}
