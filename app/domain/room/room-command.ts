import type { Person } from "#app/domain/accounts/person.ts";
import type { EditId, EntryId, TrackId, UserId } from "#app/domain/ids.ts";
import type { QueueVotes, Repeat } from "#app/domain/playback/play-order.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import type { Track } from "#app/domain/tracks/track.ts";

/** A command that a person sends to a room. Positions are in ms. */
export type RoomCommand =
  | { readonly type: "play" }
  | { readonly type: "pause" }
  | { readonly type: "seek"; readonly entryId: EntryId; readonly positionMs: number }
  /** `entryId` is the entry that the sender saw playing, so that two people who press at once skip only one entry. */
  | { readonly type: "next"; readonly entryId: EntryId }
  | { readonly type: "previous"; readonly entryId: EntryId }
  /** Plays the entry from its start. */
  | { readonly type: "select"; readonly entryId: EntryId }
  | { readonly type: "remove"; readonly entryIds: readonly EntryId[] }
  /** Moves the entries, in the given order, after `afterEntryId`; to the top if it is null. */
  | { readonly type: "move"; readonly entryIds: readonly EntryId[]; readonly afterEntryId: EntryId | null }
  /** Undoes an edit of the same person. */
  | { readonly type: "undo"; readonly editId: EditId }
  /** Undoes the latest control of playback. `revision` is that of its events. */
  | { readonly type: "restore-playback"; readonly revision: number }
  | { readonly type: "repeat"; readonly repeat: Repeat }
  /** Shuffles the playlist in the same order for everyone, or returns to the playlist's own order. */
  | { readonly type: "shuffle"; readonly isOn: boolean }
  /** Sets the length of the crossfade between tracks, whole ms from 0 to `playbackLimits.crossfadeMsMax`. */
  | { readonly type: "crossfade"; readonly ms: number }
  /** Puts the entries at the end of the queue that plays next, or takes them out of it. */
  | { readonly type: "queue"; readonly entryIds: readonly EntryId[]; readonly isNext: boolean }
  /** Sets the volume of all loudspeakers together, 0 to 1. */
  | { readonly type: "group-volume"; readonly volume: number }
  /** Mutes all loudspeakers of the room, or ends that. */
  | { readonly type: "mute-room"; readonly isOn: boolean }
  /** Votes to skip the entry while it plays, or withdraws the vote. */
  | { readonly type: "vote-skip"; readonly entryId: EntryId; readonly isFor: boolean }
  /** Votes for a queued entry, or withdraws the vote. */
  | { readonly type: "vote-queue"; readonly entryId: EntryId; readonly isFor: boolean };

/** Replaces a track in the entries that play it, after its metadata has changed in D1. */
export type ReplaceTrackCommand = {
  readonly type: "replace-track";
  readonly trackId: TrackId;
  /** The same track with its new metadata, or the edition that takes its place in this room. */
  readonly track: Track;
  /** The person whose edit the server applies. */
  readonly editedBy?: UserId;
};

/** Sets the playlist back to its state before the edit at a place of the log. It comes from `room_log.restore`. */
export type SetBackCommand = {
  readonly type: "set-back";
  readonly place: number;
  /** Server time of that state. */
  readonly toMs: number;
};

/** Adds entries. The room assigns their ranks. */
export type AddCommand = {
  readonly type: "add";
  readonly entries: readonly Omit<Entry, "rank">[];
  /** Who has added them. */
  readonly person: Person;
  /** The order of these entries and of others that are added before or after them. Without it, they go to the end. */
  readonly sequence?: readonly EntryId[] | undefined;
};

/** A command of the server itself, sent after its work in D1 is done. */
export type ServerCommand =
  | AddCommand
  /** Removes the entries of tracks that were deleted. */
  | { readonly type: "remove-tracks"; readonly trackIds: readonly TrackId[] }
  /** Updates a person's name and avatar, if the room has stored the person. */
  | { readonly type: "update-person"; readonly person: Person }
  /** Removes a person whose account was deleted. */
  | { readonly type: "remove-person"; readonly userId: UserId }
  /** Skips the entry, because enough people have voted to. */
  | { readonly type: "skip-by-vote"; readonly entryId: EntryId }
  /** Updates the counts of votes for queued entries. Entries without votes are missing. */
  | { readonly type: "count-queue-votes"; readonly votes: QueueVotes }
  /** Applies what the passing of time has changed, such as the end of a track. */
  | { readonly type: "tick" };
