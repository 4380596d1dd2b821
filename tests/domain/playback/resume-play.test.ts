import { describe, expect, it } from "vitest";
import { entryId } from "#tests/support/builders.ts";
import { createRoomWithHistory } from "#tests/support/room-with-history.ts";

type RoomWithHistory = ReturnType<typeof createRoomWithHistory>;

const skip = (room: RoomWithHistory, second: number) => room.run(second, { type: "next", entryId: room.current() });

/** A room that plays an entry since second 0. */
function createPlaying(count: number, n: number, options?: Parameters<typeof createRoomWithHistory>[1]): RoomWithHistory {
  const room = createRoomWithHistory(count, options);
  room.run(0, { type: "select", entryId: entryId(n) });
  return room;
}

describe("the history after an undo", () => {
  it.each([
    {
      title: "a short play has interrupted",
      count: 3,
      repeat: "off",
      kept: [
        [2, 30],
        [1, 37],
      ],
    },
    { title: "a short round of the only track has interrupted", count: 1, repeat: "all", kept: [[1, 30]] },
  ] as const)("HI5 continues the play that $title, and keeps a longer one", ({ count, repeat, kept }) => {
    const room = createPlaying(count, 1, { repeat });
    skip(room, 20);
    room.undo(22);
    expect(room.plays()).toEqual([[1, 0]]);
    skip(room, 30);
    room.undo(37);
    expect(room.plays()).toEqual([[1, 0], ...kept]);
  });

  it.each([2, 20])("HI5 continues the last track, which was skipped after %i seconds", (second) => {
    const room = createPlaying(2, 2);
    skip(room, second);
    room.undo(second + 8);
    expect(room.plays()).toEqual([[2, 0]]);
    room.run(second + 15, { type: "pause" });
    room.run(second + 16, { type: "play" });
    expect(room.plays()).toEqual([[2, 0]]);
    // it can be interrupted again
    skip(room, second + 20);
    room.undo(second + 22);
    expect(room.plays()).toEqual([[2, 0]]);
  });

  it.each([1, 2])("HI5 continues the last of %i tracks, which was removed", (count) => {
    const room = createPlaying(count, count);
    room.run(20, { type: "remove", entryIds: [entryId(count)] });
    room.undo(28);
    expect(room.plays()).toEqual([[count, 0]]);
  });

  it("HI5 continues a track that was removed while it was paused", () => {
    const room = createPlaying(1, 1);
    room.run(20, { type: "pause" });
    room.run(30, { type: "remove", entryIds: [entryId(1)] });
    room.undo(32);
    room.run(40, { type: "play" });
    expect(room.plays()).toEqual([[1, 0]]);
  });

  it("HI5 continues the last track, whose skip began another round", () => {
    const room = createPlaying(3, 3, { repeat: "all" });
    skip(room, 20);
    room.undo(22);
    expect(room.plays()).toEqual([[3, 0]]);
  });

  it("HI5 continues a short play that the next one has replaced, with the time that it has played", () => {
    const room = createPlaying(3, 1);
    skip(room, 3);
    room.undo(5);
    expect(room.plays()).toEqual([[1, 0]]);
    skip(room, 8);
    room.run(20, { type: "pause" });
    expect(room.plays()).toEqual([
      [1, 0],
      [2, 8],
    ]);
  });

  it("HI5 a paused track continues the interrupted play when it is resumed", () => {
    const room = createPlaying(3, 1);
    room.run(20, { type: "pause" });
    room.run(30, { type: "select", entryId: entryId(2) });
    room.undo(32);
    expect(room.plays()).toEqual([[1, 0]]);
    room.run(60, { type: "play" });
    expect(room.plays()).toEqual([[1, 0]]);
  });

  it("HI5 a paused track does not continue a play that had ended before the control", () => {
    const ended = createPlaying(1, 1);
    ended.run(150, { type: "seek", entryId: entryId(1), positionMs: 50_000 });
    ended.undo(152);
    ended.run(160, { type: "play" });
    const removed = createPlaying(1, 1);
    skip(removed, 20);
    removed.run(40, { type: "remove", entryIds: [entryId(1)] });
    removed.undo(42);
    removed.run(60, { type: "play" });
    const selected = createPlaying(2, 2);
    selected.run(150, { type: "select", entryId: entryId(2) });
    selected.undo(152);
    selected.run(160, { type: "select", entryId: entryId(2) });
    expect([ended, removed, selected].map((room) => room.plays())).toEqual([
      [
        [1, 0],
        [1, 160],
      ],
      [
        [1, 0],
        [1, 60],
      ],
      [
        [2, 0],
        [2, 160],
      ],
    ]);
  });

  it("HI5 a repeated track continues its latest play, not the one that had ended before", () => {
    const room = createPlaying(2, 1, { repeat: "one" });
    skip(room, 102);
    expect(room.plays()).toEqual([
      [1, 0],
      [2, 102],
    ]);
    room.undo(104);
    expect(room.plays()).toEqual([
      [1, 0],
      [1, 100],
    ]);
  });

  it("HI5 counts what the track has played between a seek and its undo", () => {
    const room = createPlaying(2, 1);
    room.run(2, { type: "seek", entryId: entryId(1), positionMs: 60_000 });
    room.undo(6);
    skip(room, 7);
    expect(room.plays()).toEqual([
      [1, 0],
      [2, 7],
    ]);
  });
});
