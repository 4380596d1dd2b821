import type { Person } from "#app/domain/accounts/person.ts";
import type { EntryId, TrackId, UserId } from "#app/domain/ids.ts";
import type { Repeat } from "#app/domain/playback/play-order.ts";
import type { Entry, RankChange } from "#app/domain/playlist/playlist.ts";
import type { Track } from "#app/domain/tracks/track.ts";

/** What can be taken back. */
export const UNDO_KINDS = ["removal", "move"] as const;
export type UndoKind = (typeof UNDO_KINDS)[number];

/** What people ask of a room over its socket. Positions in ms. */
export type RoomCommand =
  | { readonly type: "play" }
  | { readonly type: "pause" }
  | { readonly type: "seek"; readonly entryId: EntryId; readonly positionMs: number }
  /** `entryId` is what the person saw playing: pressed by two at once, it skips once. */
  | { readonly type: "next"; readonly entryId: EntryId }
  | { readonly type: "previous"; readonly entryId: EntryId }
  /** Plays the entry from its start. */
  | { readonly type: "select"; readonly entryId: EntryId }
  | { readonly type: "remove"; readonly entryIds: readonly EntryId[] }
  /** In the given order, behind `afterEntryId`; null: to the top. */
  | { readonly type: "move"; readonly entryIds: readonly EntryId[]; readonly afterEntryId: EntryId | null }
  /** Takes a removal or a move back, within a minute: the entries stand again where they stood. */
  | { readonly type: "restore"; readonly what: UndoKind; readonly entryIds: readonly EntryId[] }
  | { readonly type: "repeat"; readonly repeat: Repeat }
  /** The same new order for everyone, or the playlist's own again. */
  | { readonly type: "shuffle"; readonly isOn: boolean }
  /** To be played before all else, behind what is to be so already; or in its turn again. */
  | { readonly type: "queue"; readonly entryIds: readonly EntryId[]; readonly isNext: boolean };

/** A restoration, with what the room's storage still knows of the entries. */
export type Restoration = {
  readonly type: "bring-back";
  /** Those that were removed. */
  readonly entries: readonly Entry[];
  /** Of those that were moved. */
  readonly ranks: readonly RankChange[];
};

/** What the Worker asks of a room for somebody, once the catalogue knows of it. */
export type ReplaceTrackCommand = {
  readonly type: "replace-track";
  readonly trackId: TrackId;
  /** The same track as it is now, or another that stands for it here. */
  readonly track: Track;
};

/** What the server itself asks of a room: its D1 work is done before. */
export type ServerCommand =
  /** Without ranks: the room puts them at its end. */
  | { readonly type: "add"; readonly entries: readonly Omit<Entry, "rank">[]; readonly person: Person }
  /** The tracks exist no more. */
  | { readonly type: "drop"; readonly trackIds: readonly TrackId[] }
  /** Somebody is called, or looks, otherwise now; said to rooms that may not know them too. */
  | { readonly type: "update-person"; readonly person: Person }
  /** The person exists no more. */
  | { readonly type: "forget"; readonly userId: UserId }
  /** Time has passed: the alarm rang, or somebody came. */
  | { readonly type: "tick" };
