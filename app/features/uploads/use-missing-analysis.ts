import { useEffect, useMemo, useRef } from "react";
import { can } from "#app/domain/access/permissions.ts";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import type { Playlist } from "#app/domain/playlist/playlist.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { query as ask } from "#app/server-client/functions.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";

/** What was tried is not tried again on this page. */
const tried = new Set<TrackId>();
const NO_EVENTS: Playlist = [];

/**
 * Tracks that somebody has brought by a link, and that nobody has listened to, are listened to by who brought them. The
 * server knows which: it is asked on coming in, and when something new is there that has no loudness.
 */
export function useMissingAnalysis(view: RoomView): void {
  const playlist = view.state?.playlist ?? NO_EVENTS;
  const roomId = view.state?.info.id ?? null;
  const { userId, effectiveRole } = view.self;
  const mayHear = userId !== null && can(effectiveRole, "add-tracks");
  const query = view.media?.query ?? null;
  const withoutAnalysis = useMemo(
    () =>
      playlist.filter(({ addedBy, track }) => addedBy === userId && track.loudnessLufs === null).map(({ track }) => track.id),
    [playlist, userId],
  );
  const latestQuery = useRef(query);
  latestQuery.current = query;
  const viewer = useRef<ListViewer | null>(null);

  useEffect(() => {
    if (roomId === null || !mayHear) return;
    const gone = new AbortController();
    viewer.current = createViewer(roomId, () => latestQuery.current, gone.signal);
    return () => {
      viewer.current = null;
      gone.abort();
    };
  }, [roomId, mayHear]);

  const isReady = query !== null;
  useEffect(() => {
    // who may hear in it first asks in any case
    if (isReady && mayHear && roomId !== null) viewer.current?.look(withoutAnalysis);
  }, [withoutAnalysis, isReady, mayHear, roomId]);
}

/** Listens to what the server knows to be unheard, one call for it at a time. */
type ListViewer = { look(withoutAnalysis: readonly TrackId[]): void };

function createViewer(roomId: RoomId, mediaQuery: () => string | null, signal: AbortSignal): ListViewer {
  const known = new Set<TrackId>();
  let hasLooked = false;
  let isWanted = false;
  let isBusy = false;

  async function run(): Promise<void> {
    isBusy = true;
    while (isWanted && !signal.aborted) {
      isWanted = false;
      await hearAll(roomId, mediaQuery, signal);
    }
    isBusy = false;
  }

  return {
    look(withoutAnalysis) {
      isWanted ||= !hasLooked || withoutAnalysis.some((id) => !known.has(id));
      hasLooked = true;
      for (const id of withoutAnalysis) known.add(id);
      if (isWanted && !isBusy) void run();
    },
  };
}

/** The server names some at a time. */
async function hearAll(roomId: RoomId, mediaQuery: () => string | null, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const answer = await ask("tracks.listTracksWithoutAnalysis", { roomId });
    const withoutAnalysis = answer.ok ? answer.value.tracks.filter(({ id }) => !tried.has(id)) : [];
    if (withoutAnalysis.length === 0) return;
    for (const track of withoutAnalysis) {
      const query = mediaQuery();
      if (signal.aborted || query === null) return;
      tried.add(track.id);
      // the network is away, or the page is left: the track plays without
      await hear(track, query, signal).catch(() => undefined);
    }
  }
}

async function hear(track: Track, mediaQuery: string, signal: AbortSignal): Promise<void> {
  const { analyzeStoredTrack } = await import("./analyze-stored-track.ts");
  await analyzeStoredTrack(track, mediaQuery, signal);
}
