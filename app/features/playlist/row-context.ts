import { createContext, useContext } from "react";
import type { RoomOpening } from "#app/domain/access/permissions.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { EntryId, RoomId, UserId } from "#app/domain/ids.ts";
import type { Entry, Playlist } from "#app/domain/playlist/playlist.ts";
import type { PlaylistSort } from "#app/domain/playlist/playlist-view.ts";
import type { MediaGrant, Self } from "#app/protocol/room-messages.ts";
import type { Armed } from "#app/ui/use-armed.ts";
import type { EntryCommands } from "./entry-commands.ts";

/**
 * The values that all rows share. They are in a context, so that a change renders the visible rows and not the list of
 * thousands of entries.
 */
export type RowContextValue = {
  /** Null before the first snapshot. */
  readonly roomId: RoomId | null;
  readonly currentId: EntryId | null;
  readonly isPlaying: boolean;
  /** True while this device plays in sync with the room. */
  readonly isInSync: boolean;
  /** Positions in up next, counted from 1. */
  readonly queuePositions: ReadonlyMap<EntryId, number>;
  /** Places in the playlist, counted from 0. */
  readonly indexById: ReadonlyMap<EntryId, number>;
  readonly playlist: Playlist;
  /** True when the list shows the entire playlist in its own order. */
  readonly isPlaylistOrder: boolean;
  readonly sort: PlaylistSort;
  readonly isMultiSelect: boolean;
  readonly isMobile: boolean;
  readonly language: string;
  readonly people: Readonly<Record<UserId, Person>>;
  readonly self: Self;
  readonly opening: RoomOpening;
  readonly media: MediaGrant | null;
  readonly canPlay: boolean;
  readonly commands: EntryCommands;
  readonly onEdit: (entries: readonly Entry[]) => void;
  /** Explains why the user may not play an entry. */
  readonly onPlayRefused: () => void;
  /** The first of the two presses of Delete that remove an entry. */
  readonly armedRemoval: Armed<EntryId>;
  /** Opens the dialog that moves the entries to a position. */
  readonly onMoveTo: (entries: readonly Entry[]) => void;
  /** Local time in ms since the epoch, rounded down to a minute. */
  readonly nowMs: number;
};

export const RowContext = createContext<RowContextValue | null>(null);

/** @throws if the component is rendered outside a playlist */
export function useRowContext(): RowContextValue {
  const value = useContext(RowContext);
  if (!value) throw new Error("A playlist row must be rendered inside a playlist.");
  return value;
}
