import { describe, expect, it } from "vitest";
import type { UploadId } from "#app/domain/ids.ts";
import { type ChosenFile, matchFiles, needsHash, type OpenUpload } from "#app/domain/uploads/match-files.ts";

const upload = (id: string, changes: Partial<OpenUpload> = {}): OpenUpload => ({
  ...{ uploadId: id as UploadId, fileName: `${id}.mp3`, sizeBytes: 100, sha256: null },
  ...changes,
});
const file = (name: string, changes: Partial<ChosenFile> = {}): ChosenFile => ({
  name,
  sizeBytes: 100,
  sha256: null,
  ...changes,
});

const pairs = (uploads: readonly OpenUpload[], files: readonly ChosenFile[]) =>
  matchFiles(uploads, files).matched.map(({ upload: { uploadId }, file: { name } }) => `${uploadId}=${name}`);

describe("files that are chosen again", () => {
  it("UP4 are known by their content where something was sent, whatever they are called now", () => {
    const begun = upload("a", { sha256: "aa" });
    expect(pairs([begun], [file("renamed.mp3", { sha256: "aa" })])).toEqual(["a=renamed.mp3"]);
    expect(pairs([begun], [file("a.mp3", { sha256: "bb" })])).toEqual([]);
  });

  it("UP4 are known by name and size where nothing was", () => {
    expect(pairs([upload("a")], [file("a.mp3")])).toEqual(["a=a.mp3"]);
    expect(pairs([upload("a")], [file("b.mp3")])).toEqual([]);
    expect(pairs([upload("a")], [file("a.mp3", { sizeBytes: 99 })])).toEqual([]);
  });

  it("UP4 serve one upload each", () => {
    expect(pairs([upload("a"), upload("b", { fileName: "a.mp3" })], [file("a.mp3"), file("a.mp3")])).toHaveLength(2);
    expect(pairs([upload("a"), upload("b", { fileName: "a.mp3" })], [file("a.mp3")])).toHaveLength(1);
  });

  it("UP4 go to what only their content fits before what anything of their name fits", () => {
    const waiting = upload("b", { fileName: "a.mp3" });
    const begun = upload("a", { sha256: "aa" });
    expect(pairs([waiting, begun], [file("a.mp3", { sha256: "aa" })])).toEqual(["a=a.mp3"]);
  });

  it("UP4 that are missing say whether another of their name was chosen", () => {
    const { missing } = matchFiles([upload("a", { sha256: "aa" }), upload("b")], [file("a.mp3", { sha256: "bb" })]);
    expect(missing.map(({ upload: { uploadId }, why }) => `${uploadId} ${why}`)).toEqual(["a changed", "b not-chosen"]);
  });

  it("UP4 are hashed only where their size is that of something begun", () => {
    const uploads = [upload("a", { sha256: "aa" }), upload("b", { sizeBytes: 200 })];
    expect(needsHash({ sizeBytes: 100 }, uploads)).toBe(true);
    expect(needsHash({ sizeBytes: 200 }, uploads)).toBe(false);
  });
});
