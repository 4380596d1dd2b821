import { takeImportedCover } from "#app/app-state/imported-covers.ts";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { sendRequest } from "#app/lib/send-request.ts";
import { mutation } from "#app/server-client/functions.ts";
import { uploadCover } from "#app/server-client/upload-cover.ts";
import { makeCover, type SquareCover } from "#app/ui/make-cover.ts";
import { analysisPool, readPool } from "./file-workers.ts";

/**
 * Analyzes a track that the server imported, which no browser has processed before, and extracts its cover: the one
 * in its file, or else the one of the service. Sends the result to the server, also if this browser cannot decode the file.
 * After a network error nothing is sent: the track plays without an analysis until the next visit.
 */
export async function analyzeStoredTrack(track: Track, mediaQuery: string, signal: AbortSignal): Promise<void> {
  const file = await fetchAudio(track.id, mediaQuery, signal);
  if (!file) return;
  const [analysis, facts] = await Promise.all([
    analysisPool.request(file, { signal }),
    track.cover === null ? readPool.request(file, { signal }) : null,
  ]);
  // a file on which the decoder hangs counts as one that this browser cannot decode
  if (signal.aborted || (!analysis.ok && analysis.error !== "file-unreadable")) return;
  const ownPicture = facts?.ok ? facts.value.cover : null;
  const picture = ownPicture ?? (track.cover === null ? await fetchServiceCover(track.id, signal) : null);
  const cover = picture && (await uploadCover(picture));
  await mutation("tracks.setAnalysis", {
    trackId: track.id,
    analysis: analysis.ok ? analysis.value : null,
    ...(cover?.ok && { coverId: cover.value.id, hue: cover.value.hue }),
  });
}

/** Analyzes another person's track in a room, for its levels and its waveform. Sends nothing if this browser cannot decode it. */
export async function analyzeTrackOfRoom(
  { id: trackId }: Track,
  { roomId, mediaQuery, signal }: { readonly roomId: RoomId; readonly mediaQuery: string; readonly signal: AbortSignal },
): Promise<void> {
  const file = await fetchAudio(trackId, mediaQuery, signal);
  const analyzed = file && (await analysisPool.request(file, { signal }));
  const analysis = analyzed?.ok ? analyzed.value : null;
  if (analysis && !signal.aborted) await mutation("tracks.setAnalysis", { trackId, roomId, analysis });
}

async function fetchAudio(trackId: TrackId, mediaQuery: string, signal: AbortSignal): Promise<Blob | null> {
  const response = await sendRequest(`/media/audio/${trackId}?${mediaQuery}`, { signal });
  return response.ok ? response.blob() : null;
}

/** The picture of the service from which this page imported the track. Null without one. */
async function fetchServiceCover(trackId: TrackId, signal: AbortSignal): Promise<SquareCover | null> {
  const url = takeImportedCover(trackId);
  if (url === null) return null;
  try {
    const response = await sendRequest(url, { signal });
    return response.ok ? await makeCover(await response.blob()) : null;
  } catch {
    // the analysis is worth sending without a cover
    return null;
  }
}
