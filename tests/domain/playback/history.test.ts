import { describe, expect, it } from "vitest";
import { type LastPlay, updateHistory } from "#app/domain/playback/history.ts";
import { currentEntryId, IDLE, type Playback } from "#app/domain/playback/playback.ts";
import { decide } from "#app/domain/room/decide.ts";
import { evolve, type RoomState } from "#app/domain/room/room.ts";
import type { RoomCommand, ServerCommand } from "#app/domain/room/room-command.ts";
import { as, at, buildRoom, entryId, SERVER } from "#tests/support/builders.ts";

const LEAD_MS = 200;
const LENGTH_MS = 100_000;
const START_MS = 1_700_000_000_000;

/** What has begun, by the entry's number and the seconds since the start, as a room's storage keeps it. */
type Line = readonly [entry: number, second: number];

/** A room with its history, in which something is done at times given in seconds. */
function listen(count: number, { durationMs = LENGTH_MS, repeat = "off" as "off" | "all" | "one" } = {}) {
  let room: RoomState = buildRoom(count, durationMs);
  room = { ...room, order: { ...room.order, repeat } };
  let last: LastPlay | null = null;
  const lines: { entryId: string; atMs: number }[] = [];

  return {
    act(second: number, command: RoomCommand | ServerCommand) {
      const serverNowMs = START_MS + second * 1000;
      const actor = command.type === "tick" ? SERVER : as("owner");
      const decided = decide(room, command, actor, at(serverNowMs, LEAD_MS));
      if (!decided.ok) throw new Error(decided.error);
      for (const event of decided.value) {
        if (event.type === "playback-changed") {
          const change = updateHistory(last, event, { before: room.playback, serverNowMs });
          last = change.last;
          if (change.begun) {
            const { entryId: id, atMs, isReplacing } = change.begun;
            if (isReplacing) lines.pop();
            lines.push({ entryId: id, atMs });
            last = { entryId: id, durationMs, playedMs: 0, isOver: false };
          }
        }
        room = evolve(room, event);
      }
    },
    current: () => currentEntryId(room.playback) ?? entryId("none"),
    lines: (): readonly Line[] =>
      lines.map(({ entryId: id, atMs }) => [
        [...Array(count).keys()].findIndex((i) => entryId(i + 1) === id) + 1,
        Math.floor((atMs - START_MS) / 1000),
      ]),
  };
}

