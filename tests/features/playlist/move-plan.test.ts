import { describe, expect, it } from "vitest";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { placeAfter } from "#app/features/playlist/move-plan.ts";
import { applied, at, buildPlaylist, buildRoom, entryId } from "#tests/support/builders.ts";

const ids = (...ns: number[]) => ns.map(entryId);

describe("a plan to move entries", () => {
  it("keeps the order in which they stand, whatever order they are named in", () => {
    const { commands, place } = placeAfter(buildPlaylist(5), ids(4, 2), 0);
    expect(place).toBe(0);
    expect(commands).toEqual([{ type: "move", entryIds: ids(2, 4), afterEntryId: null }]);
  });

  it("counts the place without those that move, and stays within the list", () => {
    expect(placeAfter(buildPlaylist(4), ids(1), 2).commands[0]).toMatchObject({ afterEntryId: entryId(3) });
    expect(placeAfter(buildPlaylist(4), ids(1), 99).commands[0]).toMatchObject({ afterEntryId: entryId(4) });
    expect(placeAfter(buildPlaylist(4), ids(3), -5).commands[0]).toMatchObject({ afterEntryId: null });
  });

  it("is for nothing where they stand there already", () => {
    expect(placeAfter(buildPlaylist(4), ids(2, 3), 1).isSame).toBe(true);
    expect(placeAfter(buildPlaylist(4), ids(2, 3), 0).isSame).toBe(false);
  });

  it("takes as many commands as it must, each behind the one before", () => {
    const count = playlistLimits.entriesPerCommand * 2 + 10;
    const room = buildRoom(count);
    const moving = room.playlist.slice(0, count - 5).map(({ id }) => id);
    const { commands } = placeAfter(room.playlist, moving, 5);
    expect(commands).toHaveLength(3);
    const moved = commands.reduce((state, command) => applied(state, command, { moment: at(1000) }), room);
    const wanted = [...room.playlist.slice(count - 5), ...room.playlist.slice(0, count - 5)].map(({ id }) => id);
    expect(moved.playlist.map(({ id }) => id)).toEqual(wanted);
  });
});
