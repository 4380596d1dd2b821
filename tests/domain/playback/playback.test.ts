import { describe, expect, it } from "vitest";
import { IDLE, type Playback, positionAt } from "#app/domain/playback/playback.ts";
import { decide } from "#app/domain/room/decide.ts";
import { applied, as, at, buildRoom, entryId } from "#tests/support/builders.ts";

const playing = (n: number, positionMs: number, anchorMs: number): Playback => ({
  status: "playing",
  entryId: entryId(n),
  positionMs,
  anchorMs,
});
const paused = (n: number, positionMs: number): Playback => ({ status: "paused", entryId: entryId(n), positionMs });
const room = (playback: Playback, count = 3) => ({ ...buildRoom(count), playback });

describe("playback", () => {
  it("PB1 a position is the anchor's plus the time since, and waits before it", () => {
    expect(positionAt(playing(1, 500, 10_000), 12_000)).toBe(2500);
    expect(positionAt(playing(1, 500, 10_000), 9000)).toBe(500);
    expect(positionAt(paused(1, 700), 99_999)).toBe(700);
    expect(positionAt(IDLE, 5)).toBe(0);
  });

  it("PB2 a start lies a lead in the future", () => {
    expect(applied(room(paused(2, 30_000)), { type: "play" }, { moment: at(50_000, 320) }).playback).toEqual(
      playing(2, 30_000, 50_320),
    );
  });

  it("PB3 a pause stops where the entry will be after the lead, at most at its end", () => {
    expect(applied(room(playing(1, 0, 10_000)), { type: "pause" }, { moment: at(15_000) }).playback).toEqual(paused(1, 5200));
    expect(applied(room(playing(1, 99_900, 10_000)), { type: "pause" }, { moment: at(10_050) }).playback).toEqual(
      paused(1, 100_000),
    );
  });

  it("PB3 a pause before the start has come stays at the start", () => {
    expect(applied(room(playing(1, 4000, 10_900)), { type: "pause" }, { moment: at(10_000) }).playback).toEqual(
      paused(1, 4000),
    );
  });

  it("PB4 play goes on, begins with the first entry, or does nothing", () => {
    expect(applied(room(IDLE), { type: "play" }, { moment: at(1000) }).playback).toEqual(playing(1, 0, 1200));
    const on = room(playing(2, 0, 500));
    expect(decide(on, { type: "play" }, as("owner"), at(1000))).toEqual({ ok: true, value: [] });
  });

  it("PB4 an empty playlist cannot be played", () => {
    expect(decide(room(IDLE, 0), { type: "play" }, as("owner"), at(0))).toEqual({ ok: false, error: "playlist-empty" });
  });

  it("PB5 seek stays within the entry", () => {
    const on = room(playing(2, 0, 500));
    const seek = (positionMs: number) =>
      applied(on, { type: "seek", entryId: entryId(2), positionMs }, { moment: at(1000) }).playback;
    expect(seek(40_000)).toEqual(playing(2, 40_000, 1200));
    expect(seek(-5)).toEqual(playing(2, 0, 1200));
    expect(seek(1e12)).toEqual(playing(2, 100_000, 1200));
  });

  it("PB5 seek in an entry that is no longer current does nothing, in one that is gone it is refused", () => {
    const on = room(playing(2, 0, 500));
    expect(decide(on, { type: "seek", entryId: entryId(1), positionMs: 5 }, as("owner"), at(1000))).toEqual({
      ok: true,
      value: [],
    });
    expect(decide(on, { type: "seek", entryId: entryId(9), positionMs: 5 }, as("owner"), at(1000))).toEqual({
      ok: false,
      error: "entry-not-found",
    });
  });

  it("PB6 next pressed twice for the same entry skips once", () => {
    const once = applied(room(playing(1, 0, 500)), { type: "next", entryId: entryId(1) }, { moment: at(1000) });
    const twice = applied(once, { type: "next", entryId: entryId(1) }, { moment: at(1010) });
    expect(twice.playback).toEqual(playing(2, 0, 1200));
  });

  it("PB6 next behind the last entry stops, ready at the first", () => {
    const on = room(playing(3, 0, 500));
    expect(applied(on, { type: "next", entryId: entryId(3) }, { moment: at(1000) }).playback).toEqual(paused(1, 0));
  });

  it("PB7 previous restarts what has played for three seconds, else goes one back", () => {
    const back = (playback: Playback, n: number) =>
      applied(room(playback), { type: "previous", entryId: entryId(n) }, { moment: at(10_000) }).playback;
    expect(back(playing(2, 0, 6900), 2)).toEqual(playing(2, 0, 10_200));
    expect(back(playing(2, 0, 7100), 2)).toEqual(playing(1, 0, 10_200));
    expect(back(playing(1, 0, 9000), 1)).toEqual(playing(1, 0, 10_200));
  });

  it("PB8 select plays an entry from its start", () => {
    const select = { type: "select", entryId: entryId(3) } as const;
    expect(applied(room(paused(1, 50)), select, { moment: at(1000) }).playback).toEqual(playing(3, 0, 1200));
    expect(decide(room(IDLE), { type: "select", entryId: entryId(8) }, as("owner"), at(0))).toEqual({
      ok: false,
      error: "entry-not-found",
    });
  });

  it("PB9 next, previous and seek move a paused playlist without starting it", () => {
    const off = room(paused(2, 40_000));
    expect(applied(off, { type: "next", entryId: entryId(2) }, { moment: at(0) }).playback).toEqual(paused(3, 0));
    expect(applied(off, { type: "previous", entryId: entryId(2) }, { moment: at(0) }).playback).toEqual(paused(2, 0));
    expect(applied(off, { type: "seek", entryId: entryId(2), positionMs: 7 }, { moment: at(0) }).playback).toEqual(
      paused(2, 7),
    );
  });
});
