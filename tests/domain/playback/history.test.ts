import { describe, expect, it } from "vitest";
import { updateHistory } from "#app/domain/playback/history.ts";
import { IDLE, type Playback } from "#app/domain/playback/playback.ts";
import { entryId } from "#tests/support/builders.ts";
import { createRoomWithHistory, LENGTH_MS } from "#tests/support/room-with-history.ts";

const START_MS = 1_700_000_000_000;

describe("play history", () => {
  it("HI1 a play begins when another entry starts", () => {
    const room = createRoomWithHistory(3);
    room.run(0, { type: "play" });
    room.run(20, { type: "next", entryId: room.current() });
    room.run(40, { type: "select", entryId: entryId(1) });
    room.run(60, { type: "remove", entryIds: [entryId(1)] });
    expect(room.plays()).toEqual([
      [1, 0],
      [2, 20],
      [1, 40],
      [2, 60],
    ]);
  });

  it("HI1 a repeated entry and the first entry of a new round begin a new play", () => {
    const repeated = createRoomWithHistory(2, { repeat: "one" });
    repeated.run(0, { type: "play" });
    repeated.run(150, { type: "tick" });
    const round = createRoomWithHistory(1, { repeat: "all" });
    round.run(0, { type: "play" });
    round.run(50, { type: "next", entryId: round.current() });
    const once = createRoomWithHistory(1);
    once.run(0, { type: "play" });
    once.run(200, { type: "play" });
    expect([repeated, round, once].map((room) => room.plays())).toEqual([
      [
        [1, 0],
        [1, 100],
      ],
      [
        [1, 0],
        [1, 50],
      ],
      [
        [1, 0],
        [1, 200],
      ],
    ]);
  });

  it("HI3 an entry that is crossfaded into the next one plays to its end, and a short one stays in the history", () => {
    const room = createRoomWithHistory(3, { durationMs: 6000 });
    room.run(0, { type: "crossfade", ms: 3000 });
    room.run(0, { type: "play" });
    room.run(7, { type: "tick" });
    expect(room.plays()).toEqual([
      [1, 0],
      [2, 3],
      [3, 6],
    ]);
  });

  it("HI1 no play begins while playback is paused", () => {
    const room = createRoomWithHistory(3);
    room.run(0, { type: "play" });
    room.run(10, { type: "pause" });
    room.run(11, { type: "next", entryId: room.current() });
    room.run(12, { type: "next", entryId: room.current() });
    expect(room.plays()).toEqual([[1, 0]]);
    room.run(60, { type: "play" });
    expect(room.plays()).toEqual([
      [1, 0],
      [3, 60],
    ]);
  });

  it("HI2 a pause, a resume, a seek and a restart do not begin a new play", () => {
    const room = createRoomWithHistory(2);
    room.run(0, { type: "play" });
    room.run(10, { type: "pause" });
    room.run(3600, { type: "play" });
    room.run(3610, { type: "seek", entryId: room.current(), positionMs: 90_000 });
    room.run(3612, { type: "previous", entryId: room.current() });
    room.run(3620, { type: "select", entryId: room.current() });
    room.run(3621, { type: "pause" });
    room.run(3622, { type: "seek", entryId: room.current(), positionMs: 0 });
    room.run(3623, { type: "play" });
    expect(room.plays()).toEqual([[1, 0]]);
  });

  it("HI2 a seek just before the end does not begin a new play, but a restart scheduled after the end does", () => {
    const seeked = createRoomWithHistory(1);
    seeked.run(0, { type: "play" });
    seeked.run(100.1, { type: "seek", entryId: seeked.current(), positionMs: 50_000 });
    expect(seeked.plays()).toEqual([[1, 0]]);
    const restarted = createRoomWithHistory(1);
    restarted.run(0, { type: "play" });
    restarted.run(100.1, { type: "previous", entryId: restarted.current() });
    expect(restarted.plays()).toEqual([
      [1, 0],
      [1, 100],
    ]);
  });

  it("HI3 skipped entries are not recorded", () => {
    const room = createRoomWithHistory(5);
    room.run(0, { type: "play" });
    for (const second of [30, 32, 34]) room.run(second, { type: "next", entryId: room.current() });
    room.run(60, { type: "next", entryId: room.current() });
    expect(room.plays()).toEqual([
      [1, 0],
      [4, 34],
      [5, 60],
    ]);
  });

  it("HI3 the time in pauses does not count", () => {
    const short = createRoomWithHistory(2);
    short.run(0, { type: "play" });
    short.run(2, { type: "pause" });
    short.run(600, { type: "play" });
    short.run(602, { type: "next", entryId: short.current() });
    expect(short.plays()).toEqual([[2, 602]]);
    const long = createRoomWithHistory(2);
    long.run(0, { type: "play" });
    long.run(3, { type: "pause" });
    long.run(600, { type: "play" });
    long.run(603, { type: "next", entryId: long.current() });
    expect(long.plays()).toEqual([
      [1, 0],
      [2, 603],
    ]);
  });

  it("HI3 the time after an entry's end does not count", () => {
    const skipped = createRoomWithHistory(2);
    skipped.run(0, { type: "play" });
    skipped.run(5, { type: "next", entryId: skipped.current() });
    expect(skipped.plays()).toEqual([
      [1, 0],
      [2, 5],
    ]);
    const ended = createRoomWithHistory(2);
    ended.run(0, { type: "select", entryId: entryId(2) });
    ended.run(1, { type: "seek", entryId: ended.current(), positionMs: LENGTH_MS - 1000 });
    ended.run(3600, { type: "tick" });
    ended.run(3700, { type: "play" });
    expect(ended.plays()).toEqual([[1, 3700]]);
  });

  it("HI3 a shorter entry that played to its end is recorded", () => {
    const room = createRoomWithHistory(3, { durationMs: 2500.125 });
    room.run(0, { type: "play" });
    room.run(6, { type: "tick" });
    expect(room.plays()).toEqual([
      [1, 0],
      [2, 2],
      [3, 5],
    ]);
    const empty = createRoomWithHistory(2, { durationMs: 0 });
    empty.run(0, { type: "play" });
    // each is current for a second, in silence
    empty.run(1.5, { type: "tick" });
    expect(empty.plays()).toEqual([[2, 1]]);
  });

  it("HI4 a room that slept through several entries records each with the time at which it began", () => {
    const room = createRoomWithHistory(4);
    room.run(0, { type: "play" });
    room.run(30, { type: "seek", entryId: room.current(), positionMs: 80_000 });
    room.run(100_000, { type: "tick" });
    expect(room.plays()).toEqual([
      [1, 0],
      [2, 50],
      [3, 150],
      [4, 250],
    ]);
  });

  it("HI4 a room without a history starts it with the next play", () => {
    const before: Playback = { status: "playing", entryId: entryId(1), positionMs: 0, anchorMs: START_MS };
    const playback: Playback = { status: "playing", entryId: entryId(2), positionMs: 0, anchorMs: START_MS + LENGTH_MS };
    const change = updateHistory(null, { playback, isNewRound: false }, { before, serverNowMs: START_MS });
    expect(change).toEqual({ last: null, started: { entryId: entryId(2), atMs: START_MS + LENGTH_MS, isReplacing: false } });
    expect(updateHistory(null, { playback: IDLE, isNewRound: false }, { before, serverNowMs: START_MS }).started).toBeNull();
  });
});
