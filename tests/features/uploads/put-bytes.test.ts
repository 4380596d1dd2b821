import { afterEach, expect, it, vi } from "vitest";
import { putBytes } from "#app/features/uploads/put-bytes.ts";
import { stubPuts } from "./fake-put.ts";

afterEach(() => vi.unstubAllGlobals());

const BODY = new Blob(["sound"]);

/** Starts a request. The test answers it. */
function put(signal = new AbortController().signal) {
  const puts = stubPuts();
  const reports: number[] = [];
  const outcome = putBytes("/api/uploads/a/parts/1", BODY, { signal, onProgress: (sentBytes) => reports.push(sentBytes) });
  const [request] = puts;
  if (!request) throw new Error("nothing was requested");
  return { request, outcome, reports };
}

it("the bytes are sent as they are, and the sent ones are counted without the overhead of the connection", async () => {
  const { request, outcome, reports } = put();
  expect([request.path, request.contentType, request.body]).toEqual([
    "/api/uploads/a/parts/1",
    "application/octet-stream",
    BODY,
  ]);
  request.reportSent(2);
  request.reportSent(BODY.size + 300);
  request.respond(200);
  expect(await outcome).toEqual({ ok: true, value: null });
  expect(reports).toEqual([2, BODY.size]);
});

it.each([
  ["the code that the server gives", 413, '{"code":"storage-full"}', "storage-full"],
  ["a general code for one that this page does not know", 418, '{"code":"teapot"}', "audio-upload-failed"],
  ["a general code for the page of a proxy", 502, "<h1>Bad gateway</h1>", "audio-upload-failed"],
  ["a general code for any other status than 200", 204, "", "audio-upload-failed"],
])("a refused request fails with %s", async (_case, status, text, error) => {
  const { request, outcome } = put();
  request.respond(status, text);
  expect(await outcome).toEqual({ ok: false, error });
});

it("a lost connection fails with its own code", async () => {
  const { request, outcome } = put();
  request.loseConnection();
  expect(await outcome).toEqual({ ok: false, error: "network" });
});

it("an abort ends the request, and one before the request sends nothing", async () => {
  const during = new AbortController();
  const running = put(during.signal);
  during.abort();
  expect(await running.outcome).toEqual({ ok: false, error: "upload-cancelled" });
  expect(running.request.isAborted).toBe(true);
  const late = put(AbortSignal.abort());
  expect(await late.outcome).toEqual({ ok: false, error: "upload-cancelled" });
  expect(late.request.body).toBeNull();
});

it("an abort after the response changes nothing", async () => {
  const after = new AbortController();
  const { request, outcome } = put(after.signal);
  request.respond(200);
  after.abort();
  expect(await outcome).toEqual({ ok: true, value: null });
  expect(request.isAborted).toBe(false);
});
