import { useEffect, useReducer } from "react";
import { findPlace, type LyricsPlace } from "#app/domain/lyrics/current-line.ts";
import type { LyricsLine } from "#app/domain/lyrics/lyrics.ts";
import { startTimer } from "#app/lib/timer.ts";
import type { RoomPosition } from "./use-room-position.ts";

/** Timers may fire a little early by the clock of the room. */
const WAIT_MIN_MS = 30;

/** The current line. Renders when the next line begins; a jump of the position renders its component anyway. */
export function usePlace(lines: readonly LyricsLine[], { positionMs, isPlaying }: RoomPosition): LyricsPlace {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const place = findPlace(lines, positionMs());
  const { nextAtMs } = place;
  // after each render, because every change of the position moves the time of the next line
  useEffect(() => {
    if (!isPlaying || nextAtMs === null) return;
    return startTimer(Math.max(WAIT_MIN_MS, nextAtMs - positionMs()), render);
  });
  return place;
}
