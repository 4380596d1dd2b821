import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { UserId } from "#app/domain/ids.ts";
import { ok, type Result } from "#app/domain/result.ts";
import type { ListQuery, RoomPage } from "#app/features/rooms/list-query.ts";
import { createRoomListCache, type FirstPage, type RoomListCache } from "#app/features/rooms/room-list-cache.ts";
import { ROOMS_PER_PAGE } from "#app/features/rooms/room-pages.ts";
import { userId } from "#tests/support/builders.ts";
import { type FunctionServer, serveFunctions } from "#tests/support/function-server.ts";
import { buildListed, namesIn } from "./build-view.ts";

const MIRA = userId("mira");
const ALL: ListQuery = { tab: "all", search: "", sort: "lively", isFavoritesOnly: false };
const MINE: ListQuery = { ...ALL, tab: "mine" };
/** The arguments of the requests for the first page of `ALL` and `MINE`. */
const LIST_ARGS = { search: "", sort: "lively", favorites: false, offset: 0, limit: ROOMS_PER_PAGE };

let cache: RoomListCache;
let server: FunctionServer;

beforeEach(() => {
  cache = createRoomListCache();
  server = serveFunctions({
    "rooms.getPublicRoomsWithAuthors": () => ok(pageOf("public")),
    "rooms.getUserRoomsWithAuthors": () => ok(pageOf("own")),
  });
});
afterEach(() => vi.unstubAllGlobals());

function pageOf(...names: readonly string[]): RoomPage {
  const rooms = names.map((name) => buildListed(name).room);
  return { rooms, roomAuthors: {}, roomUsers: {}, nowPlaying: {}, total: names.length, nextCursor: null, isDone: true };
}

const firstPage = (changes: Partial<FirstPage> = {}): FirstPage => ({
  ...{ viewerId: MIRA, query: ALL, page: pageOf("a", "b"), otherTotal: 7 },
  ...changes,
});

/** Shows the first cards of a list, which loads them and follows them. Returns the function that leaves it. */
function show(viewerId: UserId | null, query: ListQuery): () => void {
  const { pages, shown } = cache.getList(viewerId, query);
  pages.setVisibleRange(0, 10);
  return shown.view.subscribe(() => undefined);
}

const shownNames = (viewerId: UserId | null, query: ListQuery) => namesIn(cache.getList(viewerId, query).shown.view.get());

/** Live queries of which a test is the server. */
function createLive() {
  type Subscription = { readonly path: string; readonly args: unknown; readonly send: (page: RoomPage) => void };
  const open = new Set<Subscription>();
  const live: Parameters<RoomListCache["follow"]>[0] = {
    subscribe(path, args, receive) {
      // the cache subscribes to lists of rooms only
      const receivePage = receive as (response: Result<RoomPage>) => void;
      const subscription = { path, args, send: (page: RoomPage) => receivePage(ok(page)) };
      open.add(subscription);
      return () => void open.delete(subscription);
    },
  };
  return { live, open, paths: () => [...open].map(({ path }) => path) };
}

describe("the loader's data", () => {
  it("is shown at once, with the total of the other tab", () => {
    cache.seed(firstPage());
    expect(shownNames(MIRA, ALL)).toEqual(["a", "b"]);
    expect(cache.getList(MIRA, MINE).shown.view.get().total).toBe(7);
    show(MIRA, ALL);
    expect(server.calls).toEqual([]);
  });

  it("belongs to its person: a guest sees none of it, and has no other tab", () => {
    cache.seed(firstPage());
    expect(cache.getList(null, ALL).shown.view.get().total).toBeNull();
    cache.seed(firstPage({ viewerId: null, page: pageOf("c"), otherTotal: null }));
    expect(shownNames(null, ALL)).toEqual(["c"]);
    expect(cache.getList(null, MINE).shown.view.get()).toMatchObject({ total: null, lastMessageAtMs: null });
  });

  it("replaces what is shown without waiting, but the same data is stored only once", () => {
    const first = firstPage();
    cache.seed(first);
    const { shown } = cache.getList(MIRA, ALL);
    show(MIRA, ALL);
    shown.watchViewport(() => ({ first: 0, end: 2, columns: 1 }));
    cache.seed(firstPage({ page: pageOf("c", "a") }));
    expect([shownNames(MIRA, ALL), shown.view.get().waiting]).toEqual([["c", "a"], null]);
    cache.seed(first);
    expect(shownNames(MIRA, ALL)).toEqual(["c", "a"]);
  });
});

