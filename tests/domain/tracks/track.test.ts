import { expect, it } from "vitest";
import { isNewTrack } from "#app/domain/tracks/track.ts";
import { DAY_MS } from "#app/domain/units.ts";

it("marks a track as new for ten days after its upload", () => {
  const track = { uploadedAtMs: 500 };
  expect(isNewTrack(track, 500)).toBe(true);
  expect(isNewTrack(track, 500 + 10 * DAY_MS)).toBe(true);
  expect(isNewTrack(track, 501 + 10 * DAY_MS)).toBe(false);
});
