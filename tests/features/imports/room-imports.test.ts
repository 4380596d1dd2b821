import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { takeImportedCover } from "#app/app-state/imported-covers.ts";
import type { ImportBatchId, ImportItemId, RoomId, TrackId } from "#app/domain/ids.ts";
import type { ImportBatch } from "#app/domain/imports/import-batch.ts";
import { fail, ok } from "#app/domain/result.ts";
import { keyOfCollection } from "#app/features/imports/collection-key.ts";
import { serviceCoverUrl } from "#app/features/imports/cover-url.ts";
import { importsOf, type RoomImports } from "#app/features/imports/room-imports.ts";
import { removeAccountData } from "#app/server-client/account/account-data.ts";
import { createDeferred } from "#tests/support/deferred.ts";
import { type Answers, type FunctionServer, serveFunctions } from "#tests/support/function-server.ts";
import { createMemoryStorage } from "#tests/support/memory-storage.ts";
import { buildImportBatch, buildImportItem, buildServiceTrack } from "./build-import.ts";
import { settle } from "./import-page.ts";

const ROOM = "room" as RoomId;
const BATCH = "batch" as ImportBatchId;
const ITEM = "item" as ImportItemId;
const TRACK = "track" as TrackId;

let answers: Answers;
let server: FunctionServer;
/** The batches that the server has. */
let stored: ImportBatch[];
/** The imports that run, with what aborts when their connection is closed. */
let running: { readonly url: string; readonly signal: AbortSignal; readonly respond: (response: Response) => void }[];
let imports: RoomImports;

beforeEach(() => {
  [stored, running] = [[], []];
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("localStorage", createMemoryStorage());
  answers = {
    "imports.list": () => ok({ batches: stored }),
    "imports.start"() {
      stored = [buildImportBatch(BATCH, [buildImportItem(ITEM)])];
      return ok({ batchId: BATCH });
    },
    "imports.cancel": () => ok(null),
    "imports.retry": () => ok(null),
  };
  server = serveFunctions(answers, (url, { signal }) => {
    const { promise, resolve } = createDeferred<Response>();
    const { promise: lost, resolve: lose } = createDeferred<Response>();
    if (signal) running.push({ url, signal, respond: resolve });
    signal?.addEventListener("abort", () => lose(Response.error()));
    return Promise.race([promise, lost]);
  });
  imports = importsOf(ROOM);
});
afterEach(async () => {
  removeAccountData();
  await settle();
  vi.unstubAllGlobals();
});

const source = (cover: string | null = null) => ({ title: "Зима", tracks: [{ ...buildServiceTrack("a"), cover }] });
const itemState = () => imports.state.get().batches?.[0]?.items[0]?.state;
const urls = () => running.map(({ url }) => url);
const done = () => new Response(`${JSON.stringify({ type: "done", trackId: TRACK })}\n`);

describe("an import into a room", () => {
  it("is stored, runs at once and shows its progress and its end", async () => {
    expect(await imports.start(source())).toEqual(ok(null));
    expect(server.argsOf("imports.start")).toEqual([{ roomId: ROOM, ...source() }]);
    await expect.poll(urls).toEqual([`/api/imports/${ITEM}`]);
    expect(itemState()).toBe("running");
    running[0]?.respond(done());
    await expect.poll(itemState).toBe("done");
  });

  it("remembers the cover of the service for the track", async () => {
    stored = [buildImportBatch(BATCH, [buildImportItem(ITEM, { track: { ...buildServiceTrack("a"), cover: "c 1" } })])];
    answers["imports.start"] = () => ok({ batchId: BATCH });
    await imports.start(source("c 1"));
    await expect.poll(urls).toHaveLength(1);
    running[0]?.respond(done());
    await expect.poll(itemState).toBe("done");
    expect(takeImportedCover(TRACK)).toBe("/api/imports/cover?service=yandex&cover=c+1");
  });

  it("does not run if the server refuses it, or if the person has left meanwhile", async () => {
    answers["imports.start"] = () => fail("forbidden");
    expect(await imports.start(source())).toMatchObject({ ok: false });
    const storing = createDeferred<void>();
    answers["imports.start"] = async () => {
      await storing.promise;
      stored = [buildImportBatch(BATCH, [buildImportItem(ITEM)])];
      return ok({ batchId: BATCH });
    };
    const starting = imports.start(source());
    imports.stop();
    storing.resolve();
    expect(await starting).toEqual(ok(null));
    expect([itemState(), urls()]).toEqual(["waiting", []]);
  });

  it("goes on while its dialog is closed, and is another one in another room", async () => {
    await imports.start(source());
    expect(importsOf(ROOM)).toBe(imports);
    expect(importsOf("attic" as RoomId)).not.toBe(imports);
  });

  it("ends with the account", async () => {
    await imports.start(source());
    await expect.poll(urls).toHaveLength(1);
    removeAccountData();
    expect(running[0]?.signal.aborted).toBe(true);
    expect(importsOf(ROOM)).not.toBe(imports);
  });

  it("of an earlier visit waits until it is resumed", async () => {
    stored = [buildImportBatch(BATCH, [buildImportItem(ITEM)])];
    imports.load();
    await expect.poll(itemState).toBe("waiting");
    imports.resume(BATCH);
    await expect.poll(urls).toHaveLength(1);
  });
});

