import { useState } from "react";
import type { UserId } from "#app/domain/ids.ts";
import { query as runQuery } from "#app/server-client/functions.ts";
import type { LiveQueries } from "#app/server-client/live-queries.ts";
import { type ListQuery, type RoomPage, toListArgs } from "./list-query.ts";
import { type ListedRoom, type PageFeed, RoomPages } from "./room-pages.ts";
import { ShownRooms } from "./shown-rooms.ts";

/** The data of the page's loader: the first rooms of a list, and the total of the other tab. */
export type FirstPage = {
  readonly viewerId: UserId | null;
  readonly query: ListQuery;
  readonly page: RoomPage;
  /** Null for guests, who have no other tab. */
  readonly otherTotal: number | null;
};

/** A list, as it is loaded and as it is shown. */
type CachedList = { readonly pages: RoomPages; readonly shown: ShownRooms };

/** The most recently shown lists, so that returning to one shows it at once. */
export type RoomListCache = {
  getList(viewerId: UserId | null, query: ListQuery): CachedList;
  /** Stores the loader's data and shows it. The same object is stored only once. */
  seed(firstPage: FirstPage): void;
  /** Marks all lists as outdated. */
  refresh(): void;
  /** Keeps the lists that are shown up to date, from now on or, with null, not any more. */
  follow(live: Subscriptions | null): void;
  updateRooms(change: (listed: ListedRoom) => ListedRoom): void;
};

const MAX_LISTS = 12;

let browserCache: RoomListCache | null = null;

/** One cache for the browser tab. On the server each render has its own, because requests share the process. */
export function useRoomListCache(): RoomListCache {
  const [cache] = useState(() => {
    if (typeof document === "undefined") return createRoomListCache();
    browserCache ??= createRoomListCache();
    return browserCache;
  });
  return cache;
}

export function toOtherTab(query: ListQuery): ListQuery {
  return { ...query, tab: query.tab === "all" ? "mine" : "all" };
}

type Subscriptions = Pick<LiveQueries, "subscribe">;
type FollowedList = CachedList & { readonly toFeed: (live: Subscriptions) => PageFeed };

export function createRoomListCache(): RoomListCache {
  /** Least recently used first. */
  const lists = new Map<string, FollowedList>();
  const seeded = new WeakSet<FirstPage>();
  let live: Subscriptions | null = null;

  const follow = ({ pages, toFeed }: FollowedList) => pages.follow(live && toFeed(live));

  function getList(viewerId: UserId | null, query: ListQuery): CachedList {
    const key = JSON.stringify([viewerId, query.tab, query.search, query.sort, query.isFavoritesOnly]);
    const known = lists.get(key);
    const list = known ?? createList(viewerId, query);
    if (!known) follow(list);
    lists.delete(key);
    lists.set(key, list);
    for (const oldest of [...lists.keys()].slice(0, -MAX_LISTS)) lists.delete(oldest);
    return list;
  }

  return {
    getList,
    seed(firstPage) {
      if (seeded.has(firstPage)) return;
      seeded.add(firstPage);
      const { viewerId, query, page, otherTotal } = firstPage;
      if (otherTotal !== null) showSeed(getList(viewerId, toOtherTab(query)), { total: otherTotal });
      showSeed(getList(viewerId, query), page);
    },
    refresh() {
      for (const { pages } of lists.values()) pages.refresh();
    },
    follow(next) {
      live = next;
      for (const list of lists.values()) follow(list);
    },
    updateRooms(change) {
      for (const { pages } of lists.values()) pages.updateRooms(change);
    },
  };
}

/** The user has caused the request of the page, so its rooms do not wait. */
function showSeed({ pages, shown }: CachedList, response: Parameters<RoomPages["seed"]>[0]): void {
  pages.seed(response);
  shown.showWaiting();
}

function createList(viewerId: UserId | null, query: ListQuery): FollowedList {
  const pages = new RoomPages({ fetchPage: createFetchPage(viewerId, query), localNowMs: Date.now });
  const shown = new ShownRooms(pages.view, query.isFavoritesOnly);
  return { pages, shown, toFeed: (live) => createPageFeed(viewerId, query, live) };
}

function createFetchPage(viewerId: UserId | null, query: ListQuery) {
  return (offset: number, limit: number) => {
    const args = { ...toListArgs(query), offset, limit };
    return query.tab === "mine" && viewerId
      ? runQuery("rooms.getUserRoomsWithAuthors", { ...args, userId: viewerId })
      : runQuery("rooms.getPublicRoomsWithAuthors", args);
  };
}

/**
 * The lobby sends the numbers of people, and the tracks of open rooms. A list that followed them too would be evaluated whenever
 * a person comes or goes and whenever a track ends.
 */
function createPageFeed(viewerId: UserId | null, query: ListQuery, live: Subscriptions): PageFeed {
  return (offset, limit, receive) => {
    const args = { ...toListArgs(query), offset, limit, counts: "initial" as const };
    return query.tab === "mine" && viewerId
      ? live.subscribe("rooms.getUserRoomsWithAuthors", { ...args, userId: viewerId }, receive)
      : live.subscribe("rooms.getPublicRoomsWithAuthors", args, receive);
  };
}
