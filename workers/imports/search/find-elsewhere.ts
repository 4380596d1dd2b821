import type { RoomId } from "#app/domain/ids.ts";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { type MatchTrack, rankMatches } from "#app/domain/imports/match-track.ts";
import { clipTrack, SERVICES, type ServiceTrack } from "#app/domain/imports/service.ts";
import { parseTrackQuery } from "#app/domain/text/search-key.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { listLibrary } from "#db/queries/library-page.ts";
import { toTrack } from "#db/queries/tracks.ts";
import type { SignedInContext } from "#workers/functions/define.ts";
import { openService } from "#workers/imports/connections/open-service.ts";
import { searchByExample } from "./search-by-example.ts";

/** A track that may be the wanted one, with a score from 0 to 100. */
export type TrackMatch =
  | { readonly source: "library"; readonly track: Track; readonly isHere: boolean; readonly score: number }
  | { readonly source: "service"; readonly track: ServiceTrack; readonly score: number };

type Candidate =
  | { readonly source: "library"; readonly track: Track; readonly isHere: boolean }
  | { readonly source: "service"; readonly track: ServiceTrack };

/** Looks for a track in the caller's library and in their connected services that have audio. Plausible matches, best first. */
export async function findElsewhere(
  context: SignedInContext,
  wanted: MatchTrack,
  { roomId, signal }: { readonly roomId: RoomId; readonly signal: AbortSignal },
): Promise<readonly TrackMatch[]> {
  const sources = [searchLibrary(context, wanted, roomId), searchServices(context, wanted, signal)];
  const candidates = (await Promise.all<readonly Candidate[]>(sources)).flat();
  return rankMatches(wanted, candidates, toMatchTrack)
    .slice(0, importLimits.matches)
    .map(({ candidate, score }) => ({ ...candidate, score }));
}

function toMatchTrack({ track }: Candidate): MatchTrack {
  const { title, artist, durationMs } = track;
  return { title, artist, durationMs, isrc: "isrc" in track ? track.isrc : null };
}

async function searchLibrary(
  { db, user }: SignedInContext,
  { title }: MatchTrack,
  roomId: RoomId,
): Promise<readonly Candidate[]> {
  const words = parseTrackQuery(title);
  if (words.length === 0) return [];
  const found = await listLibrary(db, user.id, {
    words,
    after: null,
    limit: importLimits.searchResults,
    roomId,
    isSavedOnly: false,
  });
  return found.map(({ track, isHere }) => ({ source: "library", track: toTrack(track), isHere }));
}

/** A service that is not connected or does not respond has no candidates. */
async function searchServices(
  context: SignedInContext,
  wanted: MatchTrack,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const searches = SERVICES.map(async (service) => {
    const opened = await openService(context, context.user.id, service);
    if (!opened.ok || opened.value.client.locate === null) return [];
    const found = await searchByExample(opened.value.client, wanted, signal);
    const tracks = found.ok ? found.value.filter(({ isAvailable }) => isAvailable) : [];
    return tracks.map(clipTrack).filter((track) => track !== null);
  });
  return (await Promise.all(searches)).flat().map((track) => ({ source: "service", track }));
}
