import { resolveObjectURL } from "node:buffer";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { UploadId } from "#app/domain/ids.ts";
import { lyricsLimits } from "#app/domain/lyrics/lyrics-limits.ts";
import { fail, ok } from "#app/domain/result.ts";
import { readPendingChoices } from "#app/features/uploads/pending-choices.ts";
import { createDeferred } from "#tests/support/deferred.ts";
import type { FakePut } from "./fake-put.ts";
import { ANALYSIS } from "./fake-workers.ts";
import { ATTIC, audioFile, candidate, KITCHEN, openUploadPage, type UploadPage } from "./upload-page.ts";

let page: UploadPage;

beforeEach(async () => {
  page = await openUploadPage();
});
afterEach(() => page.leave());

const uploadOf = (name: string) => `upload of ${name}` as UploadId;
const neverAnswer = () => undefined;
const add = (...names: readonly string[]) => page.uploads.add(ATTIC, names.map(audioFile));
/** Waits until the files of the list have these steps. */
const expectSteps = (...steps: readonly string[]) => expect.poll(page.steps, { interval: 1 }).toEqual(steps);
const idOf = (name: string) => page.find(name).id;

describe("chosen files", () => {
  it("are announced together before their first byte, and added in their order", async () => {
    add("a.mp3", "b.mp3", "c.mp3");
    expect(page.server.paths()).toEqual(["uploads.announce"]);
    await expectSteps("a.mp3 done", "b.mp3 done", "c.mp3 done");
    expect(page.server.argsOf("uploads.announce")).toEqual([
      { roomId: ATTIC, files: ["a.mp3", "b.mp3", "c.mp3"].map((fileName) => ({ fileName, sizeBytes: 5 })) },
    ]);
    expect(page.completed()).toEqual([uploadOf("a.mp3"), uploadOf("b.mp3"), uploadOf("c.mp3")]);
    expect(page.server.argsOf("uploads.complete")[0]).toEqual({ uploadId: uploadOf("a.mp3"), hue: null, analysis: ANALYSIS });
  });

  it("keep their order in the playlist when a later one is sent first, and two are sent at once", async () => {
    const held: FakePut[] = [];
    page.network.onPut = (put) => (put.path.includes("a.mp3") ? void held.push(put) : put.respond(200));
    add("a.mp3", "b.mp3", "c.mp3");
    await expectSteps("a.mp3 uploading", "b.mp3 completing", "c.mp3 queued");
    expect(page.completed()).toEqual([]);
    held[0]?.respond(200);
    await expectSteps("a.mp3 done", "b.mp3 done", "c.mp3 done");
    expect(page.completed()).toEqual([uploadOf("a.mp3"), uploadOf("b.mp3"), uploadOf("c.mp3")]);
  });

  it("that cannot become tracks fail at once, and are not announced", async () => {
    page.uploads.add(ATTIC, [new File([], "empty.mp3"), new File(["text"], "notes.txt"), audioFile("a.mp3")]);
    await expectSteps("empty.mp3 file-empty", "notes.txt not-audio", "a.mp3 done");
    expect(page.server.argsOf("uploads.announce").map(({ files }) => files.length)).toEqual([1]);
  });

  it("fail if an earlier one of the room has the same bytes", async () => {
    for (const name of ["a.mp3", "copy.mp3", "elsewhere.mp3"]) page.facts.set(name, { sha256: "same" });
    add("a.mp3", "copy.mp3");
    page.uploads.add(KITCHEN, [audioFile("elsewhere.mp3")]);
    await expectSteps("a.mp3 done", "copy.mp3 duplicate-file", "elsewhere.mp3 done");
  });

  it("do not stop the others if they cannot be read", async () => {
    page.facts.set("moved.mp3", "unreadable");
    add("moved.mp3", "a.mp3");
    await expectSteps("moved.mp3 file-unreadable", "a.mp3 done");
  });

  it("are sent with the cover in their tags, which the list shows", async () => {
    const cover = { image: new Blob(["cover"]), hue: 30 };
    page.facts.set("a.mp3", { cover });
    add("a.mp3");
    await expectSteps("a.mp3 done");
    const { coverUrl } = page.find("a.mp3");
    expect(resolveObjectURL(coverUrl ?? "")?.size).toBe(cover.image.size);
    expect(page.puts.map(({ path }) => path)).toContain(`/api/uploads/${uploadOf("a.mp3")}/cover`);
    expect(page.server.argsOf("uploads.complete")).toMatchObject([{ hue: 30 }]);
    page.uploads.removeDone();
    expect(resolveObjectURL(coverUrl ?? "")).toBeUndefined();
  });

  it("show how much is sent, and since which byte", async () => {
    page.network.onPut = neverAnswer;
    add("a.mp3");
    await expectSteps("a.mp3 uploading");
    expect(page.find("a.mp3").step).toMatchObject({ sentBytes: 0, startedAtBytes: 0 });
    page.puts[0]?.reportSent(2);
    page.puts[0]?.reportSent(4);
    expect(page.find("a.mp3").step).toMatchObject({ sentBytes: 4, startedAtBytes: 2 });
  });

  it("have the browser ask before it closes the page, until all have ended", async () => {
    const isClosingQuestioned = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    add("a.mp3");
    expect(isClosingQuestioned()).toBe(true);
    await expectSteps("a.mp3 done");
    expect(isClosingQuestioned()).toBe(false);
  });

  it("fail if the code that sends them does not arrive", async () => {
    vi.doMock("#app/features/uploads/upload-pipeline.ts", () => {
      throw new TypeError("Failed to fetch dynamically imported module");
    });
    page.uploads.add(ATTIC, [audioFile("a.mp3"), new File([], "empty.mp3")]);
    await expectSteps("a.mp3 network", "empty.mp3 file-empty");
    vi.doUnmock("#app/features/uploads/upload-pipeline.ts");
  });
});

