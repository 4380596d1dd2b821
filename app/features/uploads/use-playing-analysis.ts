import { useEffect } from "react";
import { SECOND_MS } from "#app/domain/units.ts";
import { startTimer } from "#app/lib/timer.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { analyzePlayingTrack } from "./missing-analysis.ts";
import { findPlayingTrack } from "./playing-track.ts";

/** The time that a person has to analyze the track before the next one tries. */
const TURN_MS = 20 * SECOND_MS;

/**
 * Analyzes a track that plays on this device if no browser has: the person who imported it may have left. The listeners try
 * one after the other, because each has to download the whole file.
 */
export function usePlayingAnalysis(view: RoomView, isListening: boolean): void {
  const playing = isListening ? findPlayingTrack(view) : null;
  const roomId = playing?.roomId ?? null;
  const trackId = playing?.trackId ?? null;
  const turn = useLatestRef(playing?.turn ?? 1);
  const mediaQuery = useLatestRef(view.media?.query ?? null);
  useEffect(() => {
    if (roomId === null || trackId === null) return;
    const controller = new AbortController();
    const analyze = () =>
      void analyzePlayingTrack({ roomId, getMediaQuery: () => mediaQuery.current, signal: controller.signal }, trackId);
    const cancel = startTimer(turn.current * TURN_MS, analyze);
    return () => {
      cancel();
      controller.abort();
    };
  }, [roomId, trackId, turn, mediaQuery]);
}
