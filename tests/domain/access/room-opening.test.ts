import { describe, expect, it } from "vitest";
import { CLOSED_ROOM, can, type EffectiveRole, ROOM_ACTIONS, type RoomOpening } from "#app/domain/access/permissions.ts";
import { decide } from "#app/domain/room/decide.ts";
import { canArrangeEntry } from "#app/domain/room/decide-playlist.ts";
import { evolve, type RoomState } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { actorAs, buildRoom, contextAt, entryId, INFO, OWNER, userId } from "#tests/support/builders.ts";

const SIGNED_IN: readonly EffectiveRole[] = ["viewer", "requested", "rejected", "spectator"];
const LISTENERS: readonly EffectiveRole[] = [...SIGNED_IN, "guest"];
const CONTROLLABLE: RoomOpening = { ...CLOSED_ROOM, guestsMayControl: true };
const ADDABLE: RoomOpening = { ...CLOSED_ROOM, guestsMayAdd: true };
const MIRA = userId("mira");

const actionsOf = (effectiveRole: EffectiveRole, opening: RoomOpening) =>
  ROOM_ACTIONS.filter((action) => can(effectiveRole, action, opening));

/** A room with an opening, whose first entry is Mira's. */
function buildOpenRoom(opening: RoomOpening): RoomState {
  const room = buildRoom(3);
  const playlist = room.playlist.map((entry) => (entry.id === entryId(1) ? { ...entry, addedBy: MIRA } : entry));
  return { ...room, playlist, info: { ...INFO, ...opening } };
}

function refusalOf(room: RoomState, command: RoomCommand, effectiveRole: EffectiveRole): string | null {
  const decided = decide(room, command, actorAs(effectiveRole, effectiveRole === "guest" ? null : MIRA), contextAt(0));
  return decided.ok ? null : decided.error;
}

describe("a room that lets everyone control playback", () => {
  it.each(LISTENERS)("RM6 %s can control playback and nothing else", (effectiveRole) => {
    expect(actionsOf(effectiveRole, CONTROLLABLE)).toEqual(["listen", "read-chat", "control-playback"]);
    const room = buildOpenRoom(CONTROLLABLE);
    const playbackCommands: readonly RoomCommand[] = [
      { type: "play" },
      { type: "select", entryId: entryId(2) },
      { type: "next", entryId: entryId(1) },
      { type: "previous", entryId: entryId(1) },
      { type: "seek", entryId: entryId(1), positionMs: 5 },
      { type: "pause" },
      { type: "repeat", repeat: "all" },
      { type: "shuffle", isOn: true },
      { type: "crossfade", ms: 5000 },
    ];
    for (const command of playbackCommands) expect(refusalOf(room, command, effectiveRole), command.type).toBeNull();
    const refusal = effectiveRole === "guest" ? "login-required" : "forbidden";
    expect(refusalOf(room, { type: "remove", entryIds: [entryId(1)] }, effectiveRole)).toBe(refusal);
  });

  it("RM6 leaves the actions of a role as they are", () => {
    const open = { guestsMayControl: true, guestsMayAdd: true };
    for (const role of ["owner", "admin", "editor", "participant"] as const) {
      expect(actionsOf(role, open)).toEqual(actionsOf(role, CLOSED_ROOM));
    }
  });
});

describe("a room that lets everyone signed in add tracks", () => {
  it.each(SIGNED_IN)("RM7 %s can add tracks, and arrange only those they added", (effectiveRole) => {
    expect(actionsOf(effectiveRole, ADDABLE)).toEqual(["listen", "read-chat", "add-tracks", "arrange-own-entries"]);
    const room = buildOpenRoom(ADDABLE);
    expect(refusalOf(room, { type: "remove", entryIds: [entryId(1)] }, effectiveRole)).toBeNull();
    expect(refusalOf(room, { type: "remove", entryIds: [entryId(2)] }, effectiveRole)).toBe("forbidden");
    expect(refusalOf(room, { type: "move", entryIds: [entryId(1)], afterEntryId: entryId(2) }, effectiveRole)).toBeNull();
    expect(refusalOf(room, { type: "queue", entryIds: [entryId(2)], isNext: true }, effectiveRole)).toBe("forbidden");
    expect(refusalOf(room, { type: "play" }, effectiveRole)).toBe("forbidden");
  });

  it("RM7 a guest cannot add tracks", () => {
    expect(actionsOf("guest", ADDABLE)).toEqual(["listen", "read-chat"]);
    expect(refusalOf(buildOpenRoom(ADDABLE), { type: "remove", entryIds: [entryId(1)] }, "guest")).toBe("login-required");
  });

  it("RM7 the interface offers to arrange exactly the entries that the room lets a person arrange", () => {
    const [own, others] = buildOpenRoom(ADDABLE).playlist;
    if (!own || !others) throw new Error("no entries");
    const spectator = { userId: MIRA, effectiveRole: "spectator" } as const;
    expect(canArrangeEntry(own, spectator, ADDABLE)).toBe(true);
    expect(canArrangeEntry(others, spectator, ADDABLE)).toBe(false);
    expect(canArrangeEntry(own, spectator, CLOSED_ROOM)).toBe(false);
    expect(canArrangeEntry(own, { userId: OWNER, effectiveRole: "owner" }, CLOSED_ROOM)).toBe(true);
  });
});

it("RM8 a command is refused after an event has closed the room", () => {
  const open = buildOpenRoom({ guestsMayControl: true, guestsMayAdd: true });
  expect(refusalOf(open, { type: "play" }, "guest")).toBeNull();
  const closed = evolve(open, { type: "room-changed", info: { ...INFO, ...CLOSED_ROOM } });
  expect(refusalOf(closed, { type: "play" }, "guest")).toBe("login-required");
  expect(refusalOf(closed, { type: "remove", entryIds: [entryId(1)] }, "spectator")).toBe("forbidden");
});
