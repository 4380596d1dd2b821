import { describe, expect, it } from "vitest";
import type { PresentPerson } from "#app/domain/access/connection.ts";
import type { Role } from "#app/domain/access/permissions.ts";
import type { Playback } from "#app/domain/playback/playback.ts";
import { playbackLimits } from "#app/domain/playback/playback-limits.ts";
import { ok } from "#app/domain/result.ts";
import type { AnyCommand } from "#app/domain/room/decide.ts";
import { decide } from "#app/domain/room/decide.ts";
import { evolve, type RoomInfo, type RoomState } from "#app/domain/room/room.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import { SKIP_VOTE_SHARES, votesNeeded } from "#app/domain/room/skip-vote-share.ts";
import { decideSkip } from "#app/domain/votes/decide-skip.ts";
import { followSkipVote, hasPassed, type SkipVote, tallySkipVote } from "#app/domain/votes/skip-vote.ts";
import {
  actorAs,
  applyCommand,
  buildRoom,
  contextAt,
  editId,
  entryId,
  INFO,
  paused,
  playing,
  SERVER,
  userId,
  withUndo,
} from "#tests/support/builders.ts";

const NOW_MS = 60_000;
/** Plays the second of three entries of 100 s, for a minute. */
const STATE: RoomState = { ...buildRoom(3), playback: playing(2, 0, 0) };
const NAMES = ["anna", "boris", "clara", "david", "elena", "fedor"];

const voteOf = (...names: string[]): SkipVote => ({ entryId: entryId(2), voterIds: names.map(userId) });
const buildPerson = (name: string, role: Role | null): PresentPerson => ({
  person: { id: userId(name), name, avatar: "#000000" },
  role,
  devices: 2,
});
const participants = (count: number) => NAMES.slice(0, count).map((name) => buildPerson(name, "participant"));
const noEvents = () => ok([]);
const tallyOf = (present: readonly PresentPerson[], vote: SkipVote | null, info: RoomInfo = INFO) =>
  tallySkipVote(vote, { info, present });

function decideFor(
  command: AnyCommand,
  changes: {
    role?: Role | "guest";
    vote?: SkipVote | null;
    people?: number;
    info?: RoomInfo;
    events?: readonly RoomEvent[];
    room?: RoomState;
  } = {},
) {
  const { role = "participant", vote = voteOf(), people = 4, info = INFO, events = [], room = STATE } = changes;
  const actor = actorAs(role, role === "guest" ? null : userId("anna"));
  if (actor.kind !== "person") throw new Error("a person is needed");
  const state = { ...room, info };
  const preview = () => ok(events);
  return decideSkip(command, actor, { state, vote, info, present: participants(people), serverNowMs: NOW_MS, preview });
}

const NEXT: AnyCommand = { type: "next", entryId: entryId(2) };

describe("the votes that a skip needs", () => {
  it("VO1 are the share of the people present, rounded up", () => {
    const needed = SKIP_VOTE_SHARES.map((share) => [3, 4, 5, 6].map((voters) => votesNeeded(share, voters)));
    expect(needed).toEqual([
      [1, 2, 2, 2],
      [2, 2, 3, 3],
      [2, 3, 4, 4],
      [3, 4, 5, 6],
    ]);
  });

  it("VO1 come from people who may control playback, each once", () => {
    const viewer = buildPerson("viktor", "viewer");
    const present = [...participants(3), viewer];
    expect(tallyOf(present, voteOf("anna", "viktor"))).toEqual({ entryId: entryId(2), votes: 1, needed: 2 });
    expect(tallyOf([...participants(4), viewer], voteOf())).toMatchObject({ needed: 2 });
    const open = { ...INFO, guestsMayControl: true };
    expect(tallyOf([...present, buildPerson("spec", null)], voteOf("anna", "viktor"), open)).toMatchObject({
      votes: 2,
      needed: 3,
    });
  });

  it("VO1 are none with two people, without a share, and in a room that was stored without one", () => {
    expect(tallyOf(participants(2), voteOf("anna"))).toBeNull();
    expect(tallyOf(participants(4), voteOf("anna"), { ...INFO, skipVoteShare: null })).toBeNull();
    const { skipVoteShare: _, ...stored } = INFO;
    expect(tallyOf(participants(4), voteOf("anna"), stored as RoomInfo)).toBeNull();
  });

  it("VO2 are fewer after a departure, and the vote of a person who has left does not count", () => {
    const vote = voteOf("anna", "boris");
    expect(hasPassed(tallyOf(participants(5), vote))).toBe(false);
    expect(hasPassed(tallyOf(participants(4), vote))).toBe(true);
    expect(tallyOf(participants(5).slice(1), vote)).toMatchObject({ votes: 1, needed: 2 });
  });

  it("VO5 have not passed before the entry has started", () => {
    expect(hasPassed(tallyOf(participants(4), null))).toBe(false);
  });
});

