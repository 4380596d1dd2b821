import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { UploadId } from "#app/domain/ids.ts";
import { fail, ok } from "#app/domain/result.ts";
import type { TrackAnalysis } from "#app/domain/tracks/track-analysis.ts";
import { MIB } from "#app/domain/units.ts";
import { UPLOAD_ATTEMPTS_MAX } from "#app/domain/uploads/upload-plan.ts";
import { type FileToSend, type SendOptions, sendFile } from "#app/features/uploads/send-file.ts";
import { trackId } from "#tests/support/builders.ts";
import { createDeferred } from "#tests/support/deferred.ts";
import { type Answers, type FunctionServer, serveFunctions } from "#tests/support/function-server.ts";
import { passTimers, waitFor } from "#tests/support/wait.ts";
import { type FakePut, stubPuts } from "./fake-put.ts";

const UPLOAD = "upload" as UploadId;
const ANALYSIS: TrackAnalysis = { loudnessLufs: -9, truePeakDb: 0, waveform: null };
/** A file of three parts. */
const FILE = new File([new Uint8Array(16 * MIB + 5)], "song.flac");
const COVER = { image: new Blob(["cover"]), hue: 120 };

/** The numbers of the parts that have arrived. */
let storedParts: number[];
let puts: readonly FakePut[];
/** The faults of the next requests. Those after them arrive. */
let faults: ((put: FakePut) => void)[];
let answers: Answers;
let server: FunctionServer;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  storedParts = [];
  faults = [];
  puts = stubPuts((put) => (faults.shift() ?? arrive)(put));
  answers = {
    "uploads.begin": () => ok({ parts: [...storedParts] }),
    "uploads.complete": () => ok({ trackId: trackId(1) }),
  };
  server = serveFunctions(answers);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function arrive(put: FakePut): void {
  const part = /parts\/(\d+)$/.exec(put.path)?.[1];
  if (part) storedParts.push(Number(part));
  put.respond(200);
}
const lose = (put: FakePut) => put.loseConnection();
const refuse = (status: number, code: string) => (put: FakePut) => put.respond(status, JSON.stringify({ code }));
const neverAnswer = () => undefined;

