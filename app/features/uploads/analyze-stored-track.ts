import type { Track } from "#app/domain/tracks/track.ts";
import { mutation } from "#app/server-client/functions.ts";
import { storeCover } from "#app/server-client/store-cover.ts";
import { analysisPool, readPool } from "./file-workers.ts";

/**
 * Listens to a track that came without passing through a browser, and looks at its file for a cover: what is found is
 * told to the server, and that nothing is. A broken line leaves the track to the next visit; it plays without.
 */
export async function analyzeStoredTrack(track: Track, mediaQuery: string, signal: AbortSignal): Promise<void> {
  const answer = await fetch(`/media/audio/${track.id}?${mediaQuery}`, { signal });
  if (!answer.ok) return;
  const file = await answer.blob();
  const [analysis, facts] = await Promise.all([
    analysisPool.ask(file, { signal }),
    track.cover === null ? readPool.ask(file, { signal }) : null,
  ]);
  // a file on which this browser hangs is one that it cannot decode
  if (signal.aborted || (!analysis.ok && analysis.error !== "file-unreadable")) return;
  const picture = facts?.ok ? facts.value.cover : null;
  const cover = picture && (await storeCover(picture));
  const told = cover?.ok ? { coverId: cover.value.id, hue: cover.value.hue } : {};
  await mutation("tracks.setAnalysis", { trackId: track.id, analysis: analysis.ok ? analysis.value : null, ...told });
}
