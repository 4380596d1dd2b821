import type { Playback } from "#app/domain/playback/playback.ts";

/** The loaded part of a room's history, newest first. */
export type HistoryPages<Play extends { readonly atMs: number }> = {
  readonly plays: readonly Play[];
  /** The next page holds the plays before this time. Null once the entire history is loaded. */
  readonly nextBeforeMs: number | null;
};

/**
 * Replaces the loaded plays that the latest page covers and keeps the older ones. If plays between the two may be
 * missing, only the latest page remains.
 */
export function mergeLatest<Play extends { readonly atMs: number }>(
  loaded: HistoryPages<Play> | null,
  latest: HistoryPages<Play>,
): HistoryPages<Play> {
  const oldestMs = latest.plays.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY;
  const newestLoaded = loaded?.plays[0];
  if (!loaded || !newestLoaded || latest.nextBeforeMs === null || newestLoaded.atMs < oldestMs) return latest;
  const older = loaded.plays.filter(({ atMs }) => atMs < oldestMs);
  return older.length === 0 ? latest : { plays: [...latest.plays, ...older], nextBeforeMs: loaded.nextBeforeMs };
}

/** Appends the page before `beforeMs`, unless the loaded pages have changed since it was requested. */
export function appendOlder<Play extends { readonly atMs: number }>(
  loaded: HistoryPages<Play> | null,
  beforeMs: number,
  page: HistoryPages<Play>,
): HistoryPages<Play> | null {
  if (loaded?.nextBeforeMs !== beforeMs) return loaded;
  return { plays: [...loaded.plays, ...page.plays], nextBeforeMs: page.nextBeforeMs };
}

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