describe("history", () => {
  it("HI1 a play begins when something else is on", () => {
    const room = listen(3);
    room.act(0, { type: "play" });
    room.act(20, { type: "next", entryId: room.current() });
    room.act(40, { type: "select", entryId: entryId(1) });
    room.act(60, { type: "remove", entryIds: [entryId(1)] });
    expect(room.lines()).toEqual([
      [1, 0],
      [2, 20],
      [1, 40],
      [2, 60],
    ]);
  });

  it("HI1 what is repeated, and what begins a new round, has been on anew", () => {
    const repeated = listen(2, { repeat: "one" });
    repeated.act(0, { type: "play" });
    repeated.act(150, { type: "tick" });
    const round = listen(1, { repeat: "all" });
    round.act(0, { type: "play" });
    round.act(50, { type: "next", entryId: round.current() });
    const once = listen(1);
    once.act(0, { type: "play" });
    once.act(200, { type: "play" });
    expect([repeated, round, once].map((room) => room.lines())).toEqual([
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

  it("HI1 nothing begins while nothing plays", () => {
    const room = listen(3);
    room.act(0, { type: "play" });
    room.act(10, { type: "pause" });
    room.act(11, { type: "next", entryId: room.current() });
    room.act(12, { type: "next", entryId: room.current() });
    expect(room.lines()).toEqual([[1, 0]]);
    room.act(60, { type: "play" });
    expect(room.lines()).toEqual([
      [1, 0],
      [3, 60],
    ]);
  });

  it("HI2 a pause, going on, a seek and a restart are no new play", () => {
    const room = listen(2);
    room.act(0, { type: "play" });
    room.act(10, { type: "pause" });
    room.act(3600, { type: "play" });
    room.act(3610, { type: "seek", entryId: room.current(), positionMs: 90_000 });
    room.act(3612, { type: "previous", entryId: room.current() });
    room.act(3620, { type: "select", entryId: room.current() });
    room.act(3621, { type: "pause" });
    room.act(3622, { type: "seek", entryId: room.current(), positionMs: 0 });
    room.act(3623, { type: "play" });
    expect(room.lines()).toEqual([[1, 0]]);
  });

  it("HI2 a seek in the last moment is no new play; a restart that waits for the end is one", () => {
    const sought = listen(1);
    sought.act(0, { type: "play" });
    sought.act(100.1, { type: "seek", entryId: sought.current(), positionMs: 50_000 });
    expect(sought.lines()).toEqual([[1, 0]]);
    const restarted = listen(1);
    restarted.act(0, { type: "play" });
    restarted.act(100.1, { type: "previous", entryId: restarted.current() });
    expect(restarted.lines()).toEqual([
      [1, 0],
      [1, 100],
    ]);
  });

  it("HI3 skipping through tracks leaves no trail", () => {
    const room = listen(5);
    room.act(0, { type: "play" });
    for (const second of [30, 32, 34]) room.act(second, { type: "next", entryId: room.current() });
    room.act(60, { type: "next", entryId: room.current() });
    expect(room.lines()).toEqual([
      [1, 0],
      [4, 34],
      [5, 60],
    ]);
  });

  it("HI3 what counts is how long it sounded, and not how long it stood there paused", () => {
    const short = listen(2);
    short.act(0, { type: "play" });
    short.act(2, { type: "pause" });
    short.act(600, { type: "play" });
    short.act(602, { type: "next", entryId: short.current() });
    expect(short.lines()).toEqual([[2, 602]]);
    const long = listen(2);
    long.act(0, { type: "play" });
    long.act(3, { type: "pause" });
    long.act(600, { type: "play" });
    long.act(603, { type: "next", entryId: long.current() });
    expect(long.lines()).toEqual([
      [1, 0],
      [2, 603],
    ]);
  });

  it("HI3 what counts is the time from start to start, and not what a track that had ended stood there", () => {
    const skipped = listen(2);
    skipped.act(0, { type: "play" });
    skipped.act(5, { type: "next", entryId: skipped.current() });
    expect(skipped.lines()).toEqual([
      [1, 0],
      [2, 5],
    ]);
    const ended = listen(2);
    ended.act(0, { type: "select", entryId: entryId(2) });
    ended.act(1, { type: "seek", entryId: ended.current(), positionMs: LENGTH_MS - 1000 });
    ended.act(3600, { type: "tick" });
    ended.act(3700, { type: "play" });
    expect(ended.lines()).toEqual([[1, 3700]]);
  });

  it("HI3 what is shorter than that and was heard to its end stays", () => {
    const room = listen(3, { durationMs: 2500.125 });
    room.act(0, { type: "play" });
    room.act(6, { type: "tick" });
    expect(room.lines()).toEqual([
      [1, 0],
      [2, 2],
      [3, 5],
    ]);
    const empty = listen(2, { durationMs: 0 });
    empty.act(0, { type: "play" });
    empty.act(1, { type: "tick" });
    expect(empty.lines()).toEqual([[2, 0]]);
  });

  it("HI4 a room that slept through several tracks has each at the time at which it began", () => {
    const room = listen(4);
    room.act(0, { type: "play" });
    room.act(30, { type: "seek", entryId: room.current(), positionMs: 80_000 });
    room.act(100_000, { type: "tick" });
    expect(room.lines()).toEqual([
      [1, 0],
      [2, 50],
      [3, 150],
      [4, 250],
    ]);
  });

  it("HI4 a room from before there was a history begins it with what comes next", () => {
    const before: Playback = { status: "playing", entryId: entryId(1), positionMs: 0, anchorMs: START_MS };
    const playback: Playback = { status: "playing", entryId: entryId(2), positionMs: 0, anchorMs: START_MS + LENGTH_MS };
    const change = updateHistory(null, { playback, isNewRound: false }, { before, serverNowMs: START_MS });
    expect(change).toEqual({ last: null, begun: { entryId: entryId(2), atMs: START_MS + LENGTH_MS, isReplacing: false } });
    expect(updateHistory(null, { playback: IDLE, isNewRound: false }, { before, serverNowMs: START_MS }).begun).toBeNull();
  });
});
