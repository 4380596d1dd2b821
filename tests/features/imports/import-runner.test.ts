import { describe, expect, it } from "vitest";
import type { ImportBatchId, ImportItemId } from "#app/domain/ids.ts";
import { removeBatch, setItems } from "#app/features/imports/import-state.ts";
import { countActive } from "#app/features/imports/import-totals.ts";
import { buildImportBatch, buildImportItem, buildServiceTrack } from "./build-import.ts";
import { done, failed, openImportPage, settle } from "./import-page.ts";

const items = (...ids: readonly string[]) => ids.map((id) => buildImportItem(id));
const batch = (id: string, ...ids: readonly string[]) => buildImportBatch(id, items(...ids));
const ids = (...values: readonly string[]) => new Set(values as ImportItemId[]);

describe("the import runner", () => {
  it("imports nothing before a batch is run", async () => {
    const page = await openImportPage([batch("b", "1", "2")]);
    expect(page.started).toEqual([]);
    expect(page.timers.size).toBe(0);
  });

  it("imports three items at a time, in their order", async () => {
    const page = await openImportPage([batch("b", "1", "2", "3", "4", "5", "6")]);
    page.run("b");
    expect(page.running()).toEqual(["1", "2", "3"]);
    await page.end("2", done("t2"));
    expect(page.running()).toEqual(["1", "3", "4"]);
    expect(page.states()).toMatchObject({ 1: "running", 2: "done", 4: "running", 5: "waiting" });
    expect(page.imported).toEqual(["2=t2"]);
  });

  it("finishes the older batch first", async () => {
    const page = await openImportPage([batch("new", "n1", "n2"), batch("old", "o1", "o2", "o3")]);
    page.run("new");
    page.run("old");
    await page.end("n1", done("t"));
    await page.end("o1", done("t"));
    expect(page.started).toEqual(["n1", "n2", "o1", "o2", "o3"]);
  });

  it("continues with the others after a failure", async () => {
    const page = await openImportPage([batch("b", "1", "2", "3", "4", "5")]);
    page.run("b");
    await page.end("1", { type: "failed", code: "file-too-large", detail: { status: 413 } });
    expect(page.running()).toContain("4");
    expect(page.runner.state.get().batches?.[0]?.items[0]).toMatchObject({
      state: "failed",
      error: "file-too-large",
      errorDetail: { status: 413 },
    });
  });

  it("reports the progress of the items that run", async () => {
    const page = await openImportPage([batch("b", "1")]);
    page.run("b");
    page.report("1", 40);
    expect([...page.runner.state.get().progress]).toEqual([["1", { receivedBytes: 40, totalBytes: 100 }]]);
    await page.end("1", done("t"));
    expect(page.runner.state.get().progress.size).toBe(0);
  });

  it("stops a batch whose service no longer accepts the account", async () => {
    const page = await openImportPage([batch("b", "1", "2", "3", "4", "5", "6")]);
    page.run("b");
    await page.end("1", failed("service-token-expired"));
    expect(page.started).toHaveLength(3);
    expect(page.states()).toMatchObject({ 1: "failed", 4: "waiting", 5: "waiting" });
    expect(page.runner.state.get().stopError).toBe("service-token-expired");
    page.run("b");
    expect(page.running()).toContain("4");
  });
});

describe("a list that is loaded during the import", () => {
  it("does not take an item from this page whose start it does not know yet", async () => {
    const page = await openImportPage([batch("b", "1", "2")]);
    page.run("b");
    await page.runner.load();
    await page.end("1", failed("import-failed"));
    expect(page.states()).toEqual({ 1: "failed", 2: "running" });
  });

  it("adds a batch that was started meanwhile", async () => {
    const page = await openImportPage([]);
    page.run("b");
    page.server.batches = [batch("b", "1")];
    await page.runner.load();
    expect(page.running()).toEqual(["1"]);
  });
});

describe("a list that could not be loaded after batches were started", () => {
  const start = async (error: "network" | "forbidden") => {
    const page = await openImportPage([batch("a", "1")]);
    page.server.error = error;
    for (const id of ["b", "c"]) {
      page.run(id);
      await page.runner.load();
    }
    page.server.error = null;
    page.server.batches = [batch("c", "3"), batch("b", "2"), batch("a", "1")];
    return page;
  };

  it("is loaded again, and then they run without an action of the person", async () => {
    const page = await start("network");
    expect(page.running()).toEqual([]);
    await page.advance(15_000);
    expect(page.running()).toEqual(["2", "3"]);
    expect(page.runner.state.get().error).toBeNull();
  });

  it("is loaded as soon as the browser is online", async () => {
    const page = await start("network");
    page.goOnline();
    await settle();
    expect(page.running()).toEqual(["2", "3"]);
  });

  it("is left alone if that would fail again", async () => {
    const page = await start("forbidden");
    await page.advance(120_000);
    expect(page.running()).toEqual([]);
    await page.runner.load();
    expect(page.running()).toEqual(["2", "3"]);
  });
});

describe("the totals of the running imports", () => {
  it("leave out batches that had ended before the last one was started", async () => {
    const page = await openImportPage([batch("b", "2"), batch("a", "1")]);
    page.run("a");
    await page.end("1", done("t"));
    page.run("b");
    expect(countActive(page.runner.state.get())).toMatchObject({ total: 1, open: 1, done: 0 });
  });
});

