import { describe, expect, it } from "vitest";
import { EMPTY_SELECTION, extendRange, inVisibleOrder, toggleTrack } from "#app/features/library/track-selection.ts";
import { buildLibraryTrack } from "./build-library-track.ts";

const a = buildLibraryTrack("a");
const b = buildLibraryTrack("b");
const c = buildLibraryTrack("c");
const d = buildLibraryTrack("d");
const visible = [a, b, c, d];

describe("a track selection", () => {
  it("is added in visible order, after the tracks of other searches in the order of their selection", () => {
    const selection = [d, b, a].reduce(toggleTrack, EMPTY_SELECTION);
    expect(inVisibleOrder(selection, visible)).toEqual(["a", "b", "d"]);
    expect(inVisibleOrder(selection, [b, a])).toEqual(["d", "b", "a"]);
  });

  it("extends from the track that was toggled last, and deselects the range if that track was deselected", () => {
    const extended = extendRange(toggleTrack(EMPTY_SELECTION, d), b, visible);
    expect([...extended.tracks.keys()].sort()).toEqual(["b", "c", "d"]);
    const reduced = extendRange(toggleTrack(extended, c), d, visible);
    expect([...reduced.tracks.keys()]).toEqual(["b"]);
  });
});
