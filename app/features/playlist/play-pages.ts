import type { Playback } from "#app/domain/playback/playback.ts";

/** What is known of a room's history, newest first. */
export type PlayPages<Play extends { readonly atMs: number }> = {
  readonly plays: readonly Play[];
  /** Where what is not known yet begins; null: all is known. */
  readonly nextBeforeMs: number | null;
};

/** The latest page stands for all that is as young as it; what is older stays, unless something between them is missing. */
export function withLatest<Play extends { readonly atMs: number }>(
  known: PlayPages<Play> | null,
  latest: PlayPages<Play>,
): PlayPages<Play> {
  const oldestMs = latest.plays.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY;
  const newest = known?.plays[0];
  if (!known || !newest || latest.nextBeforeMs === null || newest.atMs < oldestMs) return latest;
  const older = known.plays.filter(({ atMs }) => atMs < oldestMs);
  return older.length === 0 ? latest : { plays: [...latest.plays, ...older], nextBeforeMs: known.nextBeforeMs };
}

/** A page that was asked for from `beforeMs` on; it is of no use where others have come meanwhile. */
export function withOlder<Play extends { readonly atMs: number }>(
  known: PlayPages<Play> | null,
  beforeMs: number,
  page: PlayPages<Play>,
): PlayPages<Play> | null {
  if (known?.nextBeforeMs !== beforeMs) return known;
  return { plays: [...known.plays, ...page.plays], nextBeforeMs: page.nextBeforeMs };
}

/** The same for as long as the history has no line more: a seek is none, the same track from its start on may be one. */
export function playOf(playback: Playback): string {
  switch (playback.status) {
    case "idle":
      return "";
    case "paused":
      return playback.entryId;
    case "playing":
      return [playback.entryId, playback.positionMs === 0 ? playback.anchorMs : "on"].join();
  }
}