describe("a file with duplicates in the library", () => {
  it("waits for a choice, also on a later visit, and lets others pass", async () => {
    page.resemble("a.mp3", 1, 2);
    add("a.mp3", "b.mp3");
    await expectSteps("a.mp3 duplicate", "b.mp3 done");
    expect(page.find("a.mp3").step).toMatchObject({ tracks: [candidate(1), candidate(2)] });
    expect([...readPendingChoices()]).toEqual([uploadOf("a.mp3")]);
  });

  it("is sent if the user chooses the file", async () => {
    page.resemble("a.mp3", 1);
    add("a.mp3");
    await expectSteps("a.mp3 duplicate");
    page.uploads.resolveDuplicate(idOf("a.mp3"), { use: "file" });
    await expectSteps("a.mp3 done");
    expect([page.completed(), [...readPendingChoices()]]).toEqual([[uploadOf("a.mp3")], []]);
    expect(page.server.argsOf("playlist.add")).toEqual([]);
  });

  it("makes way for the track that the user chooses, whose lyrics stay", async () => {
    page.resemble("a.mp3", 1, 2);
    page.uploads.add(ATTIC, [audioFile("a.mp3"), new File(["[00:01.00]La"], "a.lrc")]);
    await expectSteps("a.mp3 duplicate");
    page.uploads.resolveDuplicate(idOf("a.mp3"), { use: "track", trackId: candidate(2).track.id });
    await expectSteps("a.mp3 done");
    const chosen = { roomId: ATTIC, trackIds: [candidate(2).track.id] };
    expect(page.server.argsOf("playlist.add")).toEqual([chosen]);
    const lyrics = { roomId: ATTIC, trackId: candidate(2).track.id, text: "[00:01.00]La", expectedUpdatedAtMs: null };
    expect(page.server.argsOf("lyrics.set")).toEqual([lyrics]);
    expect(page.server.argsOf("uploads.cancel")).toEqual([{ uploadId: uploadOf("a.mp3") }]);
    expect([page.completed(), page.puts, [...readPendingChoices()]]).toEqual([[], [], []]);
  });

  it("keeps its place among the others if a track is chosen", async () => {
    page.resemble("b.mp3", 1);
    const held: FakePut[] = [];
    page.network.onPut = (put) => void held.push(put);
    add("a.mp3", "b.mp3");
    await expectSteps("a.mp3 uploading", "b.mp3 duplicate");
    await expect.poll(() => held.length).toBe(1);
    page.uploads.resolveDuplicate(idOf("b.mp3"), { use: "track", trackId: candidate(1).track.id });
    held[0]?.respond(200);
    await expectSteps("a.mp3 done", "b.mp3 done");
    const additions = page.server.paths().filter((path) => path === "uploads.complete" || path === "playlist.add");
    expect(additions).toEqual(["uploads.complete", "playlist.add"]);
  });

  it("asks once: a second choice changes nothing", async () => {
    page.resemble("a.mp3", 1);
    const adding = createDeferred<void>();
    page.answers["playlist.add"] = () => adding.promise.then(() => ok({ revision: 1 }));
    add("a.mp3");
    await expectSteps("a.mp3 duplicate");
    page.uploads.resolveDuplicate(idOf("a.mp3"), { use: "track", trackId: candidate(1).track.id });
    page.uploads.resolveDuplicate(idOf("a.mp3"), { use: "file" });
    await expectSteps("a.mp3 adding-track");
    adding.resolve();
    await expectSteps("a.mp3 done");
    expect(page.completed()).toEqual([]);
  });

  it("adds the chosen track again, and not the file, after a refusal", async () => {
    page.resemble("a.mp3", 1);
    page.answers["playlist.add"] = () => fail("playlist-full");
    add("a.mp3");
    await expectSteps("a.mp3 duplicate");
    page.uploads.resolveDuplicate(idOf("a.mp3"), { use: "track", trackId: candidate(1).track.id });
    await expectSteps("a.mp3 playlist-full");
    page.answers["playlist.add"] = () => ok({ revision: 1 });
    page.uploads.retry(idOf("a.mp3"));
    await expectSteps("a.mp3 done");
    expect([page.server.argsOf("playlist.add").length, page.completed()]).toEqual([2, []]);
  });

  it("is resolved with all others of its room by their likeliest tracks, or by the files", async () => {
    for (const [name, tracks] of Object.entries({ "a.mp3": [1, 2], "b.mp3": [3], "elsewhere.mp3": [4] })) {
      page.resemble(name, ...tracks);
    }
    add("a.mp3", "b.mp3");
    page.uploads.add(KITCHEN, [audioFile("elsewhere.mp3")]);
    await expectSteps("a.mp3 duplicate", "b.mp3 duplicate", "elsewhere.mp3 duplicate");
    page.uploads.resolveAllDuplicates(ATTIC, "track");
    await expectSteps("a.mp3 done", "b.mp3 done", "elsewhere.mp3 duplicate");
    const addedIds = page.server.argsOf("playlist.add").flatMap(({ trackIds }) => trackIds);
    expect(addedIds).toEqual([candidate(1).track.id, candidate(3).track.id]);
    page.uploads.resolveAllDuplicates(KITCHEN, "file");
    await expectSteps("a.mp3 done", "b.mp3 done", "elsewhere.mp3 done");
    expect(page.completed()).toEqual([uploadOf("elsewhere.mp3")]);
  });
});