describe("a skip", () => {
  it.each(["owner", "admin", "editor"] as const)("VO3 by an %s needs no vote", (role) => {
    expect(decideFor(NEXT, { role })).toEqual({ type: "run", command: NEXT });
    expect(decideFor({ type: "vote-skip", entryId: entryId(2), isFor: true }, { role })).toEqual({
      type: "run",
      command: NEXT,
    });
  });

  it("VO3 by a participant is a vote, once, and can be withdrawn", () => {
    expect(decideFor(NEXT)).toEqual({ type: "vote", vote: voteOf("anna") });
    expect(decideFor(NEXT, { vote: voteOf("anna", "boris") })).toEqual({ type: "vote", vote: voteOf("boris", "anna") });
    const withdrawal = decideFor({ type: "vote-skip", entryId: entryId(2), isFor: false }, { vote: voteOf("anna", "boris") });
    expect(withdrawal).toEqual({ type: "vote", vote: voteOf("boris") });
  });

  it("VO4 by a guest who may control playback is refused", () => {
    const info = { ...INFO, guestsMayControl: true };
    const refused = { type: "refused", error: "login-required" };
    expect(decideFor(NEXT, { role: "guest", info })).toEqual(refused);
    expect(decideFor({ type: "vote-skip", entryId: entryId(2), isFor: false }, { role: "guest", info })).toEqual(refused);
  });

  it("VO3 does nothing if another entry plays by then", () => {
    expect(decideFor({ type: "next", entryId: entryId(1) })).toEqual({ type: "none" });
  });

  it("VO3 by a person who is not in the room is refused", () => {
    const vote = decideFor(NEXT, { people: 0 });
    expect(vote).toEqual({ type: "run", command: NEXT });
    const present = participants(5).slice(1);
    const actor = actorAs("participant", userId("anna"));
    if (actor.kind !== "person") throw new Error("a person is needed");
    const input = { state: STATE, vote: voteOf(), info: INFO, present, serverNowMs: NOW_MS, preview: noEvents };
    expect(decideSkip(NEXT, actor, input)).toEqual({ type: "refused", error: "not-in-room" });
  });

  it("VO3 by two people needs no vote", () => {
    const vote: AnyCommand = { type: "vote-skip", entryId: entryId(2), isFor: true };
    expect(decideFor(vote, { people: 2 })).toEqual({ type: "run", command: NEXT });
    expect(decideFor({ ...vote, isFor: false }, { people: 2 })).toEqual({ type: "none" });
  });
});

const DETOURS: readonly (readonly [string, AnyCommand])[] = [
  ["select another entry", { type: "select", entryId: entryId(3) }],
  ["remove the current entry", { type: "remove", entryIds: [entryId(1), entryId(2)] }],
  ["seek to the end", { type: "seek", entryId: entryId(2), positionMs: 99_000 }],
  ["seek into the last 30 seconds", { type: "seek", entryId: entryId(2), positionMs: 71_000 }],
];
const HARMLESS: readonly (readonly [string, AnyCommand])[] = [
  ["restart the current entry", { type: "select", entryId: entryId(2) }],
  ["remove another entry", { type: "remove", entryIds: [entryId(1)] }],
  ["seek forward", { type: "seek", entryId: entryId(2), positionMs: 69_000 }],
  ["seek to where the last 30 seconds begin", { type: "seek", entryId: entryId(2), positionMs: 70_000 }],
  ["pause", { type: "pause" }],
  ["restart an entry that has played for a while", { type: "previous", entryId: entryId(2) }],
  ["seek to the end of an entry that plays no more", { type: "seek", entryId: entryId(1), positionMs: 99_000 }],
  ["queue an entry", { type: "queue", entryIds: [entryId(3)], isNext: true }],
];

