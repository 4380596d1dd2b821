import { describe, expect, it } from "vitest";
import { createRoomArtwork, VOICES } from "#app/domain/room/room-artwork.ts";

describe("room artwork", () => {
  it("RN4 the artwork depends only on its text", () => {
    expect(createRoomArtwork("kitchen")).toEqual(createRoomArtwork("kitchen"));
    expect(createRoomArtwork("kitchen")).not.toEqual(createRoomArtwork("kitchen 2"));
  });

  it.each(["a", "b", "c", "d"])("RN4 all voices start on the same bar: %s", (seed) => {
    const { barAt, notes, hue } = createRoomArtwork(seed);
    expect(hue).toBeGreaterThanOrEqual(0);
    expect(hue).toBeLessThan(360);
    for (let voice = 0; voice < VOICES; voice++) {
      const own = notes.filter((note) => note.voice === voice);
      expect(own.some(({ from }) => Math.abs(from - barAt) < 1)).toBe(true);
      expect(own.every(({ from, length }) => from + length < barAt || from >= barAt)).toBe(true);
    }
  });
});
