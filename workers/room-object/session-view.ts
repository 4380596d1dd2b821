import type { Person } from "#app/domain/accounts/person.ts";
import type { ObjectId } from "#app/domain/ids.ts";
import {
  type SessionSummary,
  type SessionTrack,
  sessionLimits,
  summarizeSession,
} from "#app/domain/playback/session-summary.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import type { PlayHistory } from "./play-history.ts";
import type { Reactions } from "./reactions.ts";

/** The summary of a session as people see it. */
export type SessionView = Omit<SessionSummary, "tracks" | "people"> & {
  readonly tracks: readonly SessionTrackView[];
  /** How many people added the tracks, deleted accounts included. */
  readonly personCount: number;
  /** Those of them who have an account, at most `sessionLimits.people`. */
  readonly people: readonly { readonly person: Person; readonly plays: number }[];
};

type SessionTrackView = Omit<SessionTrack, "addedBy"> & {
  /** Null if the person's account no longer exists. */
  readonly addedBy: Person | null;
  /** The track's current cover; null if the playlist no longer contains the track. */
  readonly cover: ObjectId | null;
};

type SessionSource = {
  readonly history: PlayHistory;
  readonly reactions: Pick<Reactions, "countByTrack">;
};

/** The summary of the room's latest session. Null if nothing has played. */
export function viewSession({ history, reactions }: SessionSource, state: RoomState, serverNowMs: number): SessionView | null {
  const { playlist, people, playback } = state;
  const isPlaying = playback.status === "playing";
  const summary = summarizeSession(history.listAll(), { serverNowMs, isPlaying, reactions: reactions.countByTrack() });
  if (!summary) return null;
  const covers = new Map(playlist.map(({ track }) => [track.id, track.cover]));
  const named = summary.people.flatMap(({ userId, plays }) => {
    const person = people[userId];
    return person ? [{ person, plays }] : [];
  });
  return {
    ...summary,
    tracks: summary.tracks.map((track) => {
      return { ...track, addedBy: people[track.addedBy] ?? null, cover: covers.get(track.trackId) ?? null };
    }),
    personCount: summary.people.length,
    people: named.slice(0, sessionLimits.people),
  };
}
