import { useState } from "react";
import type { UserId } from "#app/domain/ids.ts";
import { query as ask } from "#app/server-client/functions.ts";
import type { RoomPage } from "./list-query.ts";
import { type ListQuery, listArgs } from "./list-query.ts";
import { createRoomPages, type ListedRoom, type RoomPages } from "./room-pages.ts";

/** What the page's loader gives: the first rooms of a list, and how many the other tab has. */
export type FirstPage = {
  readonly viewerId: UserId | null;
  readonly query: ListQuery;
  readonly page: RoomPage;
  /** Null: guests have no other tab. */
  readonly otherTotal: number | null;
};

/** The lists that were lately looked at, so that coming back to one finds it as it was. */
export type RoomListCache = {
  pages(viewerId: UserId | null, query: ListQuery): RoomPages;
  seed(first: FirstPage): void;
  refresh(): void;
  change(change: (listed: ListedRoom) => ListedRoom): void;
};

const KEPT_MAX = 12;

let ofThisBrowser: RoomListCache | null = null;

/** On the server every page has its own: that memory is everybody's. */
export function useRoomListCache(): RoomListCache {
  const [shelf] = useState(() => {
    if (typeof document === "undefined") return createRoomListCache();
    ofThisBrowser ??= createRoomListCache();
    return ofThisBrowser;
  });
  return shelf;
}

export function otherTab(query: ListQuery): ListQuery {
  return { ...query, tab: query.tab === "all" ? "mine" : "all" };
}

function createRoomListCache(): RoomListCache {
  const kept = new Map<string, RoomPages>();
  const seeded = new WeakSet<FirstPage>();

  function pages(viewerId: UserId | null, query: ListQuery): RoomPages {
    const key = JSON.stringify([viewerId, query.tab, query.search, query.sort, query.isFavoritesOnly]);
    const known = kept.get(key) ?? createRoomPages({ fetchPage: fetcher(viewerId, query), localNowMs: Date.now });
    // the last looked at goes last
    kept.delete(key);
    kept.set(key, known);
    for (const oldest of [...kept.keys()].slice(0, -KEPT_MAX)) kept.delete(oldest);
    return known;
  }

  return {
    pages,
    seed(first) {
      if (seeded.has(first)) return;
      seeded.add(first);
      const { viewerId, query, page, otherTotal } = first;
      if (otherTotal !== null) pages(viewerId, otherTab(query)).seed({ total: otherTotal });
      pages(viewerId, query).seed(page);
    },
    refresh() {
      for (const one of kept.values()) one.refresh();
    },
    change(change) {
      for (const one of kept.values()) one.change(change);
    },
  };
}

function fetcher(viewerId: UserId | null, query: ListQuery) {
  return (offset: number, limit: number) => {
    const args = { ...listArgs(query), offset, limit };
    return query.tab === "mine" && viewerId
      ? ask("rooms.getUserRoomsWithAuthors", { ...args, userId: viewerId })
      : ask("rooms.getPublicRoomsWithAuthors", args);
  };
}
