import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { TrackAnalysis } from "#app/domain/tracks/track-analysis.ts";
import { measureLeveling } from "#app/features/dev/audio-leveling/analyze-file.ts";
import { lastSegment } from "#app/features/dev/dev-tools.ts";
import { parseFile } from "#app/features/dev/track-parser/parse-file.ts";
import { buildEntry } from "#tests/support/builders.ts";
import { audioFixture } from "#tests/support/fixtures.ts";
import { type Answers, type FunctionServer, serveFunctions } from "#tests/support/function-server.ts";

const OPTIONS = { signal: new AbortController().signal, onProgress: () => undefined };
const SONG = new File([new Uint8Array(audioFixture("plain.wav"))], "song.wav");
const TAGS = { title: "Song", artist: "", album: "", genre: "", year: null };
const FACTS = { sha256: "hash", tags: TAGS, durationMs: 1000, cover: null };
const { track } = buildEntry(1);

describe("the leveling of a file", () => {
  const measure = (analyzed: Result<TrackAnalysis | null>) => measureLeveling(SONG, async () => analyzed, OPTIONS);

  it("has its levels as they are stored, the gain for them, and the waveform", async () => {
    const analysis = { loudnessLufs: -9.04, truePeakDb: -0.26, waveform: btoa("\u0000\u00ff") };
    expect(await measure(ok(analysis))).toEqual(
      ok({ loudnessLufs: -9, truePeakDb: -0.3, gainDb: -5, waveform: Uint8Array.from([0, 255]) }),
    );
    expect(await measure(ok({ ...analysis, waveform: null }))).toMatchObject(ok({ waveform: new Uint8Array() }));
  });

  it("is unknown for a file that cannot be decoded or read, and after a lost connection", async () => {
    expect(await measure(ok(null))).toEqual(fail("not-decodable"));
    expect(await measure(fail("file-unreadable"))).toEqual(fail("unreadable"));
    expect(await measure(fail("network"))).toEqual(fail("network"));
  });
});

describe("a parsed file", () => {
  let answers: Answers;
  let server: FunctionServer;
  beforeEach(() => {
    const other = { track: buildEntry(2).track, isExact: false, rooms: 0 };
    answers = { "tracks.findDuplicates": () => ok({ duplicates: [{ track, isExact: true, rooms: 1 }, other] }) };
    server = serveFunctions(answers);
  });
  afterEach(() => vi.unstubAllGlobals());
  const parse = (file = SONG) => parseFile(file, async () => ok(FACTS), OPTIONS);

  it("has its facts, its format, and the tracks with the same bytes", async () => {
    expect(await parse()).toMatchObject(ok({ facts: FACTS, inspection: { format: "wav" }, stored: [track] }));
    expect(server.argsOf("tracks.findDuplicates")).toEqual([{ sha256: "hash", title: "", artist: "", durationMs: null }]);
  });

  it("is shown without stored tracks if the server does not answer", async () => {
    answers["tracks.findDuplicates"] = () => fail("network");
    expect(await parse()).toMatchObject(ok({ stored: null }));
  });

  it("is none if it has no audio, or was moved", async () => {
    expect(await parse(new File(["text"], "song.wav"))).toEqual(fail("not-audio"));
    expect(await parseFile(SONG, async () => fail("file-unreadable"), OPTIONS)).toEqual(fail("unreadable"));
  });
});

it.each([
  ["/dev/notices", "notices"],
  ["/dev/notices/", "notices"],
  ["/", ""],
  ["/dev/%D0%B0", "а"],
  ["/dev/%E0%A4%A", "%E0%A4%A"],
])("the last segment of %s is %s", (pathname, segment) => {
  expect(lastSegment(pathname)).toBe(segment);
});