describe("lyrics files among the chosen ones", () => {
  const lyricsFile = (name: string, text = "La la") => new File([text], name);

  it("LY8 belong to the audio files of their names, and the others are reported", async () => {
    page.uploads.add(ATTIC, [audioFile("a.mp3"), audioFile("b.mp3"), lyricsFile("b.lrc"), lyricsFile("other.lrc")]);
    await expectSteps("a.mp3 done", "b.mp3 done");
    expect(page.server.argsOf("uploads.complete").map(({ lyrics }) => lyrics)).toEqual([undefined, "La la"]);
    expect(page.looseLyrics.get()).toEqual([{ roomId: ATTIC, name: "other.lrc", text: ok("La la") }]);
  });

  it("are reported with the reason if they are of no use, and the audio file is sent without them", async () => {
    page.uploads.add(ATTIC, [audioFile("a.mp3"), lyricsFile("a.lrc", "[00:01.00]")]);
    await expectSteps("a.mp3 done");
    expect(page.looseLyrics.get()).toEqual([{ roomId: ATTIC, name: "a.lrc", text: fail("file-empty") }]);
    page.uploads.add(ATTIC, [lyricsFile("long.lrc", "a".repeat(lyricsLimits.fileBytes + 1))]);
    await expect.poll(() => page.looseLyrics.get().at(-1)).toMatchObject({ name: "long.lrc", text: fail("lyrics-too-long") });
    expect(page.steps()).toEqual(["a.mp3 done"]);
  });

  it("are reported as lost if the code that reads them does not arrive, and the tracks are sent", async () => {
    vi.doMock("#app/features/uploads/read-lyrics-files.ts", () => {
      throw new TypeError("Failed to fetch dynamically imported module");
    });
    page.uploads.add(ATTIC, [audioFile("a.mp3"), lyricsFile("a.lrc")]);
    await expectSteps("a.mp3 done");
    expect(page.looseLyrics.get()).toEqual([{ roomId: ATTIC, name: "a.lrc", text: fail("network") }]);
    vi.doUnmock("#app/features/uploads/read-lyrics-files.ts");
  });
});
