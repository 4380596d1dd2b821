import { useState } from "react";
import type { EntryId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { useArmed } from "#app/ui/use-armed.ts";
import { isMultiSelect } from "./selection.ts";
import { useEntryCommands } from "./use-entry-commands.ts";
import { useEntrySelection } from "./use-entry-selection.ts";
import { usePlaylistView } from "./use-playlist-view.ts";
import { useRowContextValue } from "./use-row-context-value.ts";

type PlaylistOptions = {
  readonly connection: RoomConnection;
  readonly isInSync: boolean;
  readonly onStart: () => void;
  readonly onEdit: (entries: readonly Entry[]) => void;
  readonly onPlayRefused: () => void;
};

export type PlaylistModel = ReturnType<typeof usePlaylist>;

export const NO_ENTRIES: readonly Entry[] = [];

/** Connects the playlist of a room with this user's search, sort order, selection and commands. */
export function usePlaylist({ connection, isInSync, onStart, onEdit, onPlayRefused }: PlaylistOptions) {
  const room = useRoomView(connection);
  const playlist = room.state?.playlist ?? NO_ENTRIES;
  const view = usePlaylistView(playlist);
  const commands = useEntryCommands(connection, onStart);
  const selection = useEntrySelection(playlist, view.entries);
  const [movingEntries, setMovingEntries] = useState(NO_ENTRIES);
  const armedRemoval = useArmed<EntryId>();
  const rowContext = useRowContextValue({
    room,
    playlist,
    view,
    isInSync,
    isMultiSelect: isMultiSelect(selection.current),
    commands,
    onEdit,
    onPlayRefused,
    armedRemoval,
    onMoveTo: setMovingEntries,
  });
  return { room, playlist, view, selection, movingEntries, setMovingEntries, rowContext };
}
