import { describe, expect, it } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import type { UploadItem, UploadStep } from "#app/features/uploads/upload-item.ts";
import { countUploads } from "#app/features/uploads/upload-totals.ts";

const item = (sizeBytes: number, step: UploadStep): UploadItem => ({
  id: 1,
  roomId: "room" as RoomId,
  file: new File([new Uint8Array(sizeBytes)], "song.mp3"),
  isResumed: false,
  facts: null,
  coverUrl: null,
  lyrics: null,
  chosenTrackId: null,
  step,
});
const sent = (sentBytes: number): UploadStep => ({ name: "uploading", sentBytes, startedAtMs: 0, startedAtBytes: 0 });
const DUPLICATE: UploadStep = { name: "duplicate", tracks: [] };
const FAILED: UploadStep = { name: "failed", error: "network" };

describe("the share of the uploads", () => {
  it("is that of the sent bytes", () => {
    expect(countUploads([item(100, sent(50)), item(300, { name: "done" }), item(100, { name: "waiting" })]).share).toBe(0.7);
  });

  it("does not count files that have failed or wait for the user", () => {
    expect(countUploads([item(100, sent(50)), item(100, DUPLICATE), item(100, FAILED)]).share).toBe(0.5);
  });

  it("is 0 without files", () => {
    expect(countUploads([]).share).toBe(0);
  });
});

describe("uploads move", () => {
  it.each<[string, UploadStep]>([
    ["that wait for their turn", { name: "waiting" }],
    ["that are read", { name: "reading", share: 0.5 }],
    ["that are queued", { name: "queued" }],
    ["that are sent", sent(10)],
    ["that the server processes", { name: "completing" }],
  ])("with files %s", (_name, step) => {
    expect(countUploads([item(100, step), item(100, DUPLICATE)]).isMoving).toBe(true);
  });

  it("not if all files are done, have failed or wait for the user", () => {
    const totals = countUploads([item(100, { name: "done" }), item(100, DUPLICATE), item(100, FAILED)]);
    expect(totals).toMatchObject({ isMoving: false, isInProgress: true, total: 3, ready: 1, duplicates: 1, failed: 1 });
  });
});
