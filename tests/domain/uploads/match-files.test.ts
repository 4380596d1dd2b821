import { describe, expect, it } from "vitest";
import type { UploadId } from "#app/domain/ids.ts";
import { type ChosenFile, matchFiles, needsHash, type UnfinishedUpload } from "#app/domain/uploads/match-files.ts";

const upload = (id: string, changes: Partial<UnfinishedUpload> = {}): UnfinishedUpload => ({
  ...{ uploadId: id as UploadId, fileName: `${id}.mp3`, sizeBytes: 100, sha256: null },
  ...changes,
});
const file = (name: string, changes: Partial<ChosenFile> = {}): ChosenFile => ({
  name,
  sizeBytes: 100,
  sha256: null,
  ...changes,
});

const pairs = (uploads: readonly UnfinishedUpload[], files: readonly ChosenFile[]) =>
  matchFiles(uploads, files).matched.map(({ upload: { uploadId }, file: { name } }) => `${uploadId}=${name}`);

describe("files selected again", () => {
  it("UP4 match by content if a part was sent, whatever their name", () => {
    const started = upload("a", { sha256: "aa" });
    expect(pairs([started], [file("renamed.mp3", { sha256: "aa" })])).toEqual(["a=renamed.mp3"]);
    expect(pairs([started], [file("a.mp3", { sha256: "bb" })])).toEqual([]);
  });

  it("UP4 match by name and size if nothing was sent", () => {
    expect(pairs([upload("a")], [file("a.mp3")])).toEqual(["a=a.mp3"]);
    expect(pairs([upload("a")], [file("b.mp3")])).toEqual([]);
    expect(pairs([upload("a")], [file("a.mp3", { sizeBytes: 99 })])).toEqual([]);
  });

  it("UP4 match one upload each", () => {
    expect(pairs([upload("a"), upload("b", { fileName: "a.mp3" })], [file("a.mp3"), file("a.mp3")])).toHaveLength(2);
    expect(pairs([upload("a"), upload("b", { fileName: "a.mp3" })], [file("a.mp3")])).toHaveLength(1);
  });

  it("UP4 match by content first, then by name", () => {
    const waiting = upload("b", { fileName: "a.mp3" });
    const started = upload("a", { sha256: "aa" });
    expect(pairs([waiting, started], [file("a.mp3", { sha256: "aa" })])).toEqual(["a=a.mp3"]);
  });

  it("UP4 are reported as changed if another file of the name was selected", () => {
    const { missing } = matchFiles([upload("a", { sha256: "aa" }), upload("b")], [file("a.mp3", { sha256: "bb" })]);
    expect(missing.map(({ upload: { uploadId }, reason }) => `${uploadId} ${reason}`)).toEqual(["a changed", "b not-chosen"]);
  });

  it("UP4 are hashed only if an upload with a stored hash has the same size", () => {
    const uploads = [upload("a", { sha256: "aa" }), upload("b", { sizeBytes: 200 })];
    expect(needsHash({ sizeBytes: 100 }, uploads)).toBe(true);
    expect(needsHash({ sizeBytes: 200 }, uploads)).toBe(false);
  });
});
