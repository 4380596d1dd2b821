import { describe, expect, it } from "vitest";
import { can, type EffectiveRole, ROOM_ACTIONS } from "#app/domain/access/permissions.ts";
import { decide } from "#app/domain/room/decide.ts";
import { evolve } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { as, at, buildEntry, buildPlaylist, buildRoom, entryId, userId } from "#tests/support/builders.ts";

const ONLY_LISTEN: readonly EffectiveRole[] = ["viewer", "requested", "rejected", "spectator", "guest"];
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

describe("who may", () => {
  it("RM1 the table says what section 6 of the specification says", () => {
    const rights = (effectiveRole: EffectiveRole) => ROOM_ACTIONS.filter((action) => can(effectiveRole, action));
    for (const effectiveRole of ONLY_LISTEN) expect(rights(effectiveRole)).toEqual(["listen"]);
    const participant = ["listen", "control-playback", "add-tracks", "arrange-own-entries", "invite"];
    expect(new Set(rights("participant"))).toEqual(new Set(participant));
    expect(new Set(rights("editor"))).toEqual(new Set([...participant, "arrange-any-entry"]));
    const admin = [...rights("editor"), "decide-requests", "manage-members", "change-settings"];
    expect(new Set(rights("admin"))).toEqual(new Set(admin));
    expect(rights("owner")).toEqual([...ROOM_ACTIONS]);
  });

  it.each(ONLY_LISTEN)("RM3 %s is refused every command, and nothing changes", (effectiveRole) => {
    for (const command of COMMANDS) {
      const error = effectiveRole === "guest" ? "login-required" : "forbidden";
      expect(decide(buildRoom(3), command, as(effectiveRole, MIRA), at(0))).toEqual({ ok: false, error });
    }
  });

  it("RM2 a participant arranges what they added and nothing else", () => {
    const [mine, , theirs] = buildPlaylist(3);
    const room = {
      ...buildRoom(3),
      playlist: buildPlaylist(3).map((entry) => (entry.id === mine?.id ? { ...entry, addedBy: MIRA } : entry)),
    };
    const remove = (...ids: (typeof mine)[]) =>
      decide(room, { type: "remove", entryIds: ids.flatMap((entry) => entry?.id ?? []) }, as("participant", MIRA), at(0));
    expect(remove(mine).ok).toBe(true);
    expect(remove(theirs)).toEqual({ ok: false, error: "forbidden" });
    expect(remove(mine, theirs)).toEqual({ ok: false, error: "forbidden" });
    const move = { type: "move", entryIds: [entryId(2)], afterEntryId: null } as const;
    expect(decide(room, move, as("participant", MIRA), at(0))).toEqual({ ok: false, error: "forbidden" });
    expect(decide(room, move, as("editor", MIRA), at(0)).ok).toBe(true);
  });

  it("RM3 nobody but the server may add entries or let time pass", () => {
    const add = { type: "add", entries: [buildEntry(9)], person: { id: MIRA, name: "Mira", avatar: "#000000" } } as const;
    for (const command of [add, { type: "tick" } as const]) {
      expect(decide(buildRoom(1), command, as("owner"), at(0))).toEqual({ ok: false, error: "forbidden" });
    }
  });

  it("RM4 the same events give the same state", () => {
    const decided = decide(buildRoom(4), { type: "move", entryIds: [entryId(4)], afterEntryId: null }, as("owner"), at(0));
    if (!decided.ok) throw new Error(decided.error);
    const there = decided.value.reduce(evolve, buildRoom(4));
    const here = structuredClone(decided.value).reduce(evolve, structuredClone(buildRoom(4)));
    expect(here).toEqual(there);
  });
});
