import { describe, expect, it } from "vitest";
import { withActivity } from "#app/features/rooms/with-activity.ts";
import { buildListed, toRoomId } from "./build-view.ts";

const A = toRoomId("a");
const TRACK = { title: "Night tram", artist: "Mira" };

describe("a message of the lobby", () => {
  it("changes the number of people and the track, each if it is named", () => {
    const listed = { ...buildListed("a"), activeUsers: 2, nowPlaying: TRACK };
    expect(withActivity(listed, { [A]: { activeUsers: 3 } })).toEqual({ ...listed, activeUsers: 3 });
    expect(withActivity(listed, { [A]: { nowPlaying: null } })).toEqual({ ...listed, nowPlaying: null });
    const other = { title: "Day tram", artist: "" };
    expect(withActivity(listed, { [A]: { nowPlaying: other } })).toEqual({ ...listed, nowPlaying: other });
  });

  it("leaves a room the same object if nothing has changed, or if it is about others", () => {
    const listed = { ...buildListed("a"), nowPlaying: TRACK };
    expect(withActivity(listed, { [A]: { activeUsers: 0, nowPlaying: { ...TRACK } } })).toBe(listed);
    expect(withActivity(listed, { [toRoomId("b")]: { activeUsers: 5 } })).toBe(listed);
  });

  it("shows no track of a room that has got a password, or is hidden, meanwhile", () => {
    for (const changes of [{ isPasswordProtected: true }, { visibility: "hidden" as const }]) {
      const closed = buildListed("a", changes);
      expect(withActivity(closed, { [A]: { activeUsers: 1, nowPlaying: TRACK } })).toEqual({ ...closed, activeUsers: 1 });
    }
  });
});
