import { type RefObject, useEffect, useState } from "react";
import type { TrackId } from "#app/domain/ids.ts";
import type { Player } from "./use-player.ts";
import { drawWaveMask } from "./wave-mask.ts";

/** The last few: going back and forth fetches nothing. */
const known = new Map<TrackId, Promise<Uint8Array | null>>();
const KEPT = 20;

/** The current track's waveform as a mask for the box, drawn anew when that is given another size; null: it has none. */
export function useWaveMask({ entry, view }: Player, box: RefObject<HTMLElement>): string | null {
  const [mask, setMask] = useState<{ readonly trackId: TrackId; readonly url: string } | null>(null);
  // who has measured it has drawn it too
  const trackId = entry && entry.track.truePeakDb !== null ? entry.track.id : null;
  const query = view.media?.query;

  useEffect(() => {
    const element = box.current;
    if (!trackId || !query || !element) return;
    let points: Uint8Array | null = null;
    const draw = () => {
      const { clientWidth, clientHeight } = element;
      if (points && clientWidth > 0) setMask({ trackId, url: drawWaveMask(points, clientWidth, clientHeight) });
    };
    let isCurrent = true;
    const observer = new ResizeObserver(draw);
    void load(trackId, query).then((loaded) => {
      if (!isCurrent || !loaded) return;
      points = loaded;
      observer.observe(element);
    });
    return () => {
      isCurrent = false;
      observer.disconnect();
    };
  }, [trackId, query, box]);

  return mask !== null && mask.trackId === trackId ? mask.url : null;
}

function load(trackId: TrackId, query: string): Promise<Uint8Array | null> {
  const found = known.get(trackId);
  if (found) return found;
  const loading = fetchPoints(trackId, query);
  known.set(trackId, loading);
  for (const oldest of known.keys()) if (known.size > KEPT) known.delete(oldest);
  return loading;
}

async function fetchPoints(trackId: TrackId, query: string): Promise<Uint8Array | null> {
  try {
    const answer = await fetch(`/media/wave/${trackId}?${query}`);
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  } catch {
    // without a network there is a plain line; the next time it is asked for again
    known.delete(trackId);
    return null;
  }
}
