import { describe, expect, it } from "vitest";
import { DEFAULT_PLAY_ORDER, type PlayOrder } from "#app/domain/playback/play-order.ts";
import { currentEntryId, IDLE } from "#app/domain/playback/playback.ts";
import { playbackLimits } from "#app/domain/playback/playback-limits.ts";
import { listUpcoming } from "#app/domain/playback/upcoming.ts";
import { evolve, type RoomState } from "#app/domain/room/room.ts";
import { applyCommand, buildRoom, contextAt, entryId, paused, playing } from "#tests/support/builders.ts";

const room = (count: number, order: Partial<PlayOrder> = {}): RoomState => ({
  ...buildRoom(count),
  playback: playing(1),
  order: { ...DEFAULT_PLAY_ORDER, ...order },
});
const NAMES = Array.from({ length: 100 }, (_, i) => entryId(i));
const numbersOf = (state: RoomState) =>
  listUpcoming(state, state.playback).map(({ entry, isQueued }) => NAMES.indexOf(entry.id) * (isQueued ? -1 : 1));

/** The numbers of the entries that play one after the other when each is skipped. */
function skipThrough(state: RoomState, count: number): number[] {
  const numbers: number[] = [];
  let current = state;
  for (let i = 0; i < count; i++) {
    const id = currentEntryId(current.playback) ?? entryId("none");
    current = applyCommand(current, { type: "next", entryId: id }, { moment: contextAt(1) });
    numbers.push(NAMES.indexOf(currentEntryId(current.playback) ?? entryId("none")));
  }
  return numbers;
}

describe("the list of entries that play next", () => {
  it("OR8 follows the playlist from the current entry to its end", () => {
    expect(numbersOf(room(4))).toEqual([2, 3, 4]);
    expect(numbersOf({ ...room(4), playback: paused(3, 0) })).toEqual([4]);
    expect(numbersOf({ ...room(4), playback: paused(4, 0) })).toEqual([]);
  });

  it("OR8 continues with the next round, up to the current entry, when all repeat", () => {
    expect(numbersOf({ ...room(4, { repeat: "all" }), playback: playing(3) })).toEqual([4, 1, 2, 3]);
    expect(numbersOf(room(1, { repeat: "all" }))).toEqual([1]);
  });

  it("OR8 shows what comes after an entry that repeats", () => {
    expect(numbersOf(room(3, { repeat: "one" }))).toEqual([2, 3]);
  });

  it("OR8 begins with the queued entries, which have their own turn as well", () => {
    expect(numbersOf(room(4, { upNext: [entryId(4), entryId(3)] }))).toEqual([-4, -3, 2, 3, 4]);
    // the last queued entry is also the next in the playlist
    expect(numbersOf(room(4, { upNext: [entryId(4), entryId(2)] }))).toEqual([-4, -2, 3, 4]);
  });

  it.each(["off", "all"] as const)("OR8 is the order in which a shuffled playlist plays (repeat %s)", (repeat) => {
    const shuffled = evolve(room(12), { type: "order-changed", repeat, shuffleSeed: 5, crossfadeMs: 0 });
    const state = { ...shuffled, order: { ...shuffled.order, upNext: [entryId(7)] } };
    const upcoming = numbersOf(state).map(Math.abs);
    expect(upcoming.length).toBeGreaterThanOrEqual(11);
    expect(upcoming).toEqual(skipThrough(state, upcoming.length));
  });

  it("OR8 has at most fifty entries, and none in an idle room", () => {
    expect(numbersOf(room(90))).toHaveLength(playbackLimits.upcomingEntries);
    expect(listUpcoming(room(3), IDLE)).toEqual([]);
  });
});
