import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { query } from "#app/server-client/functions.ts";

/** Each track is attempted once per page. */
const attemptedIds = new Set<TrackId>();

type MissingAnalysisOptions = {
  readonly roomId: RoomId;
  /** The query string that grants access to media of the room; null while there is none. */
  readonly getMediaQuery: () => string | null;
  readonly signal: AbortSignal;
};

/** Analyzes the user's tracks of a room that have no analysis yet. */
export type MissingAnalysis = {
  /** Queries the server on the first call, and later if there are new tracks. Runs one query at a time. */
  check(trackIdsWithoutLoudness: readonly TrackId[]): void;
};

export function createMissingAnalysis(options: MissingAnalysisOptions): MissingAnalysis {
  const checkedIds = new Set<TrackId>();
  let isFirstCheck = true;
  let isRequested = false;
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (isRequested && !options.signal.aborted) {
      isRequested = false;
      await analyzeTracks(options);
    }
    isRunning = false;
  }

  return {
    check(trackIds) {
      isRequested ||= isFirstCheck || trackIds.some((id) => !checkedIds.has(id));
      isFirstCheck = false;
      for (const id of trackIds) checkedIds.add(id);
      if (isRequested && !isRunning) void run();
    },
  };
}

/** The server lists a limited number of tracks at a time. */
async function analyzeTracks({ roomId, getMediaQuery, signal }: MissingAnalysisOptions): Promise<void> {
  while (!signal.aborted) {
    const listed = await query("tracks.listTracksWithoutAnalysis", { roomId });
    const tracks = listed.ok ? listed.value.tracks.filter(({ id }) => !attemptedIds.has(id)) : [];
    if (tracks.length === 0) return;
    for (const track of tracks) {
      const mediaQuery = getMediaQuery();
      if (signal.aborted || mediaQuery === null) return;
      attemptedIds.add(track.id);
      try {
        const { analyzeStoredTrack } = await import("./analyze-stored-track.ts");
        await analyzeStoredTrack(track, mediaQuery, signal);
      } catch {
        // the network is lost or the page was left; the track plays without an analysis
      }
    }
  }
}

/** Analyzes a track that plays in a room, unless another browser has analyzed it. */
export async function analyzePlayingTrack(
  { roomId, getMediaQuery, signal }: MissingAnalysisOptions,
  trackId: TrackId,
): Promise<void> {
  const listed = await query("tracks.listTracksWithoutAnalysis", { roomId, trackId });
  const track = listed.ok ? listed.value.tracks[0] : undefined;
  const mediaQuery = getMediaQuery();
  if (!track || attemptedIds.has(trackId) || signal.aborted || mediaQuery === null) return;
  attemptedIds.add(trackId);
  try {
    const { analyzeTrackOfRoom } = await import("./analyze-stored-track.ts");
    await analyzeTrackOfRoom(track, { roomId, mediaQuery, signal });
  } catch {
    // the network is lost, or another track plays; this one plays without an analysis
  }
}
