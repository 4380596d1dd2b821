import type { EntryId } from "#app/domain/ids.ts";
import type { Entry, Playlist } from "#app/domain/playlist/playlist.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { chunk } from "#app/lib/chunk.ts";

type MoveCommand = Extract<RoomCommand, { readonly type: "move" }>;

/** The commands that place several entries one after the other. */
export type MovePlan = {
  /** In playlist order, which the move preserves. */
  readonly entries: readonly Entry[];
  /** The index of the first of them after the move. */
  readonly index: number;
  readonly commands: readonly MoveCommand[];
  /** True if the entries are already at the index. */
  readonly isNoop: boolean;
};

/** `requestedIndex` counts from 0 as if the moved entries were not in the playlist. It is limited to the playlist's length. */
export function planMove(playlist: Playlist, ids: readonly EntryId[], requestedIndex: number): MovePlan {
  const idSet = new Set(ids);
  const entries = playlist.filter(({ id }) => idSet.has(id));
  const others = playlist.filter(({ id }) => !idSet.has(id));
  const index = Math.max(0, Math.min(others.length, requestedIndex));
  const isNoop = entries.every((entry, i) => playlist[index + i] === entry);
  let afterEntryId = others[index - 1]?.id ?? null;
  const entryIds = entries.map(({ id }) => id);
  const commands = chunk(entryIds, playlistLimits.entriesPerCommand).map((entryIds): MoveCommand => {
    const command: MoveCommand = { type: "move", entryIds, afterEntryId };
    afterEntryId = entryIds.at(-1) ?? afterEntryId;
    return command;
  });
  return { entries, index, commands, isNoop };
}
