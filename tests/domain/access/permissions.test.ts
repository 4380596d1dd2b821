import { describe, expect, it } from "vitest";
import { CLOSED_ROOM, can, type EffectiveRole, ROOM_ACTIONS } from "#app/domain/access/permissions.ts";
import { decide } from "#app/domain/room/decide.ts";
import { evolve } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import { actorAs, buildEntry, buildPlaylist, buildRoom, contextAt, entryId, userId } from "#tests/support/builders.ts";

const LISTENERS: readonly EffectiveRole[] = ["viewer", "requested", "rejected", "spectator", "guest"];
const COMMANDS: readonly RoomCommand[] = [
  { type: "play" },
  { type: "pause" },
  { type: "seek", entryId: entryId(1), positionMs: 5 },
  { type: "next", entryId: entryId(1) },
  { type: "previous", entryId: entryId(1) },
  { type: "select", entryId: entryId(2) },
  { type: "remove", entryIds: [entryId(1)] },
  { type: "move", entryIds: [entryId(1)], afterEntryId: entryId(2) },
];
const MIRA = userId("mira");

/** A copy of what JSON keeps of a value. */
const sendOverNetwork = <T>(value: T): T => JSON.parse(JSON.stringify(value));

describe("permissions", () => {
  it("RM1 each role permits the actions of section 6 of the specification", () => {
    const actionsOf = (effectiveRole: EffectiveRole) =>
      ROOM_ACTIONS.filter((action) => can(effectiveRole, action, CLOSED_ROOM));
    for (const effectiveRole of LISTENERS) expect(actionsOf(effectiveRole)).toEqual(["listen", "read-chat"]);
    const participant = [
      "listen",
      "read-chat",
      "write-chat",
      "control-playback",
      "add-tracks",
      "arrange-own-entries",
      "invite",
    ];
    expect(new Set(actionsOf("participant"))).toEqual(new Set(participant));
    expect(new Set(actionsOf("editor"))).toEqual(new Set([...participant, "arrange-any-entry", "skip-without-vote"]));
    const managing = ["decide-requests", "manage-members", "moderate-chat", "manage-devices", "change-settings", "see-log"];
    const admin = [...actionsOf("editor"), ...managing];
    expect(new Set(actionsOf("admin"))).toEqual(new Set(admin));
    expect(actionsOf("owner")).toEqual([...ROOM_ACTIONS]);
  });

  it.each(LISTENERS)("RM3 %s is refused every command", (effectiveRole) => {
    for (const command of COMMANDS) {
      const error = effectiveRole === "guest" ? "login-required" : "forbidden";
      expect(decide(buildRoom(3), command, actorAs(effectiveRole, MIRA), contextAt(0))).toEqual({ ok: false, error });
    }
  });

  it("RM2 a participant can move and remove only entries they added", () => {
    const [mine, , theirs] = buildPlaylist(3);
    const room = {
      ...buildRoom(3),
      playlist: buildPlaylist(3).map((entry) => (entry.id === mine?.id ? { ...entry, addedBy: MIRA } : entry)),
    };
    const remove = (...ids: (typeof mine)[]) =>
      decide(
        room,
        { type: "remove", entryIds: ids.flatMap((entry) => entry?.id ?? []) },
        actorAs("participant", MIRA),
        contextAt(0),
      );
    expect(remove(mine).ok).toBe(true);
    expect(remove(theirs)).toEqual({ ok: false, error: "forbidden" });
    expect(remove(mine, theirs)).toEqual({ ok: false, error: "forbidden" });
    const move = { type: "move", entryIds: [entryId(2)], afterEntryId: null } as const;
    expect(decide(room, move, actorAs("participant", MIRA), contextAt(0))).toEqual({ ok: false, error: "forbidden" });
    expect(decide(room, move, actorAs("editor", MIRA), contextAt(0)).ok).toBe(true);
  });

  it("RM3 only the server can add entries and advance the time", () => {
    const add = { type: "add", entries: [buildEntry(9)], person: { id: MIRA, name: "Mira", avatar: "#000000" } } as const;
    for (const command of [add, { type: "tick" } as const]) {
      expect(decide(buildRoom(1), command, actorAs("owner"), contextAt(0))).toEqual({ ok: false, error: "forbidden" });
    }
  });

  it("RM4 a client that joins after any of the events ends in the same state", () => {
    const commands: readonly RoomCommand[] = [
      { type: "play" },
      { type: "move", entryIds: [entryId(4)], afterEntryId: null },
      { type: "queue", entryIds: [entryId(3), entryId(2)], isNext: true },
      { type: "crossfade", ms: 2000 },
      { type: "next", entryId: entryId(1) },
      { type: "remove", entryIds: [entryId(2)] },
    ];
    const states = [buildRoom(4)];
    const events: RoomEvent[] = [];
    for (const command of commands) {
      const decided = decide(states.at(-1) ?? buildRoom(4), command, actorAs("owner"), contextAt(1000));
      if (!decided.ok) throw new Error(decided.error);
      for (const event of decided.value) {
        states.push(evolve(states.at(-1) ?? buildRoom(4), event));
        events.push(event);
      }
    }
    const last = states.at(-1);
    expect(last?.playlist.map(({ id }) => id)).toEqual([entryId(4), entryId(1), entryId(3)]);
    expect(last?.playback).toMatchObject({ status: "playing", entryId: entryId(3), positionMs: 0 });
    for (const [i, state] of states.entries()) {
      const sent = sendOverNetwork({ state, events: events.slice(i) });
      expect(sent.events.reduce(evolve, sent.state), `joined after ${i} events`).toEqual(last);
    }
  });
});
