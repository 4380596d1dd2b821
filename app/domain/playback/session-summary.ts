import type { TrackId, UserId } from "#app/domain/ids.ts";
import { MINUTE_MS } from "#app/domain/units.ts";
import type { Play } from "./history.ts";

export const sessionLimits = {
  /** A session begins after a silence that is longer than this, ms. */
  silenceMs: 30 * MINUTE_MS,
  /** Maximum number of tracks in a summary. */
  tracks: 10,
  /** Maximum number of named people in a summary. */
  people: 20,
} as const;

/** A play of the history, and how long it has played, without pauses. */
export type SessionPlay = Play & { readonly playedMs: number };

/** A track of a session, with the title and artist of its latest play. */
export type SessionTrack = Pick<Play, "trackId" | "title" | "artist" | "addedBy"> & {
  readonly plays: number;
  readonly reactions: number;
};

/** The latest session of a room: its plays since the last long silence. */
export type SessionSummary = {
  /** Server times. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly plays: number;
  readonly trackCount: number;
  /** The tracks with the most reactions and plays, at most `sessionLimits.tracks`. */
  readonly tracks: readonly SessionTrack[];
  /** Everyone who added a track that was played, with the number of plays; most plays first. */
  readonly people: readonly { readonly userId: UserId; readonly plays: number }[];
};

type SessionContext = {
  readonly serverNowMs: number;
  readonly isPlaying: boolean;
  /** How many reactions a track has. */
  readonly reactions: ReadonlyMap<TrackId, number>;
};

/**
 * Null if nothing has played.
 * @param plays the history, newest first; only the plays of the session are read
 */
export function summarizeSession(plays: Iterable<SessionPlay>, context: SessionContext): SessionSummary | null {
  const session = takeSession(plays);
  const [latest, first] = [session[0], session.at(-1)];
  if (!latest || !first) return null;
  const oldestFirst = session.toReversed();
  const tracks = countTracks(oldestFirst, context.reactions);
  return {
    startedAtMs: first.atMs,
    endedAtMs: context.isPlaying ? context.serverNowMs : endMs(latest),
    plays: session.length,
    trackCount: tracks.length,
    tracks: tracks.sort((a, b) => b.reactions - a.reactions || b.plays - a.plays).slice(0, sessionLimits.tracks),
    people: countPeople(oldestFirst),
  };
}

/** The plays from the latest one back to the last long silence, newest first. */
function takeSession(plays: Iterable<SessionPlay>): readonly SessionPlay[] {
  const session: SessionPlay[] = [];
  let followingMs: number | null = null;
  for (const play of plays) {
    if (followingMs !== null && followingMs - endMs(play) > sessionLimits.silenceMs) break;
    session.push(play);
    followingMs = play.atMs;
  }
  return session;
}

/** The end of a play without pauses: its pauses count as silence after it. */
function endMs({ atMs, playedMs }: SessionPlay): number {
  return atMs + playedMs;
}

function countTracks(plays: readonly SessionPlay[], reactions: ReadonlyMap<TrackId, number>): SessionTrack[] {
  const tracks = new Map<TrackId, SessionTrack>();
  for (const { trackId, title, artist, addedBy } of plays) {
    const count = (tracks.get(trackId)?.plays ?? 0) + 1;
    tracks.set(trackId, { trackId, title, artist, addedBy, plays: count, reactions: reactions.get(trackId) ?? 0 });
  }
  return [...tracks.values()];
}

function countPeople(plays: readonly SessionPlay[]): SessionSummary["people"] {
  const counts = new Map<UserId, number>();
  for (const { addedBy } of plays) counts.set(addedBy, (counts.get(addedBy) ?? 0) + 1);
  return [...counts].map(([userId, plays]) => ({ userId, plays })).sort((a, b) => b.plays - a.plays);
}
