import type { EntryId } from "#app/domain/ids.ts";
import type { Entry, Playlist } from "#app/domain/playlist/playlist.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";

type MoveCommand = Extract<RoomCommand, { readonly type: "move" }>;

/** How several entries come to stand one behind the other. */
export type MovePlan = {
  /** In the order in which they stand, and will. */
  readonly moving: readonly Entry[];
  /** Where the first of them will be, counted from 0. */
  readonly place: number;
  readonly commands: readonly MoveCommand[];
  /** They stand there already. */
  readonly isSame: boolean;
};

/** @param place counted from 0 as if those that move were not in the playlist */
export function placeAfter(playlist: Playlist, ids: readonly EntryId[], place: number): MovePlan {
  const named = new Set(ids);
  const moving = playlist.filter(({ id }) => named.has(id));
  const others = playlist.filter(({ id }) => !named.has(id));
  const at = Math.max(0, Math.min(others.length, place));
  const isSame = moving.every((entry, i) => playlist[at + i] === entry);
  let afterEntryId = others[at - 1]?.id ?? null;
  const commands = inCommands(moving.map(({ id }) => id)).map((entryIds): MoveCommand => {
    const command: MoveCommand = { type: "move", entryIds, afterEntryId };
    afterEntryId = entryIds[entryIds.length - 1] ?? afterEntryId;
    return command;
  });
  return { moving, place: at, commands, isSame };
}

/** As many as a command may name. */
export function inCommands(ids: readonly EntryId[]): readonly (readonly EntryId[])[] {
  const count = Math.ceil(ids.length / playlistLimits.entriesPerCommand);
  return Array.from({ length: count }, (_, i) =>
    ids.slice(i * playlistLimits.entriesPerCommand, (i + 1) * playlistLimits.entriesPerCommand),
  );
}
