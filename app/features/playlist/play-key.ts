import type { Playback } from "#app/domain/playback/playback.ts";

/**
 * Changes whenever the history may have a new play. A seek does not change it, but playing the same track from its start
 * does.
 */
export function playKey(playback: Playback): string {
  switch (playback.status) {
    case "idle":
      return "";
    case "paused":
      return playback.entryId;
    case "playing":
      return [playback.entryId, playback.positionMs === 0 ? playback.anchorMs : "on"].join();
  }
}