/** The last word of the path of each request: a part's number, or `cover`. */
const requested = () => puts.map(({ path }) => path.replace(/^.*\//, ""));

function send(source: Partial<FileToSend> = {}, options: Partial<SendOptions> = {}) {
  return sendFile(
    { file: FILE, uploadId: UPLOAD, sha256: "hash", cover: null, lyrics: null, ...source },
    {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onCompleting: () => undefined,
      waitForEarlier: async () => undefined,
      analysis: Promise.resolve(ANALYSIS),
      ...options,
    },
  );
}

describe("a file", () => {
  it("is sent without the parts that the server has, with its cover, and then completed", async () => {
    storedParts = [2];
    const progress: number[] = [];
    faults.push((put) => {
      put.reportSent(MIB);
      arrive(put);
    });
    const onProgress = (bytes: number) => progress.push(bytes);
    expect(await send({ cover: COVER, lyrics: "La" }, { onProgress })).toEqual(ok(null));
    expect(requested()).toEqual(["1", "3", "cover"]);
    expect(puts.map(({ body }) => body?.size)).toEqual([8 * MIB, 5, COVER.image.size]);
    expect(progress).toEqual([9 * MIB]);
    expect(server.argsOf("uploads.begin")).toEqual([{ uploadId: UPLOAD, sha256: "hash" }]);
    expect(server.argsOf("uploads.complete")).toEqual([{ uploadId: UPLOAD, hue: 120, analysis: ANALYSIS, lyrics: "La" }]);
  });

  it("is completed once it is analyzed and the earlier files have ended", async () => {
    const analysis = createDeferred<null>();
    const earlier = createDeferred<void>();
    const onCompleting = vi.fn();
    const waitForEarlier = vi.fn(() => earlier.promise);
    const sent = send({}, { onCompleting, waitForEarlier, analysis: analysis.promise });
    await waitFor(() => expect(onCompleting).toHaveBeenCalled());
    expect(waitForEarlier).not.toHaveBeenCalled();
    analysis.resolve(null);
    await waitFor(() => expect(waitForEarlier).toHaveBeenCalled());
    expect(server.paths()).toEqual(["uploads.begin"]);
    earlier.resolve();
    expect(await sent).toEqual(ok(null));
    expect(server.argsOf("uploads.complete")).toEqual([{ uploadId: UPLOAD, hue: null, analysis: null }]);
  });

  it("is not sent if the server refuses its beginning", async () => {
    answers["uploads.begin"] = () => fail("storage-full");
    expect(await send()).toEqual(fail("storage-full"));
    expect([requested(), server.argsOf("uploads.complete")]).toEqual([[], []]);
  });

  it("fails with the reason for which the server refuses to complete it", async () => {
    answers["uploads.complete"] = () => fail("audio-damaged");
    expect(await send()).toEqual(fail("audio-damaged"));
  });

  it("is completed again if the reply is lost", async () => {
    let calls = 0;
    answers["uploads.complete"] = () => {
      calls += 1;
      return calls < 3 ? fail("network") : ok({ trackId: trackId(1) });
    };
    expect(await passTimers(send())).toEqual(ok(null));
    expect(calls).toBe(3);
  });
});

describe("a lost part", () => {
  it("is sent again, and those that arrived are not, even if their response was lost", async () => {
    faults.push(arrive, (put) => {
      storedParts.push(2);
      put.loseConnection();
    });
    expect(await passTimers(send())).toEqual(ok(null));
    expect(requested()).toEqual(["1", "2", "3"]);
    faults.push(arrive, lose);
    storedParts = [];
    expect(await passTimers(send())).toEqual(ok(null));
    expect(requested().slice(3)).toEqual(["1", "2", "2", "3"]);
  });

  it("fails the file after eight attempts of which none has sent a part", async () => {
    faults.push(...Array(UPLOAD_ATTEMPTS_MAX).fill(lose));
    expect(await passTimers(send())).toEqual(fail("network"));
    expect(requested()).toEqual(Array(UPLOAD_ATTEMPTS_MAX).fill("1"));
    expect(server.argsOf("uploads.complete")).toEqual([]);
  });

  it("starts the count of attempts again if another one has arrived", async () => {
    const almostAll = Array(UPLOAD_ATTEMPTS_MAX - 1).fill(lose);
    faults.push(...almostAll, arrive, ...almostAll);
    expect(await passTimers(send())).toEqual(ok(null));
    expect(storedParts).toEqual([1, 2, 3]);
  });

  it("fails the file at once if the server gives a lasting reason", async () => {
    faults.push(refuse(507, "storage-full"));
    expect(await send()).toEqual(fail("storage-full"));
    expect(requested()).toEqual(["1"]);
  });
});

describe("a cover", () => {
  it("is sent again if it was lost", async () => {
    faults.push(arrive, arrive, arrive, lose);
    expect(await passTimers(send({ cover: COVER }))).toEqual(ok(null));
    expect(requested().slice(3)).toEqual(["cover", "cover"]);
    expect(server.argsOf("uploads.complete")).toMatchObject([{ hue: 120 }]);
  });

  it("that the server refuses is left out, with its hue", async () => {
    faults.push(arrive, arrive, arrive, refuse(422, "cover-not-image"));
    expect(await send({ cover: COVER })).toEqual(ok(null));
    expect(server.argsOf("uploads.complete")).toMatchObject([{ hue: null }]);
  });
});

describe("a cancelled file", () => {
  it("aborts the part on its way, and is not completed", async () => {
    const controller = new AbortController();
    faults.push(neverAnswer);
    const sent = send({}, { signal: controller.signal });
    await waitFor(() => expect(requested()).toEqual(["1"]));
    controller.abort();
    expect(await sent).toEqual(fail("upload-cancelled"));
    expect([puts[0]?.isAborted, server.paths()]).toEqual([true, ["uploads.begin"]]);
  });

  it("starts no further attempt", async () => {
    const controller = new AbortController();
    faults.push(lose);
    const sent = send({}, { signal: controller.signal });
    await waitFor(() => expect(vi.getTimerCount()).toBe(1));
    controller.abort();
    expect(await sent).toEqual(fail("upload-cancelled"));
    expect([requested(), vi.getTimerCount()]).toEqual([["1"], 0]);
  });

  it("is not completed while it waits for the earlier ones", async () => {
    const controller = new AbortController();
    const waitForEarlier = async () => controller.abort();
    expect(await send({ cover: COVER }, { signal: controller.signal, waitForEarlier })).toEqual(fail("upload-cancelled"));
    expect([requested(), server.paths()]).toEqual([["1", "2", "3"], ["uploads.begin"]]);
  });
});
