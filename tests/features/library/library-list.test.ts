import { describe, expect, it } from "vitest";
import type { TrackId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { createLibraryList, type LibraryPage } from "#app/features/library/library-list.ts";
import { buildLibraryTrack } from "./build-library-track.ts";

const PAGE_SIZE = 2;
const stored = ["a", "b", "c", "d", "e"].map(buildLibraryTrack);

type PendingRequest = {
  readonly query: string;
  readonly cursor: string | null;
  respond(page: Result<LibraryPage>): void;
};

/** A list whose server has five tracks. A request stays pending until the test responds to it. */
function createListWithServer() {
  const pending: PendingRequest[] = [];
  const list = createLibraryList(
    ({ query, cursor }) => new Promise((resolve) => pending.push({ query, cursor, respond: resolve })),
  );
  /** Responds to the oldest request, with the page that it asks for unless another result is given. */
  const respond = async (page?: Result<LibraryPage>) => {
    const request = pending.shift();
    if (!request) throw new Error("no request is pending");
    request.respond(page ?? ok(findPage(request.query, request.cursor)));
    // the list receives the response before the next macrotask
    await new Promise<void>((resolve) => setImmediate(resolve));
    return request;
  };
  const titles = () => list.view.get().tracks?.map(({ track }) => track.title);
  return { list, respond, titles, pendingCount: () => pending.length };
}

function findPage(query: string, cursor: string | null): LibraryPage {
  const start = Number(cursor ?? 0);
  const end = start + PAGE_SIZE;
  const found = stored.filter(({ track }) => track.title >= query);
  const isDone = end >= found.length;
  return { tracks: found.slice(start, end), nextCursor: isDone ? null : String(end), isDone };
}

const ids = (...values: readonly string[]) => new Set(values as TrackId[]);

describe("the library list", () => {
  it("loads one page at a time until it is complete, and no page twice", async () => {
    const { list, respond, titles, pendingCount } = createListWithServer();
    list.search("");
    await respond();
    list.loadMore();
    list.loadMore();
    expect(pendingCount()).toBe(1);
    await respond();
    expect(titles()).toEqual(["a", "b", "c", "d"]);
    list.loadMore();
    await respond();
    expect(titles()).toEqual(["a", "b", "c", "d", "e"]);
    expect(list.view.get().isComplete).toBe(true);
    list.loadMore();
    expect(pendingCount()).toBe(0);
  });

  it("loads every page with the filter of its search", async () => {
    const requests: string[] = [];
    const list = createLibraryList(async ({ isSavedOnly, cursor }) => {
      requests.push(`${isSavedOnly ? "saved" : "all"} from ${cursor}`);
      return ok(findPage("", cursor));
    });
    const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
    list.search("", { isSavedOnly: true });
    await settle();
    expect(list.view.get().isSavedOnly).toBe(true);
    list.loadMore();
    await settle();
    list.search("");
    await settle();
    expect(requests).toEqual(["saved from null", "saved from 2", "all from null"]);
    expect(list.view.get().isSavedOnly).toBe(false);
  });

  it("keeps a track of a room that is no longer saved", async () => {
    const { list, respond } = createListWithServer();
    list.search("");
    const saved = ["a", "b"].map((id) => ({ ...buildLibraryTrack(id), isOwn: false, isSaved: true, rooms: 1 }));
    await respond(ok({ tracks: saved, nextCursor: null, isDone: true }));
    list.markUnsaved("a" as TrackId);
    expect(list.view.get().tracks?.map(({ isSaved }) => isSaved)).toEqual([false, true]);
  });

  it("ignores the response to a search that a later one has replaced", async () => {
    const { list, respond, titles } = createListWithServer();
    list.search("a");
    list.search("d");
    await respond();
    expect(titles()).toBeUndefined();
    await respond();
    expect([titles(), list.view.get().query]).toEqual([["d", "e"], "d"]);
  });

  it("stops after a failed page, and loads that page when it is retried", async () => {
    const { list, respond, titles, pendingCount } = createListWithServer();
    list.search("");
    await respond();
    list.loadMore();
    await respond(fail("network"));
    expect([titles(), list.view.get().error]).toEqual([["a", "b"], "network"]);
    list.loadMore();
    expect(pendingCount()).toBe(0);
    list.retry();
    expect((await respond()).cursor).toBe("2");
    expect([titles(), list.view.get().error]).toEqual([["a", "b", "c", "d"], null]);
  });

  it("removes deleted tracks and marks tracks that were added to the room", async () => {
    const { list, respond, titles } = createListWithServer();
    list.search("");
    await respond();
    list.remove(ids("a"));
    list.markInRoom(ids("b"));
    expect(titles()).toEqual(["b"]);
    expect(list.view.get().tracks?.[0]).toMatchObject({ isHere: true, rooms: 1 });
  });

  it("loads the next page when all visible tracks are deleted, unless there is none", async () => {
    const { list, respond, titles, pendingCount } = createListWithServer();
    list.search("");
    await respond();
    list.remove(ids("a"));
    expect(pendingCount()).toBe(0);
    list.remove(ids("b"));
    expect([titles(), list.view.get().isLoading, list.view.get().isComplete]).toEqual([[], true, false]);
    expect((await respond()).cursor).toBe("2");
    expect(titles()).toEqual(["c", "d"]);
    list.loadMore();
    await respond();
    list.remove(ids("c", "d", "e"));
    expect([titles(), pendingCount(), list.view.get().isComplete]).toEqual([[], 0, true]);
  });
});