describe("while a skip needs a vote", () => {
  it.each(DETOURS)("VO4 a participant cannot %s", (_, command) => {
    expect(decideFor(command)).toEqual({ type: "refused", error: "vote-needed" });
    expect(decideFor(command, { role: "editor" })).toEqual({ type: "run", command });
    const info = { ...INFO, guestsMayControl: true };
    if (command.type !== "remove") {
      expect(decideFor(command, { role: "guest", info })).toEqual({ type: "refused", error: "login-required" });
    }
  });

  it.each(HARMLESS)("VO4 a participant can %s", (_, command) => {
    expect(decideFor(command)).toEqual({ type: "run", command });
  });

  it("VO4 a participant can seek within the first half of a short track, but not into the second", () => {
    const room: RoomState = { ...buildRoom(3, 40_000), playback: playing(2, 10_000, NOW_MS) };
    const seekTo = (positionMs: number): AnyCommand => ({ type: "seek", entryId: entryId(2), positionMs });
    for (const positionMs of [19_000, 20_000]) {
      const command = seekTo(positionMs);
      expect(decideFor(command, { room })).toEqual({ type: "run", command });
    }
    expect(decideFor(seekTo(21_000), { room })).toEqual({ type: "refused", error: "vote-needed" });
  });

  it("VO4 a participant can undo an edit, but not if that removes the current entry", () => {
    const undo: AnyCommand = { type: "undo", editId: editId(1) };
    const removing = (n: number) => ({ events: [{ type: "entries-removed", entryIds: [entryId(n)] } as const] });
    expect(decideFor(undo, removing(2))).toEqual({ type: "refused", error: "vote-needed" });
    expect(decideFor(undo, removing(1))).toEqual({ type: "run", command: undo });
    expect(decideFor(undo, { events: [...removing(1).events, ...removing(2).events] })).toMatchObject({ type: "refused" });
    expect(decideFor(undo, { events: [{ type: "ranks-renewed", ranks: [] }] })).toEqual({ type: "run", command: undo });
    expect(decideFor(undo, { ...removing(2), role: "editor" })).toEqual({ type: "run", command: undo });
  });

  it("VO4 a participant cannot go back to the entry before", () => {
    const previous: AnyCommand = { type: "previous", entryId: entryId(2) };
    const playedFor = (positionMs: number, n = 2): RoomState => ({ ...STATE, playback: playing(n, positionMs, NOW_MS) });
    for (const positionMs of [2000, playbackLimits.restartAfterMs]) {
      expect(decideFor(previous, { room: playedFor(positionMs) })).toEqual({ type: "refused", error: "vote-needed" });
    }
    const late: AnyCommand = { type: "previous", entryId: entryId(3) };
    expect(decideFor(late, { room: playedFor(2000) })).toEqual({ type: "run", command: late });
    const first: AnyCommand = { type: "previous", entryId: entryId(1) };
    const vote: SkipVote = { entryId: entryId(1), voterIds: [] };
    expect(decideFor(first, { room: playedFor(2000, 1), vote })).toEqual({ type: "run", command: first });
  });

  it("VO4 seeking back within the end of the track is possible", () => {
    const actor = actorAs("participant", userId("anna"));
    if (actor.kind !== "person") throw new Error("a person is needed");
    const input = {
      state: STATE,
      vote: voteOf(),
      info: INFO,
      present: participants(3),
      serverNowMs: 95_000,
      preview: noEvents,
    };
    for (const positionMs of [85_000, 95_000]) {
      const back: AnyCommand = { type: "seek", entryId: entryId(2), positionMs };
      expect(decideSkip(back, actor, input)).toEqual({ type: "run", command: back });
    }
  });
});

/** The vote after the events of a command. */
function follow(vote: SkipVote | null, before: RoomState, command: AnyCommand, serverNowMs = NOW_MS): SkipVote | null {
  const decided = decide(before, command, actorAs("owner"), contextAt(serverNowMs));
  if (!decided.ok) throw new Error(decided.error);
  return followSkipVote(vote, decided.value, { before, after: decided.value.reduce(evolve, before) });
}

