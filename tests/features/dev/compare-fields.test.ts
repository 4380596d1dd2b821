import { describe, expect, it } from "vitest";
import type { Track } from "#app/domain/tracks/track.ts";
import { compareFields, type FieldFormat } from "#app/features/dev/track-parser/compare-fields.ts";
import type { ParsedFile } from "#app/features/dev/track-parser/parsed-file.ts";

const format: FieldFormat = {
  number: String,
  bytes: String,
  duration: (ms) => String(Math.round(ms)),
  hertz: String,
  bitrate: (rate) => String(Math.round(rate)),
  yesNo: String,
};

const tags = { title: "Lowlight", artist: "", album: "", genre: "", year: 2019 };
const parsed: Pick<ParsedFile, "facts" | "inspection"> = {
  facts: { sha256: "00", tags, durationMs: 9900, cover: null },
  inspection: {
    sizeBytes: 125_000,
    format: "mp3",
    codec: "mp3",
    sampleRate: 44_100,
    channels: 2,
    tagBytes: 25_000,
    durationMs: 10_000.2,
    primingFrames: 1105,
    trimEndFrames: null,
    seekPoints: 5,
  },
};
const stored = {
  ...tags,
  title: "Lowlight (live)",
  sizeBytes: 125_000,
  durationMs: 10_000.3,
  format: "mp3",
  cover: null,
  hue: null,
};

const rowsFor = (track: Track | null) => new Map(compareFields(parsed, track, format).map((row) => [row.field, row]));

describe("the table of a file's fields", () => {
  it("marks the stored values that differ", () => {
    // the comparison uses these fields only
    const rows = rowsFor(stored as Track);
    expect([...rows.values()].filter(({ isDifferent }) => isDifferent).map(({ field }) => field)).toEqual(["title"]);
    expect(rows.get("title")).toEqual({ field: "title", inFile: "Lowlight", stored: "Lowlight (live)", isDifferent: true });
    expect(rows.get("duration")).toMatchObject({ inFile: "10000", stored: "10000" });
  });

  it("has no stored value where tracks have none, and none at all without a track", () => {
    expect(rowsFor(stored as Track).get("codec")).toMatchObject({ stored: null, isDifferent: false });
    expect([...rowsFor(null).values()].some((row) => row.stored !== null || row.isDifferent)).toBe(false);
  });

  it("computes the bitrate without the tags before the audio", () => {
    expect(rowsFor(null).get("bitrate")?.inFile).toBe("79998");
  });
});
