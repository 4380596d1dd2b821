import { useEffect, useMemo, useRef } from "react";
import { can } from "#app/domain/access/permissions.ts";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import type { Playlist } from "#app/domain/playlist/playlist.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { query as ask } from "#app/server-client/functions.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";

/** What was tried is not tried again on this page. */
const tried = new Set<TrackId>();
const NOTHING: Playlist = [];

/**
 * Tracks that somebody has brought by a link, and that nobody has listened to, are listened to by who brought them. The
 * server knows which: it is asked on coming in, and when something new is there that has no loudness.
 */
export function useUnheard(view: RoomView): void {
  const playlist = view.state?.playlist ?? NOTHING;
  const roomId = view.state?.info.id ?? null;
  const { userId, standing } = view.you;
  const mayHear = userId !== null && can(standing, "add-tracks");
  const query = view.media?.query ?? null;
  const unheard = useMemo(
    () =>
      playlist.filter(({ addedBy, track }) => addedBy === userId && track.loudnessLufs === null).map(({ track }) => track.id),
    [playlist, userId],
  );
  const latestQuery = useRef(query);
  latestQuery.current = query;
  const looker = useRef<Looker | null>(null);

  useEffect(() => {
    if (roomId === null || !mayHear) return;
    const gone = new AbortController();
    looker.current = openLooker(roomId, () => latestQuery.current, gone.signal);
    return () => {
      looker.current = null;
      gone.abort();
    };
  }, [roomId, mayHear]);

  const isReady = query !== null;
  useEffect(() => {
    // who may hear in it first asks in any case
    if (isReady && mayHear && roomId !== null) looker.current?.look(unheard);
  }, [unheard, isReady, mayHear, roomId]);
}

/** Listens to what the server knows to be unheard, one call for it at a time. */
type Looker = { look(unheard: readonly TrackId[]): void };

function openLooker(roomId: RoomId, mediaQuery: () => string | null, signal: AbortSignal): Looker {
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
    look(unheard) {
      isWanted ||= !hasLooked || unheard.some((id) => !known.has(id));
      hasLooked = true;
      for (const id of unheard) known.add(id);
      if (isWanted && !isBusy) void run();
    },
  };
}

/** The server names some at a time. */
async function hearAll(roomId: RoomId, mediaQuery: () => string | null, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const answer = await ask("tracks.listUnheard", { roomId });
    const unheard = answer.ok ? answer.value.tracks.filter(({ id }) => !tried.has(id)) : [];
    if (unheard.length === 0) return;
    for (const track of unheard) {
      const query = mediaQuery();
      if (signal.aborted || query === null) return;
      tried.add(track.id);
      // the network is away, or the page is left: the track plays without
      await hear(track, query, signal).catch(() => undefined);
    }
  }
}

async function hear(track: Track, mediaQuery: string, signal: AbortSignal): Promise<void> {
  const { hearStored } = await import("./analyze-stored-track.ts");
  await hearStored(track, mediaQuery, signal);
}
