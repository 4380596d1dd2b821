import { useState } from "react";
import type { UserId } from "#app/domain/ids.ts";
import { query as runQuery } from "#app/server-client/functions.ts";
import type { LiveQueries } from "#app/server-client/live-queries.client.ts";
import { type ListQuery, type RoomPage, toListArgs } from "./list-query.ts";
import { type ListedRoom, type PageFeed, RoomPages } from "./room-pages.ts";

/** The data of the page's loader: the first rooms of a list, and the total of the other tab. */
export type FirstPage = {
  readonly viewerId: UserId | null;
  readonly query: ListQuery;
  readonly page: RoomPage;
  /** Null for guests, who have no other tab. */
  readonly otherTotal: number | null;
};

/** The most recently shown lists, so that returning to one shows it at once. */
export type RoomListCache = {
  getPages(viewerId: UserId | null, query: ListQuery): RoomPages;
  /** Stores the loader's data. The same object is stored only once. */
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
type CachedList = { readonly pages: RoomPages; readonly toFeed: (live: Subscriptions) => PageFeed };

function createRoomListCache(): RoomListCache {
  /** Least recently used first. */
  const lists = new Map<string, CachedList>();
  const seeded = new WeakSet<FirstPage>();
  let live: Subscriptions | null = null;

  const follow = ({ pages, toFeed }: CachedList) => pages.follow(live && toFeed(live));

  function getPages(viewerId: UserId | null, query: ListQuery): RoomPages {
    const key = JSON.stringify([viewerId, query.tab, query.search, query.sort, query.isFavoritesOnly]);
    const known = lists.get(key);
    const list = known ?? createList(viewerId, query);
    if (!known) follow(list);
    lists.delete(key);
    lists.set(key, list);
    for (const oldest of [...lists.keys()].slice(0, -MAX_LISTS)) lists.delete(oldest);
    return list.pages;
  }

  return {
    getPages,
    seed(firstPage) {
      if (seeded.has(firstPage)) return;
      seeded.add(firstPage);
      const { viewerId, query, page, otherTotal } = firstPage;
      if (otherTotal !== null) getPages(viewerId, toOtherTab(query)).seed({ total: otherTotal });
      getPages(viewerId, query).seed(page);
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

function createList(viewerId: UserId | null, query: ListQuery): CachedList {
  const pages = new RoomPages({ fetchPage: createFetchPage(viewerId, query), localNowMs: Date.now });
  return { pages, toFeed: (live) => createPageFeed(viewerId, query, live) };
}

function createFetchPage(viewerId: UserId | null, query: ListQuery) {
  return (offset: number, limit: number) => {
    const args = { ...toListArgs(query), offset, limit };
    return query.tab === "mine" && viewerId
      ? runQuery("rooms.getUserRoomsWithAuthors", { ...args, userId: viewerId })
      : runQuery("rooms.getPublicRoomsWithAuthors", args);
  };
}

/** The lobby sends the numbers of people. A list that followed them too would be evaluated whenever a person comes or goes. */
function createPageFeed(viewerId: UserId | null, query: ListQuery, live: Subscriptions): PageFeed {
  return (offset, limit, receive) => {
    const args = { ...toListArgs(query), offset, limit, counts: "initial" as const };
    return query.tab === "mine" && viewerId
      ? live.subscribe("rooms.getUserRoomsWithAuthors", { ...args, userId: viewerId }, receive)
      : live.subscribe("rooms.getPublicRoomsWithAuthors", args, receive);
  };
}
