import { describe, expect, it } from "vitest";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { decide } from "#app/domain/room/decide.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import {
  actorAs,
  buildEntry,
  buildPlaylist,
  buildRoom,
  contextAt,
  editId,
  entryId,
  paused,
  SERVER,
  userId,
  withUndo,
} from "#tests/support/builders.ts";
import { createLoggedRoom } from "#tests/support/logged-room.ts";

const ids = (...ns: number[]) => ns.map(entryId);
const order = (state: RoomState) => state.playlist.map(({ id }) => id);
const OTHER = userId("other");
const EDITOR = actorAs("editor", OTHER);

describe("undoing an edit", () => {
  it("LU1 removed entries return to their former places", () => {
    const room = createLoggedRoom(5);
    const before = room.state().playlist;
    const removal = room.run({ type: "remove", entryIds: ids(2, 4) });
    room.run({ type: "undo", editId: removal });
    expect(room.state().playlist).toEqual(before);
  });

  it("LU1 moved entries return to their former places, and added ones leave", () => {
    const room = createLoggedRoom(4);
    const before = room.state().playlist;
    const move = room.run({ type: "move", entryIds: ids(4, 2), afterEntryId: null });
    room.run({ type: "undo", editId: move });
    expect(room.state().playlist).toEqual(before);
    const person = { id: OTHER, name: "Other", avatar: "#000000" };
    const add = room.run({ type: "add", entries: [buildEntry(9, { addedBy: OTHER })], person }, SERVER);
    expect(order(room.state())).toEqual(ids(1, 2, 3, 4, 9));
    room.run({ type: "undo", editId: add }, EDITOR);
    expect(room.state().playlist).toEqual(before);
  });

  it("LU1 an entry whose former place is taken returns next to it, with a rank of its own", () => {
    const room = createLoggedRoom(4);
    const move = room.run({ type: "move", entryIds: ids(2), afterEntryId: entryId(4) });
    room.run({ type: "move", entryIds: ids(4), afterEntryId: entryId(1) }, EDITOR);
    room.run({ type: "undo", editId: move });
    expect(new Set(room.state().playlist.map(({ rank }) => rank)).size).toBe(4);
  });

  it("LU1 repeat, shuffle, the crossfade and the queue return to what they were", () => {
    const room = createLoggedRoom(4);
    room.run({ type: "queue", entryIds: ids(1, 2), isNext: true });
    const before = room.state().order;
    const edits = [
      room.run({ type: "repeat", repeat: "all" }),
      room.run({ type: "shuffle", isOn: true }),
      room.run({ type: "crossfade", ms: 5000 }),
      room.run({ type: "queue", entryIds: ids(4, 1), isNext: true }),
      room.run({ type: "queue", entryIds: ids(2), isNext: false }),
    ];
    expect(room.state().order.upNext).toEqual(ids(4, 1));
    for (const edit of edits.reverse()) room.run({ type: "undo", editId: edit });
    const { repeat, upNext } = before;
    expect(room.state().order).toMatchObject({ repeat, shuffleSeed: null, crossfadeMs: 0, upNext });
  });

  it("LU2 an undo can be undone", () => {
    const room = createLoggedRoom(3);
    const removal = room.run({ type: "remove", entryIds: ids(2) });
    const undo = room.run({ type: "undo", editId: removal });
    room.run({ type: "undo", editId: undo });
    expect(order(room.state())).toEqual(ids(1, 3));
  });

  it("LU2 undoing the same edit twice changes nothing more", () => {
    const room = createLoggedRoom(3);
    const removal = room.run({ type: "remove", entryIds: ids(2) });
    room.run({ type: "undo", editId: removal });
    const after = room.state();
    room.run({ type: "undo", editId: removal });
    expect(room.state().playlist).toEqual(after.playlist);
  });

  it("LU3 is refused if another edit has changed the same thing since", () => {
    const room = createLoggedRoom(4);
    const move = room.run({ type: "move", entryIds: ids(1, 2), afterEntryId: entryId(4) });
    const repeat = room.run({ type: "repeat", repeat: "all" });
    const crossfade = room.run({ type: "crossfade", ms: 5000 });
    const queue = room.run({ type: "queue", entryIds: ids(3), isNext: true });
    room.run({ type: "remove", entryIds: ids(2) }, EDITOR);
    room.run({ type: "repeat", repeat: "one" }, EDITOR);
    room.run({ type: "crossfade", ms: 6000 }, EDITOR);
    room.run({ type: "queue", entryIds: ids(3), isNext: false }, EDITOR);
    const before = room.state();
    for (const edit of [move, repeat, crossfade, queue]) {
      expect(room.attempt({ type: "undo", editId: edit })).toBe("changed-since");
    }
    expect(room.state()).toEqual(before);
  });

  it("LU3 edits of other entries do not matter", () => {
    const room = createLoggedRoom(5);
    const removal = room.run({ type: "remove", entryIds: ids(2) });
    room.run({ type: "move", entryIds: ids(5), afterEntryId: null }, EDITOR);
    room.run({ type: "undo", editId: removal });
    expect(order(room.state())).toEqual(ids(5, 1, 2, 3, 4));
  });

  it("LU4 only the person who made the edit may undo it, and only with the right to such an edit", () => {
    const room = createLoggedRoom(3);
    const removal = room.run({ type: "remove", entryIds: ids(2) });
    const undo = { type: "undo", editId: removal } as const;
    expect(room.attempt(undo, EDITOR)).toBe("forbidden");
    expect(room.attempt(undo, actorAs("viewer"))).toBe("forbidden");
    expect(room.attempt(undo, actorAs("guest", null))).toBe("login-required");
    const theirs = room.run({ type: "remove", entryIds: ids(1) }, EDITOR);
    expect(room.attempt({ type: "undo", editId: theirs }, actorAs("participant", OTHER))).toBe("forbidden");
    expect(room.attempt({ type: "undo", editId: theirs }, EDITOR)).toBeNull();
  });

  it("LU5 is refused once the log does not contain the edit", () => {
    const room = createLoggedRoom(1);
    expect(room.attempt({ type: "undo", editId: editId("missing") })).toBe("undo-expired");
  });

  it("LU6 never returns an entry that was deleted for good, but returns the others", () => {
    const playlist = buildPlaylist(3);
    const room = { ...buildRoom(1), playlist: playlist.slice(0, 1), playback: paused(1, 0) };
    const changes = playlist.slice(1).map(({ id, rank }) => ({ entryId: id, before: rank, after: null }));
    const edit = { userId: room.info.owner.id, isGuest: false, kind: "remove", changes, order: [] } as const;
    const records = { edits: { [editId(1)]: edit }, removed: playlist.slice(2) };
    const undo = { type: "undo", editId: editId(1) } as const;
    const decided = decide(room, undo, actorAs("owner"), withUndo(contextAt(1000), records));
    expect(decided).toMatchObject({ ok: true, value: [{ type: "entries-added", entries: [{ id: entryId(3) }] }] });
    const allGone = withUndo(contextAt(1000), { ...records, removed: [] });
    expect(decide(room, undo, actorAs("owner"), allGone)).toEqual({ ok: false, error: "undo-unavailable" });
  });

  it("LU7 a command that arrives again is not applied again, and an id belongs to its person", () => {
    const room = createLoggedRoom(3);
    const move = { type: "move", entryIds: ids(3), afterEntryId: null } as const;
    expect(room.attempt(move, actorAs("owner"), editId("again"))).toBeNull();
    room.run({ type: "move", entryIds: ids(3), afterEntryId: entryId(2) }, EDITOR);
    expect(room.attempt(move, actorAs("owner"), editId("again"))).toBeNull();
    expect(order(room.state())).toEqual(ids(1, 2, 3));
    expect(room.attempt(move, EDITOR, editId("again"))).toBe("forbidden");
  });

  it("PL11 an undo after all ranks were renewed returns the entries next to the entry after which they were", () => {
    const room = createLoggedRoom(8);
    const removal = room.run({ type: "remove", entryIds: ids(7) });
    const far = room.run({ type: "remove", entryIds: ids(2) });
    for (let i = 0; i < 300; i++) {
      const afterEntryId = entryId(i % 2 === 0 ? 5 : 3);
      room.run({ type: "move", entryIds: ids(i % 2 === 0 ? 3 : 5), afterEntryId });
      room.run({ type: "move", entryIds: ids(4), afterEntryId });
    }
    expect(Math.max(...room.state().playlist.map(({ rank }) => rank.length))).toBeLessThanOrEqual(playlistLimits.rankLength);
    room.run({ type: "undo", editId: removal });
    room.run({ type: "undo", editId: far });
    const after = order(room.state());
    expect([after[0], after[1]]).toEqual(ids(1, 2));
    expect(after.slice(-3)).toEqual(ids(6, 7, 8));
  });
});