describe("the votes for an entry", () => {
  it("VO5 begin when it starts", () => {
    const stopped: RoomState = { ...STATE, playback: paused(1, 0) };
    expect(follow(null, stopped, { type: "select", entryId: entryId(1) })).toEqual({ entryId: entryId(1), voterIds: [] });
    expect(follow(null, stopped, { type: "next", entryId: entryId(1) })).toBeNull();
  });

  it("VO5 stay through a pause, a seek and a restart", () => {
    const vote = voteOf("anna");
    expect(follow(vote, STATE, { type: "pause" })).toBe(vote);
    expect(follow(vote, { ...STATE, playback: paused(2, 5000) }, { type: "play" })).toBe(vote);
    expect(follow(vote, STATE, { type: "seek", entryId: entryId(2), positionMs: 0 })).toBe(vote);
    expect(follow(vote, STATE, { type: "previous", entryId: entryId(2) })).toBe(vote);
  });

  it("VO5 end when another entry plays, when the playlist stops, and when the entry repeats", () => {
    const vote = voteOf("anna");
    expect(follow(vote, STATE, NEXT)).toEqual({ entryId: entryId(3), voterIds: [] });
    expect(
      follow({ ...vote, entryId: entryId(3) }, { ...STATE, playback: playing(3, 0, 0) }, { type: "next", entryId: entryId(3) }),
    ).toBeNull();
    const repeating = { ...STATE, order: { ...STATE.order, repeat: "one" as const } };
    expect(follow(vote, repeating, { type: "pause" }, 100_500)).toEqual({ entryId: entryId(2), voterIds: [] });
    const single: RoomState = { ...buildRoom(1), playback: playing(1, 0, 0) };
    const around = { ...single, order: { ...single.order, repeat: "all" as const } };
    const voted: SkipVote = { entryId: entryId(1), voterIds: [userId("anna")] };
    expect(follow(voted, around, { type: "next", entryId: entryId(1) })).toEqual({ entryId: entryId(1), voterIds: [] });
    expect(follow(vote, STATE, { type: "remove", entryIds: [entryId(1), entryId(2), entryId(3)] })).toBeNull();
  });
});

describe("the votes for an entry whose playback is restored", () => {
  const restore = (vote: SkipVote | null, playback: Playback | null) => {
    const restored = { type: "playback-restored", playback, order: {}, userId: null, guestName: null } as const;
    return followSkipVote(vote, [restored], { before: STATE, after: STATE });
  };

  it("VO5 begin if it had started, though it is paused", () => {
    expect(restore(voteOf("anna"), paused(1, 5000))).toEqual({ entryId: entryId(1), voterIds: [] });
    expect(restore(voteOf("anna"), paused(1, 0))).toBeNull();
    expect(restore(voteOf("anna"), playing(1))).toEqual({ entryId: entryId(1), voterIds: [] });
  });

  it("VO5 stay if the undo changes only the order", () => {
    const vote = voteOf("anna");
    expect(restore(vote, null)).toBe(vote);
  });
});

describe("a skip by vote", () => {
  it("VO6 is announced without a name", () => {
    const decided = decide(STATE, { type: "skip-by-vote", entryId: entryId(2) }, SERVER, contextAt(NOW_MS));
    expect(decided).toMatchObject({
      ok: true,
      value: [
        { type: "playback-controlled", kind: "vote", userId: null, guestName: null, before: { entryId: entryId(2) } },
        { type: "playback-changed", playback: { status: "playing", entryId: entryId(3) } },
      ],
    });
  });

  it("VO6 does nothing if another entry plays by then, and no person can order it", () => {
    const late: AnyCommand = { type: "skip-by-vote", entryId: entryId(1) };
    expect(decide(STATE, late, SERVER, contextAt(NOW_MS))).toEqual({ ok: true, value: [] });
    expect(decide(STATE, late, actorAs("owner"), contextAt(NOW_MS))).toEqual({ ok: false, error: "forbidden" });
  });

  it("VO6 can be undone by an editor, and not by a participant", () => {
    const after = applyCommand(
      STATE,
      { type: "skip-by-vote", entryId: entryId(2) },
      { actor: SERVER, moment: contextAt(NOW_MS) },
    );
    const record = {
      revision: 5,
      atMs: NOW_MS,
      kind: "vote",
      playback: STATE.playback,
      order: STATE.order,
      isUndone: false,
    } as const;
    const context = withUndo(contextAt(NOW_MS + 2000), { playback: record });
    const undo: AnyCommand = { type: "restore-playback", revision: 5 };
    expect(decide(after, undo, actorAs("participant"), context)).toEqual({ ok: false, error: "vote-needed" });
    expect(applyCommand(after, undo, { actor: actorAs("editor"), moment: context }).playback).toMatchObject({
      entryId: entryId(2),
    });
  });
});
