import { describe, expect, it } from "vitest";
import type { EntryId, UserId } from "#app/domain/ids.ts";
import { PLAIN_ORDER, type PlayOrder } from "#app/domain/playback/play-order.ts";
import { currentEntryId, type Playback } from "#app/domain/playback/playback.ts";
import { advance, timelineAfter } from "#app/domain/playback/schedule.ts";
import { ranksAtEnd } from "#app/domain/playlist/playlist.ts";
import { decide } from "#app/domain/room/decide.ts";
import { evolve, type RoomState } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { applied, as, at, buildEntry, buildRoom, entryId, SERVER, userId } from "#tests/support/builders.ts";

const playing = (n: number): Playback => ({ status: "playing", entryId: entryId(n), positionMs: 0, anchorMs: 0 });
const room = (count: number, order: Partial<PlayOrder> = {}): RoomState => ({
  ...buildRoom(count, 1000),
  playback: playing(1),
  order: { ...PLAIN_ORDER, ...order },
});
const NAMES: readonly (EntryId | null)[] = Array.from({ length: 30 }, (_, i) => entryId(i));
const numberOf = (id: EntryId | null) => NAMES.indexOf(id);
const run = (state: RoomState, command: RoomCommand) => applied(state, command, { moment: at(1) });

/** What is on, one after the other, when nobody touches anything. */
function listen(state: RoomState, count: number): number[] {
  const played: number[] = [];
  let line: Parameters<typeof advance>[0] = state;
  for (let i = 0; i < count && line.playback.status === "playing"; i++) {
    played.push(numberOf(currentEntryId(line.playback)));
    line = advance(line, line.playback.anchorMs + 1000).reduce(timelineAfter, line);
  }
  return played;
}

const shuffled = (count: number, seed = 5) => evolve(room(count), { type: "order-changed", repeat: "off", shuffleSeed: seed });

describe("what follows what", () => {
  it("OR1 is what stands below, and nothing behind the last", () => {
    expect(listen(room(3), 9)).toEqual([1, 2, 3]);
  });

  it("OR2 is the first behind the last where all is repeated", () => {
    expect(listen(room(3, { repeat: "all" }), 7)).toEqual([1, 2, 3, 1, 2, 3, 1]);
  });

  it("OR2 is the same again where one is repeated, until somebody goes on", () => {
    const state = room(3, { repeat: "one" });
    expect(listen(state, 3)).toEqual([1, 1, 1]);
    expect(listen(run(state, { type: "next", entryId: entryId(1) }), 2)).toEqual([2, 2]);
  });

  it("OR3 is everything once in a round, the same for everyone, and another order with another seed", () => {
    const played = listen(shuffled(20), 99);
    expect([...played].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(played).not.toEqual([...played].sort((a, b) => a - b));
    expect(listen(shuffled(20), 99)).toEqual(played);
    expect(listen(shuffled(20, 6), 99)).not.toEqual(played);
  });

  it("OR3 is another order in the next round, and never the last of the one before first", () => {
    for (let seed = 0; seed < 50; seed++) {
      const state = evolve(room(4), { type: "order-changed", repeat: "all", shuffleSeed: seed });
      const played = listen(state, 12);
      expect(new Set(played.slice(4, 8)).size).toBe(4);
      expect(played[4]).not.toBe(played[3]);
    }
    const twice = listen(evolve(room(9), { type: "order-changed", repeat: "all", shuffleSeed: 1 }), 18);
    expect(twice.slice(9)).not.toEqual(twice.slice(0, 9));
  });

  it("OR3 is what was added meanwhile, too", () => {
    const state = shuffled(5);
    const later = applied(
      state,
      { type: "add", entries: [buildEntry(6, { durationMs: 1000 })], person: { id: userId("mira"), name: "Mira", avatar: "" } },
      { actor: SERVER, moment: at(1) },
    );
    expect(listen(later, 99)).toContain(6);
  });

  it("OR3 previous goes back to what was on", () => {
    const state = shuffled(6);
    const second = run(state, { type: "next", entryId: entryId(1) });
    const id = currentEntryId(second.playback);
    if (!id) throw new Error("nothing is on");
    const back = applied(second, { type: "previous", entryId: id }, { moment: at(10) });
    expect(currentEntryId(back.playback)).toBe(entryId(1));
  });

  it("OR4 is somebody else's in turn, with the first of theirs; who is new is next", () => {
    const people = ["a", "a", "a", "b", "c", "c"].map((name) => userId(name));
    const ranks = ranksAtEnd([], people.length);
    const playlist = people.map((addedBy, i) => ({
      ...buildEntry(i + 1, { durationMs: 1000, addedBy: addedBy as UserId }),
      rank: ranks[i] ?? "",
    }));
    const start = { ...room(1), playlist };
    const fair = evolve(start, { type: "room-changed", info: { ...start.info, isFair: true } });
    // the first has no turn to its name yet: it was on before turns were taken
    const onStand = evolve(fair, { type: "playback-changed", playback: playing(1), isNewRound: true });
    expect(listen(onStand, 99)).toEqual([1, 4, 5, 2, 6, 3]);
  });

  it("OR5 is what was queued, in the order of its queueing, and then the order from where it was", () => {
    const queued = run(run(room(6), { type: "queue", entryIds: [entryId(5)], isNext: true }), {
      type: "queue",
      entryIds: [entryId(4), entryId(6)],
      isNext: true,
    });
    expect(listen(queued, 99)).toEqual([1, 5, 4, 6, 2, 3, 4, 5, 6]);
    const less = run(queued, { type: "queue", entryIds: [entryId(4)], isNext: false });
    expect(less.order.upNext).toEqual([entryId(5), entryId(6)]);
    const gone = run(queued, { type: "remove", entryIds: [entryId(5), entryId(6)] });
    expect(gone.order.upNext).toEqual([entryId(4)]);
  });

  it("OR6 is for those to say who may arrange the entries, or control the player", () => {
    const ask = (command: RoomCommand, actor: ReturnType<typeof as>) => {
      const decided = decide(room(3), command, actor, at(1));
      return decided.ok ? "ok" : decided.error;
    };
    const queue: RoomCommand = { type: "queue", entryIds: [entryId(2)], isNext: true };
    expect(ask(queue, as("participant"))).toBe("ok");
    expect(ask(queue, as("participant", userId("else")))).toBe("forbidden");
    expect(ask(queue, as("editor", userId("else")))).toBe("ok");
    for (const command of [queue, { type: "shuffle", isOn: true }, { type: "repeat", repeat: "all" }] satisfies RoomCommand[]) {
      expect(ask(command, as("viewer"))).toBe("forbidden");
      expect(ask(command, as("guest", null))).toBe("login-required");
    }
  });

  it("OR7 is found at once after a year of rounds that nobody heard", () => {
    const yearMs = 365 * 86_400_000;
    const all = advance(room(3, { repeat: "all" }), yearMs + 500);
    expect(all.length).toBeLessThan(10);
    expect(all.at(-1)?.playback).toEqual({ status: "playing", entryId: entryId(1), positionMs: 0, anchorMs: yearMs });
    const one = advance(room(3, { repeat: "one" }), yearMs + 500);
    expect(one).toHaveLength(1);
    expect(one[0]?.playback).toMatchObject({ entryId: entryId(1), anchorMs: yearMs });
  });
});