describe("setting the playlist back", () => {
  const PLACE_AFTER_ADD = 2;
  const setBack = (place: number) => ({ type: "set-back", place, toMs: 0 }) as const;

  it("RL1 returns the entries and their order to what they were before an edit", () => {
    const room = createLoggedRoom(5);
    const before = room.state().playlist;
    room.run({ type: "remove", entryIds: ids(2, 5) }, EDITOR);
    room.run({ type: "move", entryIds: ids(4), afterEntryId: null });
    room.run({ type: "add", entries: [buildEntry(9)], person: room.state().info.owner }, SERVER);
    room.run({ type: "remove", entryIds: ids(1) });
    room.run(setBack(PLACE_AFTER_ADD));
    expect(room.state().playlist).toEqual(before);
  });

  it("RL2 is undone like any other edit", () => {
    const room = createLoggedRoom(5);
    room.run({ type: "remove", entryIds: ids(2, 5) }, EDITOR);
    room.run({ type: "move", entryIds: ids(4), afterEntryId: null });
    const before = room.state().playlist;
    const edit = room.run(setBack(PLACE_AFTER_ADD));
    expect(room.state().playlist).not.toEqual(before);
    room.run({ type: "undo", editId: edit });
    expect(room.state().playlist).toEqual(before);
  });

  it("RL3 the current entry plays on; if it leaves, the next one takes its place", () => {
    const room = createLoggedRoom(3);
    room.run({ type: "add", entries: [buildEntry(9)], person: room.state().info.owner }, SERVER);
    room.run({ type: "select", entryId: entryId(2) });
    const playing = room.state().playback;
    room.run({ type: "move", entryIds: ids(2), afterEntryId: entryId(3) });
    room.run(setBack(3));
    expect(room.state().playback).toEqual(playing);
    room.run({ type: "move", entryIds: ids(9), afterEntryId: entryId(1) });
    room.run({ type: "select", entryId: entryId(9) });
    room.run(setBack(PLACE_AFTER_ADD));
    expect(order(room.state())).toEqual(ids(1, 2, 3));
    expect(room.state().playback).toMatchObject({ status: "playing", entryId: entryId(2) });
  });

  it("RL4 requires the right to see the log", () => {
    const room = createLoggedRoom(3);
    room.run({ type: "remove", entryIds: ids(2) });
    expect(room.attempt(setBack(PLACE_AFTER_ADD), EDITOR)).toBe("forbidden");
    expect(room.attempt(setBack(PLACE_AFTER_ADD), actorAs("guest", null))).toBe("login-required");
    expect(room.attempt(setBack(PLACE_AFTER_ADD), actorAs("admin", OTHER))).toBeNull();
  });

  it("RL5 is refused for a place that the log does not contain", () => {
    expect(createLoggedRoom(1).attempt(setBack(99))).toBe("undo-expired");
  });
});
