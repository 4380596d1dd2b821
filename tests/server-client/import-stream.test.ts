import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { type ImportProgress, streamImport } from "#app/server-client/import-stream.ts";

/** A server that answers with these pieces of text. */
function respondWith(pieces: readonly string[], status = 200): void {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  vi.stubGlobal("fetch", async () => new Response(body, { status }));
}

async function importOne(signal = new AbortController().signal) {
  const progress: ImportProgress[] = [];
  const outcome = await streamImport("/api/imports/1", {
    roomId: "r" as RoomId,
    signal,
    onProgress: (next) => progress.push(next),
  });
  return { outcome, received: progress.map(({ receivedBytes }) => receivedBytes) };
}

beforeEach(() => {
  vi.stubGlobal("sessionStorage", { getItem: () => null });
});
afterEach(() => vi.unstubAllGlobals());

describe("the stream of an import", () => {
  it("is read line by line, however it was divided", async () => {
    respondWith([
      '{"type":"progress","receivedBytes":1,"tot',
      'alBytes":3}\n{"type":"progress","receivedBytes":3,"totalBytes":3}\n\n{"type":"done",',
      '"trackId":"t"}\n',
    ]);
    expect(await importOne()).toEqual({ outcome: { type: "done", trackId: "t" }, received: [1, 3] });
  });

  it("counts as a lost network if it ends without an outcome", async () => {
    respondWith(['{"type":"progress","receivedBytes":1,"totalBytes":3}\n']);
    expect(await importOne()).toEqual({ outcome: { type: "failed", code: "network" }, received: [1] });
  });

  it("has the detail of a failure", async () => {
    respondWith(['{"type":"failed","code":"service-busy","detail":{"waitSeconds":7}}\n']);
    expect((await importOne()).outcome).toEqual({ type: "failed", code: "service-busy", detail: { waitSeconds: 7 } });
  });

  it("fails with the code of a refusal", async () => {
    respondWith(['{"statusCode":404,"code":"import-batch-not-found"}'], 404);
    expect((await importOne()).outcome).toEqual({ type: "failed", code: "import-batch-not-found" });
  });

  it("reports no progress after it was aborted", async () => {
    const controller = new AbortController();
    controller.abort();
    respondWith(['{"type":"progress","receivedBytes":1,"totalBytes":3}\n{"type":"failed","code":"upload-cancelled"}\n']);
    expect((await importOne(controller.signal)).received).toEqual([]);
  });
});
