import { describe, expect, it } from "vitest";
import type { Playback } from "#app/domain/playback/playback.ts";
import { playKey } from "#app/features/playlist/play-key.ts";
import { entryId, playing } from "#tests/support/builders.ts";

describe("playKey", () => {
  it("changes with a pause, another track and a restart, but not with a seek", () => {
    const key = playKey(playing(1, 5000, 1000));
    expect(playKey(playing(1, 90_000, 2000))).toBe(key);
    const others: readonly Playback[] = [
      playing(2, 5000, 1000),
      playing(1, 0, 3000),
      playing(1, 0, 4000),
      { status: "paused", entryId: entryId(1), positionMs: 5000 },
      { status: "idle" },
    ];
    expect(new Set([key, ...others.map(playKey)]).size).toBe(6);
  });
});
