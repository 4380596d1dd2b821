import { createContext, useContext } from "react";
import type { Person } from "#app/domain/accounts/person.ts";
import type { EntryId, UserId } from "#app/domain/ids.ts";
import type { Entry, Playlist } from "#app/domain/playlist/playlist.ts";
import type { PlaylistSort } from "#app/domain/playlist/playlist-view.ts";
import type { MediaGrant, Self } from "#app/protocol/room-messages.ts";
import type { EntryCommands } from "./use-entry-commands.ts";

/**
 * What rows show besides their own entry. In a context, so that the list's thousands of items need not be made anew
 * when one of these changes.
 */
export type RowFacts = {
  readonly currentId: EntryId | null;
  readonly isPlaying: boolean;
  readonly isLit: boolean;
  /** Places in the queue of what is played before all else, counted from 1. */
  readonly queue: ReadonlyMap<EntryId, number>;
  readonly positions: ReadonlyMap<EntryId, number>;
  readonly playlist: Playlist;
  /** The list shows all of the playlist in its order. */
  readonly isWhole: boolean;
  readonly sort: PlaylistSort;
  readonly isSelecting: boolean;
  readonly isMobile: boolean;
  readonly language: string;
  readonly people: Readonly<Record<UserId, Person>>;
  readonly self: Self;
  readonly media: MediaGrant | null;
  readonly canPlay: boolean;
  readonly commands: EntryCommands;
  readonly onEdit: (entries: readonly Entry[]) => void;
  /** Asks for a place to move them to. */
  readonly onMoveTo: (entries: readonly Entry[]) => void;
  readonly nowMs: number;
};

export const RowFactsContext = createContext<RowFacts | null>(null);

export function useRowFacts(): RowFacts {
  const facts = useContext(RowFactsContext);
  if (!facts) throw new Error("a row stands outside of a playlist");
  return facts;
}
