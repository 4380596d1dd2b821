import { describe, expect, it } from "vitest";
import { CLOSED_ROOM, can, type EffectiveRole, ROOM_ACTIONS } from "#app/domain/access/permissions.ts";
import { decide } from "#app/domain/room/decide.ts";
import { evolve } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
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

  it("RM4 the same events lead to the same state", () => {
    const decided = decide(
      buildRoom(4),
      { type: "move", entryIds: [entryId(4)], afterEntryId: null },
      actorAs("owner"),
      contextAt(0),
    );
    if (!decided.ok) throw new Error(decided.error);
    const onServer = decided.value.reduce(evolve, buildRoom(4));
    const inBrowser = structuredClone(decided.value).reduce(evolve, structuredClone(buildRoom(4)));
    expect(inBrowser).toEqual(onServer);
  });
});
