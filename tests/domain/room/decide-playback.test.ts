import { describe, expect, it } from "vitest";
import { IDLE, type Playback, positionAt } from "#app/domain/playback/playback.ts";
import { decide } from "#app/domain/room/decide.ts";
import { actorAs, applyCommand, buildRoom, contextAt, entryId, paused, playing } from "#tests/support/builders.ts";

const room = (playback: Playback, count = 3) => ({ ...buildRoom(count), playback });

describe("playback commands", () => {
  it("PB1 the position is the anchor's plus the time since the anchor, and the anchor's before it", () => {
    expect(positionAt(playing(1, 500, 10_000), 12_000)).toBe(2500);
    expect(positionAt(playing(1, 500, 10_000), 9000)).toBe(500);
    expect(positionAt(paused(1, 700), 99_999)).toBe(700);
    expect(positionAt(IDLE, 5)).toBe(0);
  });

  it("PB2 a start is scheduled by the lead in the future", () => {
    expect(applyCommand(room(paused(2, 30_000)), { type: "play" }, { moment: contextAt(50_000, 320) }).playback).toEqual(
      playing(2, 30_000, 50_320),
    );
  });

  it("PB3 a pause stops at the position after the lead, at most at the entry's end", () => {
    expect(applyCommand(room(playing(1, 0, 10_000)), { type: "pause" }, { moment: contextAt(15_000) }).playback).toEqual(
      paused(1, 5200),
    );
    expect(applyCommand(room(playing(1, 99_900, 10_000)), { type: "pause" }, { moment: contextAt(10_050) }).playback).toEqual(
      paused(1, 100_000),
    );
  });

  it("PB3 a pause before the scheduled start stops at the start position", () => {
    expect(applyCommand(room(playing(1, 4000, 10_900)), { type: "pause" }, { moment: contextAt(10_000) }).playback).toEqual(
      paused(1, 4000),
    );
  });

  it("PB4 play starts the first entry of an idle room, and does nothing while an entry plays", () => {
    expect(applyCommand(room(IDLE), { type: "play" }, { moment: contextAt(1000) }).playback).toEqual(playing(1, 0, 1200));
    const started = room(playing(2, 0, 500));
    expect(decide(started, { type: "play" }, actorAs("owner"), contextAt(1000))).toEqual({ ok: true, value: [] });
  });

  it("PB4 an empty playlist refuses to play", () => {
    expect(decide(room(IDLE, 0), { type: "play" }, actorAs("owner"), contextAt(0))).toEqual({
      ok: false,
      error: "playlist-empty",
    });
  });

  it("PB5 seek clamps the position to the entry's length", () => {
    const started = room(playing(2, 0, 500));
    const seek = (positionMs: number) =>
      applyCommand(started, { type: "seek", entryId: entryId(2), positionMs }, { moment: contextAt(1000) }).playback;
    expect(seek(40_000)).toEqual(playing(2, 40_000, 1200));
    expect(seek(-5)).toEqual(playing(2, 0, 1200));
    expect(seek(1e12)).toEqual(playing(2, 100_000, 1200));
  });

  it("PB5 seek does nothing in an entry that is not current, and is refused for a missing entry", () => {
    const started = room(playing(2, 0, 500));
    expect(decide(started, { type: "seek", entryId: entryId(1), positionMs: 5 }, actorAs("owner"), contextAt(1000))).toEqual({
      ok: true,
      value: [],
    });
    expect(decide(started, { type: "seek", entryId: entryId(9), positionMs: 5 }, actorAs("owner"), contextAt(1000))).toEqual({
      ok: false,
      error: "entry-not-found",
    });
  });

  it("PB6 next for the same entry, pressed twice, skips once", () => {
    const once = applyCommand(room(playing(1, 0, 500)), { type: "next", entryId: entryId(1) }, { moment: contextAt(1000) });
    const twice = applyCommand(once, { type: "next", entryId: entryId(1) }, { moment: contextAt(1010) });
    expect(twice.playback).toEqual(playing(2, 0, 1200));
  });

  it("PB6 next after the last entry stops, with the first entry current and paused", () => {
    const started = room(playing(3, 0, 500));
    expect(applyCommand(started, { type: "next", entryId: entryId(3) }, { moment: contextAt(1000) }).playback).toEqual(
      paused(1, 0),
    );
  });

  it("PB7 previous restarts an entry after three seconds, and otherwise goes to the one before", () => {
    const back = (playback: Playback, n: number) =>
      applyCommand(room(playback), { type: "previous", entryId: entryId(n) }, { moment: contextAt(10_000) }).playback;
    expect(back(playing(2, 0, 6900), 2)).toEqual(playing(2, 0, 10_200));
    expect(back(playing(2, 0, 7100), 2)).toEqual(playing(1, 0, 10_200));
    expect(back(playing(1, 0, 9000), 1)).toEqual(playing(1, 0, 10_200));
  });

  it("PB8 select plays an entry from its start", () => {
    const select = { type: "select", entryId: entryId(3) } as const;
    expect(applyCommand(room(paused(1, 50)), select, { moment: contextAt(1000) }).playback).toEqual(playing(3, 0, 1200));
    expect(decide(room(IDLE), { type: "select", entryId: entryId(8) }, actorAs("owner"), contextAt(0))).toEqual({
      ok: false,
      error: "entry-not-found",
    });
  });

  it("PB9 next, previous and seek move a paused playlist without starting it", () => {
    const stopped = room(paused(2, 40_000));
    expect(applyCommand(stopped, { type: "next", entryId: entryId(2) }, { moment: contextAt(0) }).playback).toEqual(
      paused(3, 0),
    );
    expect(applyCommand(stopped, { type: "previous", entryId: entryId(2) }, { moment: contextAt(0) }).playback).toEqual(
      paused(2, 0),
    );
    expect(
      applyCommand(stopped, { type: "seek", entryId: entryId(2), positionMs: 7 }, { moment: contextAt(0) }).playback,
    ).toEqual(paused(2, 7));
  });
});