describe("a cached list", () => {
  it("is the same for the same person, tab, search, order and filter", () => {
    const list = cache.getList(MIRA, ALL);
    expect(cache.getList(MIRA, { ...ALL })).toBe(list);
    const others: Partial<ListQuery>[] = [{ tab: "mine" }, { search: "a" }, { sort: "newest" }, { isFavoritesOnly: true }];
    for (const change of others) expect(cache.getList(MIRA, { ...ALL, ...change })).not.toBe(list);
    expect(cache.getList(null, ALL)).not.toBe(list);
  });

  it("is forgotten once twelve others were shown after it", () => {
    const search = (words: string) => cache.getList(MIRA, { ...ALL, search: words });
    const list = cache.getList(MIRA, ALL);
    for (let i = 0; i < 11; i++) search(`${i}`);
    expect(cache.getList(MIRA, ALL)).toBe(list);
    for (let i = 11; i < 22; i++) search(`${i}`);
    expect(cache.getList(MIRA, ALL)).toBe(list);
    for (let i = 22; i < 34; i++) search(`${i}`);
    expect(cache.getList(MIRA, ALL)).not.toBe(list);
  });

  it("is loaded when it is shown: the public rooms, or those of the person", async () => {
    show(MIRA, ALL);
    show(MIRA, MINE);
    await expect.poll(() => [shownNames(MIRA, ALL), shownNames(MIRA, MINE)]).toEqual([["public"], ["own"]]);
    expect(server.argsOf("rooms.getPublicRoomsWithAuthors").at(-1)).toEqual(LIST_ARGS);
    expect(server.argsOf("rooms.getUserRoomsWithAuthors").at(-1)).toEqual({ ...LIST_ARGS, userId: MIRA });
  });

  it("shows public rooms to a guest whose address names the own rooms", async () => {
    show(null, MINE);
    await expect.poll(() => shownNames(null, MINE)).toEqual(["public"]);
  });

  it("is loaded again when all are outdated", async () => {
    cache.seed(firstPage());
    show(MIRA, ALL);
    cache.refresh();
    await expect.poll(() => shownNames(MIRA, ALL)).toEqual(["public"]);
  });

  it("changes wherever a room that it contains changes", () => {
    cache.seed(firstPage());
    cache.seed(firstPage({ query: MINE, page: pageOf("b") }));
    cache.updateRooms((listed) => (listed.room.name === "b" ? { ...listed, activeUsers: 3 } : listed));
    const usersIn = (query: ListQuery) =>
      cache
        .getList(MIRA, query)
        .pages.view.get()
        .pages.get(0)
        ?.map((listed) => listed?.activeUsers);
    expect([usersIn(ALL), usersIn(MINE)]).toEqual([[0, 3], [3]]);
  });
});

describe("the lists that are shown", () => {
  it("follow live queries, which count no people, until they are left", () => {
    cache.seed(firstPage());
    cache.seed(firstPage({ query: MINE, page: pageOf("b") }));
    const { live, open, paths } = createLive();
    const leave = show(MIRA, ALL);
    cache.follow(live);
    expect(paths()).toEqual(["rooms.getPublicRoomsWithAuthors"]);
    expect([...open][0]?.args).toEqual({ ...LIST_ARGS, counts: "initial" });
    leave();
    expect(paths()).toEqual([]);
    show(MIRA, MINE);
    expect(paths()).toEqual(["rooms.getUserRoomsWithAuthors"]);
    expect([...open][0]?.args).toEqual({ ...LIST_ARGS, counts: "initial", userId: MIRA });
  });

  it("show what the live queries send, also those that are opened later", () => {
    const { live, open } = createLive();
    cache.follow(live);
    cache.seed(firstPage());
    show(MIRA, ALL);
    for (const { send } of open) send(pageOf("c", "a"));
    expect(shownNames(MIRA, ALL)).toEqual(["c", "a"]);
  });

  it("follow nothing without a connection", () => {
    cache.seed(firstPage());
    const { live, paths } = createLive();
    show(MIRA, ALL);
    cache.follow(live);
    cache.follow(null);
    expect(paths()).toEqual([]);
  });
});
