import { type RefObject, useEffect, useState } from "react";
import type { TrackId } from "#app/domain/ids.ts";
import { sendRequest } from "#app/lib/send-request.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import type { Player } from "./use-player.ts";
import { drawWaveMask } from "./wave-mask.ts";

/** The most recently loaded waveforms, so that going back and forth loads nothing. Oldest first. */
const cache = new Map<TrackId, Promise<Uint8Array | null>>();
const MAX_CACHED = 20;

/** The current track's waveform as a mask image of the box's size. Null if there is none, or while it is loading. */
export function useWaveMask({ entry, view }: Player, box: RefObject<HTMLElement>): string | null {
  // A track without measured loudness has no waveform either.
  const trackId = entry && entry.track.truePeakDb !== null ? entry.track.id : null;
  const points = useWaveform(trackId, view.media?.query ?? null);
  const [mask, setMask] = useState<{ readonly points: Uint8Array; readonly url: string } | null>(null);

  useEffect(() => {
    const element = box.current;
    if (!points || !element) return;
    const observer = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = element;
      if (clientWidth > 0) setMask({ points, url: drawWaveMask(points, clientWidth, clientHeight) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [points, box]);

  return mask !== null && mask.points === points ? mask.url : null;
}

/** @param mediaQuery the query of the room's media grant */
function useWaveform(trackId: TrackId | null, mediaQuery: string | null): Uint8Array | null {
  const [loaded, setLoaded] = useState<{ readonly trackId: TrackId; readonly points: Uint8Array } | null>(null);
  useLatestLoad({
    key: trackId && mediaQuery ? `${trackId} ${mediaQuery}` : null,
    async load() {
      const points = trackId && mediaQuery ? await loadWaveform(trackId, mediaQuery) : null;
      return trackId && points ? { trackId, points } : null;
    },
    apply: (result) => result && setLoaded(result),
  });
  return loaded !== null && loaded.trackId === trackId ? loaded.points : null;
}

function loadWaveform(trackId: TrackId, mediaQuery: string): Promise<Uint8Array | null> {
  const cached = cache.get(trackId);
  if (cached) return cached;
  const loading = fetchWaveform(trackId, mediaQuery);
  cache.set(trackId, loading);
  for (const oldest of cache.keys()) if (cache.size > MAX_CACHED) cache.delete(oldest);
  return loading;
}

async function fetchWaveform(trackId: TrackId, mediaQuery: string): Promise<Uint8Array | null> {
  try {
    const response = await sendRequest(`/media/wave/${trackId}?${mediaQuery}`);
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    // any other refusal may be over with the next media grant
    if (response.status !== 404) cache.delete(trackId);
  } catch {
    // Without a network the seek bar is a plain line. The next load tries again.
    cache.delete(trackId);
  }
  return null;
}
