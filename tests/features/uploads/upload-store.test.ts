import { resolveObjectURL } from "node:buffer";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { UploadId } from "#app/domain/ids.ts";
import { lyricsLimits } from "#app/domain/lyrics/lyrics-limits.ts";
import { fail, ok } from "#app/domain/result.ts";
import { readPendingChoices } from "#app/features/uploads/pending-choices.ts";
import { trackId } from "#tests/support/builders.ts";
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
const complete = () => ok({ trackId: trackId(1) });
const neverAnswer = () => undefined;
const add = (...names: readonly string[]) => page.uploads.add(ATTIC, names.map(audioFile));
/** Waits until the files of the list have these steps. */
const expectSteps = (...steps: readonly string[]) => expect.poll(page.steps, { interval: 1 }).toEqual(steps);
const idOf = (name: string) => page.find(name).id;

/** Has the server find tracks of the library that resemble a file. */
function resemble(name: string, ...tracks: readonly number[]): void {
  const { answers } = page;
  const findOthers = answers["tracks.findDuplicates"];
  answers["tracks.findDuplicates"] = (args) =>
    args.title === name ? ok({ duplicates: tracks.map(candidate) }) : (findOthers?.(args) ?? ok({ duplicates: [] }));
}

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
    resemble("a.mp3", 1, 2);
    add("a.mp3", "b.mp3");
    await expectSteps("a.mp3 duplicate", "b.mp3 done");
    expect(page.find("a.mp3").step).toMatchObject({ tracks: [candidate(1), candidate(2)] });
    expect([...readPendingChoices()]).toEqual([uploadOf("a.mp3")]);
  });

  it("is sent if the user chooses the file", async () => {
    resemble("a.mp3", 1);
    add("a.mp3");
    await expectSteps("a.mp3 duplicate");
    page.uploads.resolveDuplicate(idOf("a.mp3"), { use: "file" });
    await expectSteps("a.mp3 done");
    expect([page.completed(), [...readPendingChoices()]]).toEqual([[uploadOf("a.mp3")], []]);
    expect(page.server.argsOf("playlist.add")).toEqual([]);
  });

  it("makes way for the track that the user chooses, whose lyrics stay", async () => {
    resemble("a.mp3", 1, 2);
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
    resemble("b.mp3", 1);
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
    resemble("a.mp3", 1);
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
    resemble("a.mp3", 1);
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
      resemble(name, ...tracks);
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

describe("a failed upload", () => {
  it.each([
    ["the announcement", "uploads.announce"],
    ["the search for duplicates", "tracks.findDuplicates"],
    ["the beginning", "uploads.begin"],
    ["the completion", "uploads.complete"],
  ] as const)("has the reason of the server for refusing %s", async (_case, path) => {
    page.answers[path] = () => fail("forbidden");
    add("a.mp3");
    await expectSteps("a.mp3 forbidden");
  });

  it("keeps what the server has of it when it is tried again", async () => {
    page.answers["uploads.complete"] = () => fail("disk-full");
    add("a.mp3");
    await expectSteps("a.mp3 disk-full");
    page.answers["uploads.begin"] = () => ok({ parts: [1] });
    page.answers["uploads.complete"] = complete;
    page.uploads.retry(idOf("a.mp3"));
    await expectSteps("a.mp3 done");
    expect([page.puts.length, page.server.argsOf("uploads.cancel")]).toEqual([1, []]);
    expect(page.server.argsOf("uploads.announce")).toHaveLength(1);
  });

  it("starts from the beginning if the server has nothing usable of it", async () => {
    page.answers["uploads.complete"] = () => fail("upload-file-mismatch");
    add("a.mp3");
    await expectSteps("a.mp3 upload-file-mismatch");
    page.answers["uploads.complete"] = complete;
    page.uploads.retry(idOf("a.mp3"));
    await expectSteps("a.mp3 done");
    expect(page.server.argsOf("uploads.announce")).toHaveLength(2);
    await expect.poll(() => page.server.argsOf("uploads.cancel")).toEqual([{ uploadId: uploadOf("a.mp3") }]);
  });

  it("is read again if it could not be read", async () => {
    page.facts.set("a.mp3", "unreadable");
    add("a.mp3");
    await expectSteps("a.mp3 file-unreadable");
    page.facts.delete("a.mp3");
    page.uploads.retry(idOf("a.mp3"));
    await expectSteps("a.mp3 done");
  });

  it("is tried again with all others of its room for which that may help", async () => {
    page.answers["uploads.complete"] = ({ uploadId }) => fail(uploadId === uploadOf("b.mp3") ? "audio-damaged" : "disk-full");
    add("a.mp3", "b.mp3");
    page.uploads.add(KITCHEN, [audioFile("elsewhere.mp3")]);
    await expectSteps("a.mp3 disk-full", "b.mp3 audio-damaged", "elsewhere.mp3 disk-full");
    page.answers["uploads.complete"] = complete;
    page.uploads.retryAll(ATTIC);
    await expectSteps("a.mp3 done", "b.mp3 audio-damaged", "elsewhere.mp3 disk-full");
  });

  it("is removed with all others of its room, and its upload with it", async () => {
    page.answers["uploads.complete"] = ({ uploadId }) => (uploadId === uploadOf("b.mp3") ? complete() : fail("audio-damaged"));
    add("a.mp3", "b.mp3");
    page.uploads.add(KITCHEN, [audioFile("elsewhere.mp3")]);
    await expectSteps("a.mp3 audio-damaged", "b.mp3 done", "elsewhere.mp3 audio-damaged");
    page.uploads.removeFailed(ATTIC);
    expect(page.steps()).toEqual(["b.mp3 done", "elsewhere.mp3 audio-damaged"]);
    await expect.poll(() => page.server.argsOf("uploads.cancel")).toEqual([{ uploadId: uploadOf("a.mp3") }]);
  });
});

describe("a cancelled upload", () => {
  it("leaves the list at once, and its part and what the server has of it are given up", async () => {
    page.network.onPut = neverAnswer;
    add("a.mp3");
    await expectSteps("a.mp3 uploading");
    await expect.poll(() => page.puts.length).toBe(1);
    page.uploads.cancel(idOf("a.mp3"));
    expect([page.steps(), page.puts[0]?.isAborted]).toEqual([[], true]);
    await expect.poll(() => page.server.argsOf("uploads.cancel")).toEqual([{ uploadId: uploadOf("a.mp3") }]);
    expect(page.completed()).toEqual([]);
  });

  it("makes way for the next one", async () => {
    page.network.onPut = (put) => (put.path.includes("c.mp3") ? put.respond(200) : undefined);
    add("a.mp3", "b.mp3", "c.mp3");
    await expectSteps("a.mp3 uploading", "b.mp3 uploading", "c.mp3 queued");
    page.uploads.cancel(idOf("a.mp3"));
    await expectSteps("b.mp3 uploading", "c.mp3 completing");
    page.uploads.cancel(idOf("b.mp3"));
    await expectSteps("c.mp3 done");
  });

  it("is every one of its room that has not ended", async () => {
    page.network.onPut = (put) => (put.path.includes("done.mp3") ? put.respond(200) : undefined);
    page.uploads.add(ATTIC, [audioFile("done.mp3"), new File([], "empty.mp3")]);
    await expectSteps("done.mp3 done", "empty.mp3 file-empty");
    add("a.mp3");
    page.uploads.add(KITCHEN, [audioFile("elsewhere.mp3")]);
    page.uploads.cancelAll(ATTIC);
    await expectSteps("done.mp3 done", "empty.mp3 file-empty", "elsewhere.mp3 uploading");
  });

  it("that is done leaves its track in the room", async () => {
    add("a.mp3");
    await expectSteps("a.mp3 done");
    page.uploads.removeDone();
    expect([page.steps(), page.server.argsOf("uploads.cancel")]).toEqual([[], []]);
  });

  it("that is being read is not sent", async () => {
    const searching = createDeferred<void>();
    page.answers["tracks.findDuplicates"] = async () => {
      await searching.promise;
      return ok({ duplicates: [] });
    };
    add("a.mp3");
    await expectSteps("a.mp3 reading");
    await expect.poll(() => page.server.paths()).toContain("tracks.findDuplicates");
    page.uploads.cancel(idOf("a.mp3"));
    searching.resolve();
    add("b.mp3");
    await expectSteps("b.mp3 done");
    expect(page.completed()).toEqual([uploadOf("b.mp3")]);
  });
});

describe("a resumed upload", () => {
  const interrupted = (name: string) => ({
    ...{ uploadId: uploadOf("an earlier visit"), file: audioFile(name), facts: null, isAwaitingChoice: false },
  });

  it("continues with what the server has, and does not ask about duplicates again", async () => {
    resemble("a.mp3", 1);
    page.answers["uploads.begin"] = () => ok({ parts: [1] });
    page.uploads.resume(ATTIC, [interrupted("a.mp3")]);
    await expectSteps("a.mp3 done");
    expect(page.completed()).toEqual([uploadOf("an earlier visit")]);
    expect([page.puts, page.server.argsOf("uploads.announce")]).toEqual([[], []]);
  });

  it("is not read again if it was read to find it", async () => {
    page.facts.set("a.mp3", "unreadable");
    const tags = { title: "A", artist: "", album: "", genre: "", year: null };
    const facts = { sha256: "known", tags, durationMs: null, cover: null };
    page.uploads.resume(ATTIC, [{ ...interrupted("a.mp3"), facts }]);
    await expectSteps("a.mp3 done");
    expect(page.server.argsOf("uploads.begin")).toMatchObject([{ sha256: "known" }]);
  });

  it("asks again if the choice between duplicates was not made", async () => {
    resemble("a.mp3", 1);
    page.uploads.resume(ATTIC, [{ ...interrupted("a.mp3"), isAwaitingChoice: true }]);
    await expectSteps("a.mp3 duplicate");
    page.uploads.resolveDuplicate(idOf("a.mp3"), { use: "file" });
    await expectSteps("a.mp3 done");
    expect(page.completed()).toEqual([uploadOf("an earlier visit")]);
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
