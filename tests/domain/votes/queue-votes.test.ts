import { describe, expect, it } from "vitest";
import type { UserId } from "#app/domain/ids.ts";
import { compareOrders } from "#app/domain/playback/order-change.ts";
import { findNext, listQueue } from "#app/domain/playback/play-order.ts";
import type { AnyCommand } from "#app/domain/room/decide.ts";
import { evolve, type RoomState } from "#app/domain/room/room.ts";
import { decideQueueVote } from "#app/domain/votes/queue-votes.ts";
import { voteLimits } from "#app/domain/votes/vote-limits.ts";
import {
  actorAs,
  applyCommand,
  buildRoom,
  contextAt,
  entryId,
  INFO,
  playing,
  SERVER,
  userId,
} from "#tests/support/builders.ts";

const moment = contextAt(1000);
const VOTING: RoomState = {
  ...buildRoom(5),
  info: { ...INFO, hasQueueVotes: true },
  playback: playing(1),
  order: { ...buildRoom(0).order, upNext: [entryId(3), entryId(4), entryId(5)] },
};
const count = (state: RoomState, votes: Record<string, number>) =>
  applyCommand(state, { type: "count-queue-votes", votes }, { actor: SERVER, moment });
const queueOf = ({ order }: RoomState) => listQueue(order);

function decideFor(changes: {
  role?: "participant" | "viewer" | "guest";
  own?: number;
  all?: number;
  n?: number;
  state?: RoomState;
  isFor?: boolean;
}) {
  const { role = "participant", own = 0, all = 0, n = 4, state = VOTING, isFor = true } = changes;
  const actor = actorAs(role, role === "guest" ? null : userId("anna"));
  if (actor.kind !== "person") throw new Error("a person is needed");
  return decideQueueVote(state, { command: { type: "vote-queue", entryId: entryId(n), isFor }, actor }, { own, all });
}

describe("votes for queued entries", () => {
  it("VO8 come from everyone signed in who may add tracks", () => {
    expect(decideFor({})).toEqual({ ok: true, value: { entryId: entryId(4), userId: userId("anna") } });
    expect(decideFor({ role: "viewer" })).toEqual({ ok: false, error: "forbidden" });
    expect(decideFor({ role: "guest" })).toEqual({ ok: false, error: "login-required" });
    const open = { ...VOTING, info: { ...VOTING.info, guestsMayAdd: true } };
    expect(decideFor({ role: "viewer", state: open })).toMatchObject({ ok: true });
    expect(decideFor({ state: { ...VOTING, info: INFO } })).toEqual({ ok: false, error: "forbidden" });
  });

  it("VO8 order the queue: the most votes first, then the time at which entries were queued", () => {
    const voted = count(VOTING, { [entryId(5)]: 2, [entryId(4)]: 1 });
    expect(queueOf(voted)).toEqual([entryId(5), entryId(4), entryId(3)]);
    expect(findNext(voted, entryId(1))?.entry.id).toBe(entryId(5));
    expect(queueOf(count(voted, { [entryId(5)]: 1, [entryId(4)]: 1 }))).toEqual([entryId(4), entryId(5), entryId(3)]);
    expect(queueOf(count(voted, {}))).toEqual(queueOf(VOTING));
  });

  it("VO8 leave the order of queueing to the command", () => {
    const queue: AnyCommand = { type: "queue", entryIds: [entryId(3)], isNext: true };
    const state = applyCommand(VOTING, queue, { moment });
    expect(queueOf(state)).toEqual([entryId(4), entryId(5), entryId(3)]);
  });

  it("VO8 count only in rooms that have them, and only for queued entries", () => {
    const counts = { [entryId(2)]: 4, [entryId(5)]: 1 };
    expect(count(VOTING, counts).order.queueVotes).toEqual({ [entryId(5)]: 1 });
    expect(count({ ...VOTING, info: INFO }, counts).order.queueVotes).toEqual({});
  });

  it("VO9 end when the entry plays, leaves the queue or the playlist, and when the setting is turned off", () => {
    const voted = count(VOTING, { [entryId(4)]: 2, [entryId(5)]: 1 });
    const votesAfter = (command: AnyCommand) => applyCommand(voted, command, { moment }).order.queueVotes;
    expect(votesAfter({ type: "next", entryId: entryId(1) })).toEqual({ [entryId(5)]: 1 });
    expect(votesAfter({ type: "queue", entryIds: [entryId(4)], isNext: false })).toEqual({ [entryId(5)]: 1 });
    expect(votesAfter({ type: "remove", entryIds: [entryId(5)] })).toEqual({ [entryId(4)]: 2 });
    expect(decideFor({ n: 2 })).toEqual({ ok: true, value: null });
  });

  it("VO10 are limited for a person and for a room, and can be withdrawn at the limit", () => {
    expect(decideFor({ own: voteLimits.queueVotesPerPerson })).toEqual({ ok: false, error: "too-many-votes" });
    expect(decideFor({ all: voteLimits.queueVotes })).toEqual({ ok: false, error: "too-many-votes" });
    const withdrawal = decideFor({ own: voteLimits.queueVotesPerPerson, isFor: false });
    expect(withdrawal).toEqual({ ok: true, value: { entryId: entryId(4), userId: "annazzzzzzzzzzzz" as UserId } });
  });
});

it("VO9 an undo of playback returns no votes", () => {
  const voted = count(VOTING, { [entryId(4)]: 2 });
  const played = evolve(voted, { type: "playback-changed", playback: playing(4), isNewRound: false });
  const order = compareOrders(played.order, voted.order);
  const undone = evolve(played, { type: "playback-restored", playback: null, order, userId: null, guestName: null });
  expect(undone.order.upNext).toEqual(voted.order.upNext);
  expect(undone.order.queueVotes).toEqual({});
});
