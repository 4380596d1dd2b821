import { describe, expect, it } from "vitest";
import { findPlayingTrack } from "#app/features/uploads/playing-track.ts";
import { INITIAL_ROOM_VIEW, type RoomView } from "#app/server-client/room/room-view.ts";
import { buildEntry, buildRoom, entryId, userId } from "#tests/support/builders.ts";

const present = (...names: string[]) =>
  names.map((name) => ({ person: { id: userId(name), name, avatar: "#000000" }, role: "participant" as const, devices: 1 }));

function viewOf(loudnessLufs: number | null, changes: Partial<RoomView> = {}): RoomView {
  const entry = buildEntry(1);
  const playback = { status: "playing", entryId: entryId(1), positionMs: 0, anchorMs: 0 } as const;
  return {
    ...INITIAL_ROOM_VIEW,
    state: { ...buildRoom(0), playlist: [{ ...entry, track: { ...entry.track, loudnessLufs }, rank: "a0" }], playback },
    self: { userId: userId("mira"), effectiveRole: "participant" },
    present: present("anna", "mira", "zoe"),
    ...changes,
  };
}

describe("the playing track to analyze", () => {
  it("is one without a loudness, and people present have one turn each", () => {
    const view = viewOf(null);
    expect(findPlayingTrack(view)).toEqual({
      roomId: view.state?.info.id,
      trackId: view.state?.playlist[0]?.track.id,
      turn: 2,
    });
    expect(findPlayingTrack(viewOf(null, { present: present("mira", "zoe") }))?.turn).toBe(1);
    expect(findPlayingTrack(viewOf(-9))).toBeNull();
  });

  it("is none while nothing plays, and for people who may not add tracks", () => {
    const { state } = viewOf(null);
    const paused = { status: "paused", entryId: entryId(1), positionMs: 0 } as const;
    expect(findPlayingTrack(viewOf(null, { state: state && { ...state, playback: paused } }))).toBeNull();
    const self = { userId: userId("mira"), effectiveRole: "viewer" } as const;
    expect(findPlayingTrack(viewOf(null, { self }))).toBeNull();
    expect(findPlayingTrack(viewOf(null, { self: { userId: null, effectiveRole: "guest" } }))).toBeNull();
  });
});
