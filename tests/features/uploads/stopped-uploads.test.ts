import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { UploadId } from "#app/domain/ids.ts";
import { fail, ok } from "#app/domain/result.ts";
import { trackId } from "#tests/support/builders.ts";
import { createDeferred } from "#tests/support/deferred.ts";
import { ATTIC, audioFile, KITCHEN, openUploadPage, type UploadPage } from "./upload-page.ts";

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
    page.resemble("a.mp3", 1);
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
    page.resemble("a.mp3", 1);
    page.uploads.resume(ATTIC, [{ ...interrupted("a.mp3"), isAwaitingChoice: true }]);
    await expectSteps("a.mp3 duplicate");
    page.uploads.resolveDuplicate(idOf("a.mp3"), { use: "file" });
    await expectSteps("a.mp3 done");
    expect(page.completed()).toEqual([uploadOf("an earlier visit")]);
  });
});
