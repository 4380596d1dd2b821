import { describe, expect, it } from "vitest";
import { fitText, wrapText } from "#app/features/playlist/session/fit-text.ts";
import { mergePeople, toPictureContent } from "#app/features/playlist/session/picture-content.ts";
import { layOutPicture, PICTURE, PICTURE_TRACKS, ROW } from "#app/features/playlist/session/picture-layout.ts";
import type { SessionView } from "#app/features/playlist/session/use-session.ts";
import { INFO, trackId, userId } from "#tests/support/builders.ts";

/** Each character is 10 px wide. */
const measure = (text: string) => Array.from(text).length * 10;

const person = (name: string) => ({ id: userId(name), name, avatar: "#204060" });
const SESSION: SessionView = {
  ...{ startedAtMs: 0, endedAtMs: 135 * 60_000, plays: 7, trackCount: 7, personCount: 1 },
  tracks: Array.from({ length: 7 }, (_, n) => {
    const counts = { plays: n === 0 ? 2 : 1, reactions: 0 };
    return { trackId: trackId(n), title: `Track ${n}`, artist: "", addedBy: null, cover: null, ...counts };
  }),
  people: [{ person: person("mira"), plays: 7 }],
};

const create = (isRoomNamed: boolean) =>
  toPictureContent(SESSION, {
    ...{ info: INFO, media: null, present: [person("otto"), person("mira")], isRoomNamed, language: "en" },
    t: (key, values) => `${key}${values?.["count"] === undefined ? "" : ` ${values["count"]}`}`,
  });

describe("the picture of a session", () => {
  it("has an ellipsis in place of what is too long, in any script", () => {
    expect(fitText("Ночной трамвай", 140, measure)).toBe("Ночной трамвай");
    expect(fitText("Ночной трамвай", 80, measure)).toBe("Ночной…");
    expect(fitText("🎵🎶🎵🎶", 30, measure)).toBe("🎵🎶…");
    expect(fitText("long", 5, measure)).toBe("…");
  });

  it("breaks a title into lines, and cuts a word that is longer than a line", () => {
    const box = { maxWidth: 100, maxLines: 2 };
    expect(wrapText("Friday at home", box, measure)).toEqual(["Friday at", "home"]);
    expect(wrapText("Friday evening at home with friends", box, measure)).toEqual(["Friday", "evening a…"]);
    expect(wrapText("Donaudampfschifffahrt home", box, measure)).toEqual(["Donaudamp…", "home"]);
    expect(wrapText("  ", box, measure)).toEqual([]);
  });

  it("leaves space for the artwork with any number of tracks, and no part overlaps another", () => {
    for (const rows of Array.from({ length: PICTURE_TRACKS }, (_, i) => i + 1)) {
      for (const titleLines of [1, 2]) {
        for (const hasPeople of [true, false]) {
          const { artwork, titleTop, factsTop, rowsTop, peopleTop } = layOutPicture({ titleLines, rows, hasPeople });
          expect(artwork.height).toBeGreaterThan(120);
          const tops = [artwork.top, artwork.top + artwork.height, titleTop, factsTop, rowsTop, rowsTop + rows * ROW.height];
          expect([...tops].sort((a, b) => a - b)).toEqual(tops);
          expect(rowsTop + rows * ROW.height).toBeLessThanOrEqual(peopleTop);
          expect(peopleTop).toBeLessThan(PICTURE.height);
        }
      }
    }
  });

  it("SN5 shows neither the name nor the artwork of a room that is not named", () => {
    expect(create(true).title).toBe(INFO.name);
    const unnamed = create(false);
    expect(unnamed.title).toBe("picture.title");
    expect(JSON.stringify(unnamed)).not.toContain(INFO.name);
    expect(unnamed.artwork).not.toEqual(create(true).artwork);
  });

  it("shows five tracks, and each person once", () => {
    const content = create(true);
    expect(content.tracks.map(({ title, count }) => [title, count])).toEqual([
      ["Track 0", "plays 2"],
      ["Track 1", ""],
      ["Track 2", ""],
      ["Track 3", ""],
      ["Track 4", ""],
    ]);
    expect(content.names).toBe("mira, otto");
    expect(mergePeople(SESSION, [])).toEqual([person("mira")]);
  });
});