describe("a busy service", () => {
  it("gets the next request after the time that it has named", async () => {
    const page = await openImportPage([batch("b", "1", "2", "3", "4", "5")]);
    page.run("b");
    await page.end("1", { type: "failed", code: "service-busy", detail: { waitSeconds: 5 } });
    expect(page.states()[1]).toBe("waiting");
    await page.advance(4_999);
    expect(page.started).toHaveLength(3);
    await page.advance(1);
    expect(page.running()).toEqual(["2", "3", "1"]);
  });

  it("is left alone while as many downloads of the person run as may", async () => {
    const page = await openImportPage([batch("b", "1")]);
    page.run("b");
    await page.end("1", { type: "failed", code: "too-many-downloads", detail: { waitSeconds: 15 } });
    expect(page.states()[1]).toBe("waiting");
    await page.advance(15_000);
    expect(page.running()).toEqual(["1"]);
  });

  it("gets the next request after a minute if it has named no time", async () => {
    const page = await openImportPage([batch("b", "1")]);
    page.run("b");
    await page.end("1", failed("service-busy"));
    await page.advance(59_999);
    expect(page.running()).toEqual([]);
    await page.advance(1);
    expect(page.running()).toEqual(["1"]);
  });

  it("does not delay the items of another service", async () => {
    const other = buildImportItem("s1", { track: buildServiceTrack("s1", "subsonic") });
    const page = await openImportPage([buildImportBatch("b", [...items("1", "2", "3", "4", "5"), other])]);
    page.run("b");
    await page.end("1", failed("service-busy"));
    expect(page.running()).toEqual(["2", "3", "s1"]);
  });
});

describe("a lost network", () => {
  it("pauses the imports until the browser is online again", async () => {
    const page = await openImportPage([batch("b", "1", "2")]);
    page.run("b");
    page.goOffline();
    await page.end("1", failed("network"));
    await page.end("2", failed("network"));
    await page.advance(120_000);
    expect(page.states()).toEqual({ 1: "waiting", 2: "waiting" });
    expect(page.running()).toEqual([]);
    page.goOnline();
    expect(page.running()).toEqual(["1", "2"]);
  });

  it("is tried again after a while if the browser has not noticed it", async () => {
    const page = await openImportPage([batch("b", "1")]);
    page.run("b");
    await page.end("1", failed("network"));
    expect(page.running()).toEqual([]);
    await page.advance(15_000);
    expect(page.running()).toEqual(["1"]);
  });
});

describe("an item that another window imports", () => {
  it("is left alone until the list is loaded again", async () => {
    const page = await openImportPage([batch("b", "1", "2")]);
    page.run("b");
    await page.end("1", failed("import-item-busy"));
    expect(page.running()).toEqual(["2"]);
    expect(page.states()[1]).toBe("running");
    const [, second] = items("1", "2");
    page.server.batches = [buildImportBatch("b", [buildImportItem("1", { state: "done" }), ...(second ? [second] : [])])];
    await page.advance(60_000);
    expect(page.states()).toMatchObject({ 1: "done" });
    expect(page.started).toEqual(["1", "2"]);
  });

  it("is tried again if the other window has been closed", async () => {
    const page = await openImportPage([batch("b", "1")]);
    page.run("b");
    await page.end("1", failed("import-item-busy"));
    await page.advance(60_000);
    expect(page.server.lists).toBe(2);
    expect(page.running()).toEqual(["1"]);
  });
});

describe("the person", () => {
  it("cancels an item that runs, and the next one starts", async () => {
    const page = await openImportPage([batch("b", "1", "2", "3", "4", "5")]);
    page.run("b");
    page.runner.change((state) => setItems(state, ids("1"), "cancelled"));
    page.abort("1");
    await settle();
    expect(page.states()[1]).toBe("cancelled");
    expect(page.running()).toEqual(["2", "3", "4"]);
  });

  it("gets a track that was imported before its cancellation arrived", async () => {
    const page = await openImportPage([batch("b", "1")]);
    page.run("b");
    page.runner.change((state) => setItems(state, ids("1"), "cancelled"));
    await page.end("1", done("t1"));
    expect(page.states()[1]).toBe("done");
  });

  it("retries a failed item", async () => {
    const page = await openImportPage([batch("b", "1")]);
    page.run("b");
    await page.end("1", failed("import-failed"));
    page.runner.change((state) => setItems(state, ids("1"), "waiting"));
    expect(page.running()).toEqual(["1"]);
  });

  it("removes a batch whose items run", async () => {
    const page = await openImportPage([batch("b", "1")]);
    page.run("b");
    page.runner.change((state) => removeBatch(state, "b" as ImportBatchId));
    page.abort("1");
    await settle();
    expect(page.runner.state.get()).toMatchObject({ batches: [], progress: new Map(), activeIds: new Set() });
    expect(page.timers.size).toBe(0);
  });

  it("leaves the room: the requests are closed and nothing starts any more", async () => {
    const page = await openImportPage([batch("b", "1", "2", "3", "4", "5")]);
    page.run("b");
    page.runner.stop();
    await settle();
    await page.advance(600_000);
    page.goOnline();
    expect(page.running()).toEqual([]);
    expect(page.started).toHaveLength(3);
    expect(Object.values(page.states())).toEqual(["waiting", "waiting", "waiting", "waiting", "waiting"]);
    expect(page.timers.size).toBe(0);
  });
});