describe("an import that is cancelled", () => {
  beforeEach(async () => {
    await imports.start(source());
    await expect.poll(urls).toHaveLength(1);
  });

  it("is shown so at once, and its connection is closed after the server knows it", async () => {
    const cancelling = createDeferred<void>();
    answers["imports.cancel"] = async () => {
      await cancelling.promise;
      return ok(null);
    };
    const cancelled = imports.cancel(BATCH, [ITEM]);
    expect([itemState(), running[0]?.signal.aborted]).toEqual(["cancelled", false]);
    cancelling.resolve();
    expect(await cancelled).toEqual(ok(null));
    expect([itemState(), running[0]?.signal.aborted]).toEqual(["cancelled", true]);
    expect(server.argsOf("imports.cancel")).toEqual([{ batchId: BATCH, itemIds: [ITEM] }]);
  });

  it("is shown as the server has it if that refuses", async () => {
    answers["imports.cancel"] = () => fail("not-found");
    stored = [buildImportBatch(BATCH, [buildImportItem(ITEM, { state: "done" })])];
    expect(await imports.cancel(BATCH, [ITEM])).toEqual(fail("not-found"));
    await expect.poll(itemState).toBe("done");
  });

  it("runs again when it is tried again", async () => {
    await imports.cancel(BATCH, [ITEM]);
    expect(await imports.retry(BATCH, [ITEM])).toEqual(ok(null));
    await expect.poll(urls).toHaveLength(2);
    expect(server.argsOf("imports.retry")).toEqual([{ batchId: BATCH, itemIds: [ITEM] }]);
  });

  it("stays cancelled if the server does not let it run again", async () => {
    await imports.cancel(BATCH, [ITEM]);
    stored = [buildImportBatch(BATCH, [buildImportItem(ITEM, { state: "cancelled" })])];
    answers["imports.retry"] = () => fail("too-many-requests");
    const lists = server.argsOf("imports.list").length;
    expect(await imports.retry(BATCH, [ITEM])).toEqual(fail("too-many-requests"));
    await expect.poll(() => server.argsOf("imports.list").length).toBe(lists + 1);
    expect([itemState(), urls().length]).toEqual(["cancelled", 1]);
  });

  it("leaves the list with its batch, whose connections are closed", async () => {
    const [batch] = stored;
    if (!batch) throw new Error("no batch is stored");
    stored = [];
    expect(await imports.remove(batch)).toEqual(ok(null));
    expect([imports.state.get().batches, running[0]?.signal.aborted]).toEqual([[], true]);
    expect(server.argsOf("imports.cancel")).toEqual([{ batchId: BATCH }]);
  });
});

it("a cover of a service is fetched by the server, and a missing one by none", () => {
  expect(serviceCoverUrl({ service: "spotify", cover: "a&b" })).toBe("/api/imports/cover?service=spotify&cover=a%26b");
  expect(serviceCoverUrl({ service: "spotify", cover: null })).toBeNull();
});

it("collections of one id are different ones for each service and kind", () => {
  const collection = { service: "spotify", kind: "album", id: "1" } as Parameters<typeof keyOfCollection>[0];
  const keys = [collection, { ...collection, kind: "playlist" }, { ...collection, service: "yandex" }].map((one) =>
    keyOfCollection(one as typeof collection),
  );
  expect(new Set(keys).size).toBe(3);
});
