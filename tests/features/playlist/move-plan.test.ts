import { describe, expect, it } from "vitest";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { planMove } from "#app/features/playlist/move-plan.ts";
import { applyCommand, buildPlaylist, buildRoom, contextAt, entryId } from "#tests/support/builders.ts";

const ids = (...numbers: number[]) => numbers.map(entryId);

describe("planMove", () => {
  it("preserves the playlist order of the moved entries, whatever the order of their ids", () => {
    const { commands, index } = planMove(buildPlaylist(5), ids(4, 2), 0);
    expect(index).toBe(0);
    expect(commands).toEqual([{ type: "move", entryIds: ids(2, 4), afterEntryId: null }]);
  });

  it("counts the index without the moved entries and limits it to the playlist", () => {
    expect(planMove(buildPlaylist(4), ids(1), 2).commands[0]).toMatchObject({ afterEntryId: entryId(3) });
    expect(planMove(buildPlaylist(4), ids(1), 99).commands[0]).toMatchObject({ afterEntryId: entryId(4) });
    expect(planMove(buildPlaylist(4), ids(3), -5).commands[0]).toMatchObject({ afterEntryId: null });
  });

  it("recognizes a move that changes nothing", () => {
    expect(planMove(buildPlaylist(4), ids(2, 3), 1).isNoop).toBe(true);
    expect(planMove(buildPlaylist(4), ids(2, 3), 0).isNoop).toBe(false);
  });

  it("splits a large move into commands that follow each other", () => {
    const count = playlistLimits.entriesPerCommand * 2 + 10;
    const room = buildRoom(count);
    const movingIds = room.playlist.slice(0, count - 5).map(({ id }) => id);
    const { commands } = planMove(room.playlist, movingIds, 5);
    expect(commands).toHaveLength(3);
    const moved = commands.reduce((state, command) => applyCommand(state, command, { moment: contextAt(1000) }), room);
    const expected = [...room.playlist.slice(count - 5), ...room.playlist.slice(0, count - 5)].map(({ id }) => id);
    expect(moved.playlist.map(({ id }) => id)).toEqual(expected);
  });
});
