import { describe, expect, it } from "vitest";
import type { TrackId } from "#app/domain/ids.ts";
import {
  deselectTracks,
  divideSelection,
  EMPTY_SELECTION,
  extendRange,
  type FoundSelection,
  listNew,
  selectTracks,
  toggleTrack,
} from "#app/features/imports/found-selection.ts";
import { buildFoundTrack, buildServiceTrack } from "./build-import.ts";

const [a, b, c, d] = [buildFoundTrack("a"), buildFoundTrack("b"), buildFoundTrack("c"), buildFoundTrack("d")];
const unavailable = buildFoundTrack("gone", { track: { ...buildServiceTrack("gone"), isAvailable: false } });
const LIST = [a, b, c, d];
const titles = ({ tracks }: FoundSelection) => [...tracks.values()].map(({ track }) => track.title);

describe("a range", () => {
  it("selects all tracks from the one that was toggled last, in either direction", () => {
    expect(titles(extendRange(toggleTrack(EMPTY_SELECTION, c), a, LIST)).sort()).toEqual(["a", "b", "c"]);
  });

  it("deselects if the first track was deselected", () => {
    const all = selectTracks(EMPTY_SELECTION, LIST);
    expect(titles(extendRange(toggleTrack(all, b), d, LIST))).toEqual(["a"]);
  });

  it("leaves out tracks that cannot be imported", () => {
    const list = [a, unavailable, b];
    expect(titles(extendRange(toggleTrack(EMPTY_SELECTION, a), b, list))).toEqual(["a", "b"]);
  });

  it("is one track if the first one is in another list", () => {
    expect(titles(extendRange(toggleTrack(EMPTY_SELECTION, a), c, [b, c]))).toEqual(["a", "c"]);
  });
});

it("all tracks are those that can be imported and are not in the room", () => {
  const here = buildFoundTrack("here", { libraryTrackId: "t" as TrackId, isHere: true });
  expect(listNew([a, here, unavailable, b])).toEqual([a, b]);
});

it("tracks of one list are deselected without those of others", () => {
  const selection = selectTracks(EMPTY_SELECTION, LIST);
  expect(titles(deselectTracks(selection, [b, c]))).toEqual(["a", "d"]);
});

it("tracks of the library are added, and the others are imported in the order of the list", () => {
  const owned = buildFoundTrack("owned", { libraryTrackId: "t1" as TrackId });
  const selection = [c, owned, a].reduce(toggleTrack, EMPTY_SELECTION);
  const { libraryIds, imported } = divideSelection(selection, [a, b, c, owned]);
  expect(libraryIds).toEqual(["t1"]);
  expect(imported.map(({ id }) => id)).toEqual(["a", "c"]);
});
