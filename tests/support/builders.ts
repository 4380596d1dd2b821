import type { Connection } from "#app/domain/access/connection.ts";
import type { Role } from "#app/domain/access/permissions.ts";
import type { DeviceId, EditId, EntryId, RoomId, TrackId, UserId } from "#app/domain/ids.ts";
import type { Playback } from "#app/domain/playback/playback.ts";
import type { PlaybackRecord } from "#app/domain/playback/playback-control.ts";
import { type Entry, type Playlist, ranksAfter } from "#app/domain/playlist/playlist.ts";
import { type AnyCommand, decide } from "#app/domain/room/decide.ts";
import type { Actor, DecisionContext, UndoRecords } from "#app/domain/room/decision.ts";
import { emptyRoom, evolve, type RoomInfo, type RoomState } from "#app/domain/room/room.ts";
import type { LoggedEdit, Placement } from "#app/domain/room-log/room-log.ts";

// Ids that are readable in a failure message: a name, padded to the form of an id.

export const userId = (name: string) => toId(name) as UserId;
export const entryId = (name: string | number) => toId(`e${name}`) as EntryId;
export const editId = (name: string | number) => toId(`c${name}`) as EditId;
export const trackId = (name: string | number) => toId(`t${name}`) as TrackId;

const DIGITS = "abcdefghij";

function toId(name: string): string {
  const letters = name
    .toLowerCase()
    .replace(/\d/g, (digit) => DIGITS.charAt(Number(digit)))
    .replace(/[^a-z2-7]/g, "x");
  return letters.padEnd(16, "z").slice(0, 16);
}

export const OWNER = userId("owner");
export const INFO: RoomInfo = {
  id: toId("room") as RoomId,
  name: "Kitchen",
  description: "",
  url: "kitchen",
  visibility: "public",
  hasPassword: false,
  isFair: false,
  isLeveled: true,
  guestsMayControl: false,
  guestsMayAdd: false,
  skipVoteShare: 50,
  hasQueueVotes: false,
  owner: { id: OWNER, name: "Owner", avatar: "#e9b84c" },
};

export function buildEntry(
  n: number,
  changes: Partial<Omit<Entry, "rank">> & { durationMs?: number } = {},
): Omit<Entry, "rank"> {
  const { durationMs = 100_000, ...rest } = changes;
  return {
    id: entryId(n),
    addedBy: OWNER,
    addedAtMs: 1000 + n,
    track: {
      id: trackId(n),
      title: `Track ${n}`,
      artist: "Artist",
      album: "",
      genre: "",
      year: null,
      durationMs,
      sizeBytes: 1_000_000,
      format: "flac",
      cover: null,
      hue: null,
      loudnessLufs: null,
      truePeakDb: null,
      uploadedAtMs: 500 + n,
      lyricsAtMs: null,
    },
    ...rest,
  };
}

export function buildPlaylist(count: number, durationMs = 100_000): Playlist {
  const ranks = ranksAfter([], null, { count });
  return ranks.map((rank, i) => ({ ...buildEntry(i + 1, { durationMs }), rank }));
}

export function buildRoom(count: number, durationMs?: number): RoomState {
  return { ...emptyRoom(INFO), playlist: buildPlaylist(count, durationMs) };
}

/** Playback of the entry that `entryId(n)` names. */
export const playing = (n: number, positionMs = 0, anchorMs = 0): Playback => ({
  status: "playing",
  entryId: entryId(n),
  positionMs,
  anchorMs,
});
export const paused = (n: number, positionMs: number): Playback => ({ status: "paused", entryId: entryId(n), positionMs });

export const actorAs = (role: Role | "spectator" | "guest", id: UserId | null = OWNER): Actor => ({
  kind: "person",
  userId: id,
  effectiveRole: role,
});
export const SERVER: Actor = { kind: "server" };

/** The state after a command. Throws if it is refused. */
export function applyCommand(
  state: RoomState,
  command: AnyCommand,
  { actor = actorAs("owner"), moment }: { readonly actor?: Actor; readonly moment: DecisionContext },
): RoomState {
  const decided = decide(state, command, actor, moment);
  if (!decided.ok) throw new Error(decided.error);
  return decided.value.reduce(evolve, state);
}

const NO_UNDO_RECORDS: UndoRecords = {
  findEdit: () => null,
  removedEntries: () => [],
  placementsBefore: () => null,
  playback: null,
};

/** The context of a decision at a time, in a room that has nothing to undo. */
export const contextAt = (serverNowMs: number, leadMs = 200): DecisionContext => ({
  serverNowMs,
  leadMs,
  undo: NO_UNDO_RECORDS,
});

type UndoContent = {
  readonly removed?: readonly Entry[];
  readonly edits?: Readonly<Record<EditId, LoggedEdit>>;
  /** The placements before each place of the log. */
  readonly placements?: ReadonlyMap<number, readonly Placement[]>;
  readonly playback?: PlaybackRecord | null;
};

/** A context with undo records: edits of the log, entries that were removed, and the latest control. */
export const withUndo = (context: DecisionContext, records: UndoContent): DecisionContext => ({
  ...context,
  undo: {
    playback: records.playback ?? null,
    findEdit: (id) => records.edits?.[id] ?? null,
    removedEntries: (ids) => (records.removed ?? []).filter(({ id }) => ids.includes(id)),
    placementsBefore: (place) => records.placements?.get(place) ?? null,
  },
});

/** A connection of a person; of a guest if the id is null. */
export function buildConnection(id: UserId | null, changes: Partial<Connection> = {}): Connection {
  return {
    deviceId: "a".repeat(16) as DeviceId,
    person: id && { id, name: "Person", avatar: "#000000" },
    guestName: null,
    sessionId: id && `session of ${id}`,
    role: null,
    joinedAtMs: 0,
    roundTripMs: null,
    mediaUntilMs: 0,
    mediaEpoch: 0,
    accessUntilMs: null,
    ...changes,
  };
}
