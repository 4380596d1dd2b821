import { describe, expect, it } from "vitest";
import { isId, type RoomId } from "#app/domain/ids.ts";
import { ID_BYTES, makeId } from "#app/domain/make-id.ts";
import { roomLimits } from "#app/domain/room/room-limits.ts";
import { isRoomAddress, parseRoomName, roomUrlCandidates, roomUrlFromName } from "#app/domain/room/room-naming.ts";

describe("room names and addresses", () => {
  it("RN1 a room's name has 1 to 50 characters", () => {
    expect(parseRoomName(" Kitchen  After\nMidnight ")).toEqual({ ok: true, value: "Kitchen After Midnight" });
    expect(parseRoomName("")).toEqual({ ok: false, error: "room-name-required" });
    expect(parseRoomName("я".repeat(50)).ok).toBe(true);
    expect(parseRoomName("я".repeat(51))).toEqual({ ok: false, error: "room-name-too-long" });
  });

  it.each([
    ["kitchen-2", true],
    ["Kitchen", true],
    ["my room", false],
    ["кухня", false],
    ["a.b", false],
    ["x".repeat(61), false],
  ])("%s could be the address of a room: %s", (text, isPossible) => {
    expect(isRoomAddress(text)).toBe(isPossible);
  });

  it.each([
    ["Kitchen After Midnight", "kitchen-after-midnight"],
    ["Пластинки деда", "plastinki-deda"],
    ["Щука & Ёж: ночь!", "shchuka-yozh-noch"],
    ["Zürich Synth Meetup", "zurich-synth-meetup"],
    ["Don't stop", "dont-stop"],
    ["東京", "room"],
    ["new", "new-room"],
    ["x".repeat(80), "x".repeat(roomLimits.roomUrlChars)],
  ])("RN2 the address of %s is %s", (name, url) => {
    expect(roomUrlFromName(name)).toBe(url);
  });

  it("RN3 alternatives for a taken address start with the most readable and stay within the limit", () => {
    const candidates = roomUrlCandidates("kitchen", "abc234");
    expect(candidates[0]).toBe("kitchen");
    expect(candidates[1]).toBe("kitchen-2");
    expect(candidates.at(-1)).toBe("kitchen-abc234");
    for (const url of roomUrlCandidates("x".repeat(60), "abc234")) {
      expect(url.length).toBeLessThanOrEqual(roomLimits.roomUrlChars);
    }
  });

  it("RN5 an address never has the form of an id", () => {
    for (const name of ["abcdefghijklmnop", "ABCDEFGH234567ab", makeId<RoomId>(new Uint8Array(ID_BYTES))]) {
      const url = roomUrlFromName(name);
      for (const candidate of roomUrlCandidates(url, "abc234")) expect(isId(candidate)).toBe(false);
    }
  });
});
