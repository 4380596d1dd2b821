import { describe, expect, it } from "vitest";
import type { TrackId } from "#app/domain/ids.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { isSameUpdate, openTargets, settled, undone } from "#app/features/track-edit/update-targets.ts";
import type { TrackUpdate } from "#app/features/track-edit/update-tracks.ts";
import { buildEntry, INFO } from "#tests/support/builders.ts";

const track = (id: string): Track => ({ ...buildEntry(1).track, id: id as TrackId });
const [a, b, c] = [track("a"), track("b"), track("c")];
const update: TrackUpdate = { roomId: INFO.id, changes: { album: "Зима" }, cover: { type: "keep" }, isReadAgain: false };
const other: TrackUpdate = { ...update, changes: { album: "Лето" } };
const changed = (...pairs: readonly (readonly [string, Track])[]) => new Map(pairs.map(([id, now]) => [id as TrackId, now]));
const ids = (tracks: readonly Track[]) => tracks.map(({ id }) => id);

describe("tracks that are changed together", () => {
  it("are changed once each: after a failure only what is not done goes again", () => {
    const first = settled(openTargets([a, b, c]), update, changed(["a", a], ["c", c]));
    expect(ids(undone(first, update))).toEqual(["b"]);
    const second = settled(first, { ...update }, changed(["b", b]));
    expect(undone(second, update)).toEqual([]);
  });

  it("go on under the ids of their editions, and all of them when something else is wanted", () => {
    const first = settled(openTargets([a, b, c]), update, changed(["a", track("a2")]));
    expect(ids(undone(first, other))).toEqual(["a2", "b", "c"]);
    const second = settled(first, other, changed(["b", track("b2")]));
    expect(ids(undone(second, other))).toEqual(["a2", "c"]);
    expect(ids(undone(second, update))).toEqual(["a2", "b2", "c"]);
  });

  it("are told apart by their covers too", () => {
    const cover = { image: new Blob(), hue: null };
    const picture: TrackUpdate = { ...update, cover: { type: "picture", cover } };
    expect(isSameUpdate(update, { ...update, cover: { type: "keep" } })).toBe(true);
    expect(isSameUpdate(update, { ...update, cover: { type: "none" } })).toBe(false);
    expect(isSameUpdate(picture, { ...picture })).toBe(true);
    expect(isSameUpdate(picture, { ...picture, cover: { type: "picture", cover } })).toBe(false);
    expect(isSameUpdate(update, { ...update, isReadAgain: true })).toBe(false);
  });
});
