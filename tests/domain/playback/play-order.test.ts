import { describe, expect, it } from "vitest";
import type { EntryId, UserId } from "#app/domain/ids.ts";
import { DEFAULT_PLAY_ORDER, type PlayOrder } from "#app/domain/playback/play-order.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import { advanceTimeline, applyPlaybackChange, type Timeline } from "#app/domain/playback/schedule.ts";
import { ranksAfter } from "#app/domain/playlist/playlist.ts";
import { decide } from "#app/domain/room/decide.ts";
import { evolve, type RoomState } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import {
  actorAs,
  applyCommand,
  buildEntry,
  buildRoom,
  contextAt,
  entryId,
  playing,
  SERVER,
  userId,
} from "#tests/support/builders.ts";

const room = (count: number, order: Partial<PlayOrder> = {}): RoomState => ({
  ...buildRoom(count, 1000),
  playback: playing(1),
  order: { ...DEFAULT_PLAY_ORDER, ...order },
});
const NAMES: readonly (EntryId | null)[] = Array.from({ length: 30 }, (_, i) => entryId(i));
const numberOf = (id: EntryId | null) => NAMES.indexOf(id);
const run = (state: RoomState, command: RoomCommand) => applyCommand(state, command, { moment: contextAt(1) });

/** The numbers of the entries that play one after the other without a command. */
function playThrough(state: RoomState, count: number): number[] {
  const played: number[] = [];
  let timeline: Timeline = state;
  for (let i = 0; i < count && timeline.playback.status === "playing"; i++) {
    played.push(numberOf(currentEntryId(timeline.playback)));
    timeline = advanceTimeline(timeline, timeline.playback.anchorMs + 1000).reduce(applyPlaybackChange, timeline);
  }
  return played;
}

const shuffled = (count: number, seed = 5) =>
  evolve(room(count), { type: "order-changed", repeat: "off", shuffleSeed: seed, crossfadeMs: 0 });

