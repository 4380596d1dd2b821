import { describe, expect, it } from "vitest";
import type { TrackId } from "#app/domain/ids.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { createTargets, getPendingTracks, isSameUpdate, recordUpdate } from "#app/features/track-edit/update-targets.ts";
import type { TrackUpdate } from "#app/features/track-edit/update-tracks.ts";
import { buildEntry, INFO } from "#tests/support/builders.ts";

const buildTrack = (id: string): Track => ({ ...buildEntry(1).track, id: id as TrackId });
const [a, b, c] = [buildTrack("a"), buildTrack("b"), buildTrack("c")];
const update: TrackUpdate = { roomId: INFO.id, changes: { album: "Зима" }, cover: { type: "keep" }, rereadTags: false };
const otherUpdate: TrackUpdate = { ...update, changes: { album: "Лето" } };
const changedTracks = (...pairs: readonly (readonly [previousId: string, track: Track])[]) =>
  new Map(pairs.map(([previousId, track]) => [previousId as TrackId, track]));
const idsOf = (tracks: readonly Track[]) => tracks.map(({ id }) => id);

describe("the targets of an update", () => {
  it("are updated once each: after a failure only the remaining tracks are pending", () => {
    const first = recordUpdate(createTargets([a, b, c]), update, changedTracks(["a", a], ["c", c]));
    expect(idsOf(getPendingTracks(first, update))).toEqual(["b"]);
    const second = recordUpdate(first, { ...update }, changedTracks(["b", b]));
    expect(getPendingTracks(second, update)).toEqual([]);
  });

  it("are replaced by their editions, and are all pending for a different update", () => {
    const first = recordUpdate(createTargets([a, b, c]), update, changedTracks(["a", buildTrack("a2")]));
    expect(idsOf(getPendingTracks(first, otherUpdate))).toEqual(["a2", "b", "c"]);
    const second = recordUpdate(first, otherUpdate, changedTracks(["b", buildTrack("b2")]));
    expect(idsOf(getPendingTracks(second, otherUpdate))).toEqual(["a2", "c"]);
    expect(idsOf(getPendingTracks(second, update))).toEqual(["a2", "b2", "c"]);
  });
});

describe("two updates", () => {
  it("differ if their covers or their source of tags differ", () => {
    const cover = { image: new Blob(), hue: null };
    const picture: TrackUpdate = { ...update, cover: { type: "picture", cover } };
    expect(isSameUpdate(update, { ...update, cover: { type: "keep" } })).toBe(true);
    expect(isSameUpdate(update, { ...update, cover: { type: "none" } })).toBe(false);
    expect(isSameUpdate(picture, { ...picture })).toBe(true);
    expect(isSameUpdate(picture, { ...picture, cover: { type: "picture", cover } })).toBe(false);
    expect(isSameUpdate(update, { ...update, rereadTags: true })).toBe(false);
  });
});
