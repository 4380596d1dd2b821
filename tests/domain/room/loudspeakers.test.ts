import { describe, expect, it } from "vitest";
import { EFFECTIVE_ROLES, type EffectiveRole } from "#app/domain/access/permissions.ts";
import { decide } from "#app/domain/room/decide.ts";
import { loudspeakerGain } from "#app/domain/room/loudspeakers.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { actorAs, applyCommand, buildRoom, contextAt } from "#tests/support/builders.ts";

const VOLUME: RoomCommand = { type: "group-volume", volume: 0.5 };
const MUTE: RoomCommand = { type: "mute-room", isOn: true };
const room = buildRoom(2);
const open = { ...room, info: { ...room.info, guestsMayControl: true } };

function listAllowed(state: typeof room, command: RoomCommand): readonly EffectiveRole[] {
  return EFFECTIVE_ROLES.filter((role) => decide(state, command, actorAs(role), contextAt(0)).ok);
}

describe("the loudspeakers of a room", () => {
  it("DV14 play at full volume at first", () => {
    expect(room.loudspeakers).toEqual({ volume: 1, isMuted: false });
  });

  it("DV14 everyone who controls playback sets their volume, and admins and the owner mute them", () => {
    expect(listAllowed(room, VOLUME)).toEqual(["owner", "admin", "editor", "participant"]);
    expect(listAllowed(open, VOLUME)).toEqual(EFFECTIVE_ROLES);
    expect(listAllowed(room, MUTE)).toEqual(["owner", "admin"]);
    expect(listAllowed(open, MUTE)).toEqual(["owner", "admin"]);
  });

  it("DV14 keep their volume while the room is muted", () => {
    const quiet = applyCommand(room, VOLUME, { moment: contextAt(0) });
    const muted = applyCommand(quiet, MUTE, { moment: contextAt(0) });
    expect(muted.loudspeakers).toEqual({ volume: 0.5, isMuted: true });
    const back = applyCommand(muted, { type: "mute-room", isOn: false }, { moment: contextAt(0) });
    expect(back.loudspeakers).toEqual({ volume: 0.5, isMuted: false });
    expect([quiet, muted, back].map((state) => loudspeakerGain(state.loudspeakers))).toEqual([0.25, 0, 0.25]);
  });

  it("DV14 have no event when nothing changes", () => {
    const same = decide(room, { type: "group-volume", volume: 1 }, actorAs("owner"), contextAt(0));
    expect(same).toEqual({ ok: true, value: [] });
    expect(decide(room, { type: "mute-room", isOn: false }, actorAs("owner"), contextAt(0))).toEqual({ ok: true, value: [] });
  });
});