describe("play order", () => {
  it("OR1 follows the playlist and stops after the last entry", () => {
    expect(playThrough(room(3), 9)).toEqual([1, 2, 3]);
  });

  it("OR2 continues with the first entry after the last when all repeat", () => {
    expect(playThrough(room(3, { repeat: "all" }), 7)).toEqual([1, 2, 3, 1, 2, 3, 1]);
  });

  it("OR2 repeats one entry until it is skipped", () => {
    const state = room(3, { repeat: "one" });
    expect(playThrough(state, 3)).toEqual([1, 1, 1]);
    expect(playThrough(run(state, { type: "next", entryId: entryId(1) }), 2)).toEqual([2, 2]);
  });

  it("OR3 shuffles every entry once a round, the same for one seed and different for another", () => {
    const played = playThrough(shuffled(20), 99);
    expect([...played].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(played).not.toEqual([...played].sort((a, b) => a - b));
    expect(playThrough(shuffled(20), 99)).toEqual(played);
    expect(playThrough(shuffled(20, 6), 99)).not.toEqual(played);
  });

  it("OR3 shuffles each round differently, and never starts a round with the last entry of the one before", () => {
    for (let seed = 0; seed < 50; seed++) {
      const state = evolve(room(4), { type: "order-changed", repeat: "all", shuffleSeed: seed, crossfadeMs: 0 });
      const played = playThrough(state, 12);
      expect(new Set(played.slice(4, 8)).size).toBe(4);
      expect(played[4]).not.toBe(played[3]);
    }
    const twice = playThrough(evolve(room(9), { type: "order-changed", repeat: "all", shuffleSeed: 1, crossfadeMs: 0 }), 18);
    expect(twice.slice(9)).not.toEqual(twice.slice(0, 9));
  });

  it("OR3 includes entries added during the round", () => {
    const state = shuffled(5);
    const later = applyCommand(
      state,
      { type: "add", entries: [buildEntry(6, { durationMs: 1000 })], person: { id: userId("mira"), name: "Mira", avatar: "" } },
      { actor: SERVER, moment: contextAt(1) },
    );
    expect(playThrough(later, 99)).toContain(6);
  });

  it("OR3 goes back to the previously played entry", () => {
    const state = shuffled(6);
    const second = run(state, { type: "next", entryId: entryId(1) });
    const id = currentEntryId(second.playback);
    if (!id) throw new Error("nothing is on");
    const back = applyCommand(second, { type: "previous", entryId: id }, { moment: contextAt(10) });
    expect(currentEntryId(back.playback)).toBe(entryId(1));
  });

  it("OR4 takes turns between people, and a person without a turn is next", () => {
    const people = ["a", "a", "a", "b", "c", "c"].map((name) => userId(name));
    const ranks = ranksAfter([], null, { count: people.length });
    const playlist = people.map((addedBy, i) => ({
      ...buildEntry(i + 1, { durationMs: 1000, addedBy: addedBy as UserId }),
      rank: ranks[i] ?? "",
    }));
    const start = { ...room(1), playlist };
    const fair = evolve(start, { type: "room-changed", info: { ...start.info, isFair: true } });
    // the first entry has used no turn yet: it started before the order became fair
    const started = evolve(fair, { type: "playback-changed", playback: playing(1), isNewRound: true });
    expect(playThrough(started, 99)).toEqual([1, 4, 5, 2, 6, 3]);
  });

  it("OR5 plays queued entries first, in their order, and then continues where it was", () => {
    const queued = run(run(room(6), { type: "queue", entryIds: [entryId(5)], isNext: true }), {
      type: "queue",
      entryIds: [entryId(4), entryId(6)],
      isNext: true,
    });
    expect(playThrough(queued, 99)).toEqual([1, 5, 4, 6, 2, 3, 4, 5, 6]);
    const unqueued = run(queued, { type: "queue", entryIds: [entryId(4)], isNext: false });
    expect(unqueued.order.upNext).toEqual([entryId(5), entryId(6)]);
    const removed = run(queued, { type: "remove", entryIds: [entryId(5), entryId(6)] });
    expect(removed.order.upNext).toEqual([entryId(4)]);
    // the entry that played before the queued ones is removed while the first of these plays
    const inQueue = evolve(queued, { type: "playback-changed", playback: playing(5), isNewRound: false });
    const withoutFirst = run(inQueue, { type: "remove", entryIds: [entryId(1)] });
    expect(playThrough(withoutFirst, 99)).toEqual([5, 4, 6, 2, 3, 4, 5, 6]);
  });

  it("OR5 does not play a queued entry twice in a row", () => {
    const queue = (n: number) => run(room(3), { type: "queue", entryIds: [entryId(n)], isNext: true });
    expect(playThrough(queue(2), 99)).toEqual([1, 2, 3]);
    expect(playThrough(queue(1), 99)).toEqual([1, 2, 1, 3]);
    expect(playThrough(run(queue(2), { type: "next", entryId: entryId(1) }), 99)).toEqual([2, 3]);
  });

  it("OR6 requires the right to arrange an entry for queueing it, and to control the player for repeat and shuffle", () => {
    const decideAs = (command: RoomCommand, actor: ReturnType<typeof actorAs>) => {
      const decided = decide(room(3), command, actor, contextAt(1));
      return decided.ok ? "ok" : decided.error;
    };
    const queue: RoomCommand = { type: "queue", entryIds: [entryId(2)], isNext: true };
    expect(decideAs(queue, actorAs("participant"))).toBe("ok");
    expect(decideAs(queue, actorAs("participant", userId("other")))).toBe("forbidden");
    expect(decideAs(queue, actorAs("editor", userId("other")))).toBe("ok");
    for (const command of [queue, { type: "shuffle", isOn: true }, { type: "repeat", repeat: "all" }] satisfies RoomCommand[]) {
      expect(decideAs(command, actorAs("viewer"))).toBe("forbidden");
      expect(decideAs(command, actorAs("guest", null))).toBe("login-required");
    }
  });

  it("OR7 skips a year of ended rounds at once", () => {
    const yearMs = 365 * 86_400_000;
    const all = advanceTimeline(room(3, { repeat: "all" }), yearMs + 500);
    expect(all.length).toBeLessThan(10);
    expect(all.at(-1)?.playback).toEqual({ status: "playing", entryId: entryId(1), positionMs: 0, anchorMs: yearMs });
    const one = advanceTimeline(room(3, { repeat: "one" }), yearMs + 500);
    expect(one).toHaveLength(1);
    expect(one[0]?.playback).toMatchObject({ entryId: entryId(1), anchorMs: yearMs });
  });
});
