import { useEffect, useMemo, useRef } from "react";
import { CLOSED_ROOM, can } from "#app/domain/access/permissions.ts";
import type { Playlist } from "#app/domain/playlist/playlist.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { createMissingAnalysis, type MissingAnalysis } from "./missing-analysis.ts";

const EMPTY_PLAYLIST: Playlist = [];

/**
 * Analyzes tracks that the user has imported: the server cannot decode audio. The server lists them when the
 * user enters the room, and again when the playlist has a new track of theirs without a loudness.
 */
export function useMissingAnalysis(view: RoomView): void {
  const playlist = view.state?.playlist ?? EMPTY_PLAYLIST;
  const roomId = view.state?.info.id ?? null;
  const { userId, effectiveRole } = view.self;
  const canAnalyze = userId !== null && can(effectiveRole, "add-tracks", view.state?.info ?? CLOSED_ROOM);
  const mediaQuery = view.media?.query ?? null;
  const latestMediaQuery = useLatestRef(mediaQuery);
  const trackIdsWithoutLoudness = useMemo(
    () =>
      playlist.filter(({ addedBy, track }) => addedBy === userId && track.loudnessLufs === null).map(({ track }) => track.id),
    [playlist, userId],
  );
  const missingAnalysis = useRef<MissingAnalysis | null>(null);

  useEffect(() => {
    if (roomId === null || !canAnalyze) return;
    const controller = new AbortController();
    missingAnalysis.current = createMissingAnalysis({
      roomId,
      getMediaQuery: () => latestMediaQuery.current,
      signal: controller.signal,
    });
    return () => {
      missingAnalysis.current = null;
      controller.abort();
    };
  }, [roomId, canAnalyze, latestMediaQuery]);

  const hasMedia = mediaQuery !== null;
  useEffect(() => {
    // a change of room or permission creates another object above, whose first check always queries the server
    if (hasMedia && canAnalyze && roomId !== null) missingAnalysis.current?.check(trackIdsWithoutLoudness);
  }, [trackIdsWithoutLoudness, hasMedia, canAnalyze, roomId]);
}
