import type { EntryId } from "./ids.ts";
import type { Person } from "./person.ts";
import type { Repeat } from "./play-order.ts";
import type { Entry } from "./playlist.ts";

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
  /** Takes a removal back, within a minute: the entries stand again where they stood. */
  | { readonly type: "restore"; readonly entryIds: readonly EntryId[] }
  | { readonly type: "repeat"; readonly repeat: Repeat }
  /** The same new order for everyone, or the playlist's own again. */
  | { readonly type: "shuffle"; readonly isOn: boolean }
  /** To be played before all else, behind what is to be so already; or in its turn again. */
  | { readonly type: "queue"; readonly entryIds: readonly EntryId[]; readonly isNext: boolean };

/** A restoration, with what the room's storage still knows of the entries. */
export type Restoration = { readonly type: "bring-back"; readonly entries: readonly Entry[] };

/** What the server itself asks of a room: its D1 work is done before. */
export type ServerCommand =
  /** Without ranks: the room puts them at its end. */
  | { readonly type: "add"; readonly entries: readonly Omit<Entry, "rank">[]; readonly person: Person }
  /** Time has passed: the alarm rang, or somebody came. */
  | { readonly type: "tick" };
