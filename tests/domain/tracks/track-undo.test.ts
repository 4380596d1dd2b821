import { describe, expect, it } from "vitest";
import type { ObjectId } from "#app/domain/ids.ts";
import type { Track } from "#app/domain/tracks/track.ts";
import { expectAll, undoTrackEdit } from "#app/domain/tracks/track-undo.ts";
import { buildEntry } from "#tests/support/builders.ts";

const [FIRST, SECOND] = ["first", "second"].map((id) => id as ObjectId) as [ObjectId, ObjectId];
const TRACK: Track = { ...buildEntry(1).track, title: "Night", year: 1998, cover: FIRST, hue: 20 };

describe("the undo of an edited track", () => {
  it("UD3 returns the changed fields, and expects what the edit has set", () => {
    const edited = { ...TRACK, title: "Day", year: null };
    expect(undoTrackEdit(TRACK, edited)).toEqual({
      changes: { title: "Night", year: 1998 },
      cover: undefined,
      expected: { title: "Day", year: null },
    });
  });

  it("UD3 returns the former cover, or removes one that was added", () => {
    const covered = { ...TRACK, cover: SECOND, hue: null };
    expect(undoTrackEdit(TRACK, covered)).toEqual({
      changes: {},
      cover: { id: FIRST, hue: 20 },
      expected: { cover: SECOND },
    });
    const bare = { ...TRACK, cover: null, hue: null };
    expect(undoTrackEdit(bare, covered)).toEqual({ changes: {}, cover: null, expected: { cover: SECOND } });
  });

  it("UD4 expects all tags, the cover and the lyrics of an edition", () => {
    const { title, artist, album, genre, year, cover, lyricsAtMs } = TRACK;
    expect(expectAll(TRACK)).toEqual({ title, artist, album, genre, year, cover, lyricsAtMs });
  });
});
