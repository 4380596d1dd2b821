import { describe, expect, it } from "vitest";
import { createRoomArtwork, LANES } from "#app/domain/room/room-artwork.ts";

describe("room artwork", () => {
  it("RN4 the artwork depends only on its seed", () => {
    expect(createRoomArtwork("kitchen")).toEqual(createRoomArtwork("kitchen"));
    expect(createRoomArtwork("kitchen")).not.toEqual(createRoomArtwork("kitchen 2"));
  });

  it.each(["a", "b", "c", "d"])("RN4 all lanes have a note that starts at the bar line: %s", (seed) => {
    const { barAt, notes, hue } = createRoomArtwork(seed);
    expect(hue).toBeGreaterThanOrEqual(0);
    expect(hue).toBeLessThan(360);
    for (let lane = 0; lane < LANES; lane++) {
      const own = notes.filter((note) => note.lane === lane);
      expect(own.some(({ from }) => Math.abs(from - barAt) < 1)).toBe(true);
      expect(own.every(({ from, length }) => from + length < barAt || from >= barAt)).toBe(true);
    }
  });
});
