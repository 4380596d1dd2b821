import { useSearchParams } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { useStore } from "#app/lib/use-store.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { type ListQuery, readListQuery, withListQuery } from "./list-query.ts";
import { type FirstPage, type RoomListCache, toOtherTab, useRoomListCache } from "./room-list-cache.ts";
import type { RoomPages } from "./room-pages.ts";
import type { ShownRooms, ShownView } from "./shown-rooms.ts";

/** The list that the page's address names. */
export type RoomList = {
  readonly query: ListQuery;
  /** `replace` replaces the current history entry instead of adding one. */
  readonly changeQuery: (change: Partial<ListQuery>, options?: { readonly replace?: boolean }) => void;
  readonly cache: RoomListCache;
  readonly pages: RoomPages;
  readonly shown: ShownRooms;
  readonly view: ShownView;
  /** True while `view` is that of the previous list, because this one is still loading. */
  readonly isPlaceholder: boolean;
  /** The number of rooms in each tab. Null if it is not loaded, or if a guest has no such tab. */
  readonly totals: Readonly<Record<ListQuery["tab"], number | null>>;
};

/** For this long the previous list is shown instead of skeletons. */
const PLACEHOLDER_MS = 300;

export function useRoomList(firstPage: FirstPage): RoomList {
  const cache = useRoomListCache();
  // The first render must already find the loader's data.
  useState(() => cache.seed(firstPage));
  useEffect(() => cache.seed(firstPage), [cache, firstPage]);
  const viewerId = useUser()?.id ?? null;
  const { query, changeQuery } = useListQuery(viewerId === null);
  const { pages, shown } = cache.getList(viewerId, query);
  const view = useStore(shown.view);
  // Guests have one tab only.
  const otherPages = viewerId === null ? pages : cache.getList(viewerId, toOtherTab(query)).pages;
  const otherView = useStore(otherPages.view);
  useEffect(() => {
    if (viewerId !== null) otherPages.loadTotalOnly();
  }, [otherPages, viewerId]);
  const placeholder = usePlaceholderView(view);
  const otherTotal = viewerId === null ? null : otherView.total;
  return {
    query,
    changeQuery,
    cache,
    pages,
    shown,
    view: placeholder ?? view,
    isPlaceholder: placeholder !== null,
    totals: query.tab === "all" ? { all: view.total, mine: otherTotal } : { all: otherTotal, mine: view.total },
  };
}

function useListQuery(isGuest: boolean): Pick<RoomList, "query" | "changeQuery"> {
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => readListQuery(params, { isGuest }), [params, isGuest]);
  const latest = useLatestRef({ query, params, setParams });
  const changeQuery = useCallback<RoomList["changeQuery"]>(
    (change, { replace = false } = {}) => {
      const { query, params, setParams } = latest.current;
      const next = withListQuery(params, { ...query, ...change });
      if (next.toString() !== params.toString()) setParams(next, { replace, preventScrollReset: true });
    },
    [latest],
  );
  return { query, changeQuery };
}

/** The previous list, while the current one has not been loading for long. Null otherwise. */
function usePlaceholderView(view: ShownView): ShownView | null {
  const previous = useRef<ShownView | null>(null);
  const [isExpired, setExpired] = useState(false);
  const isLoaded = view.total !== null;
  useEffect(() => {
    if (isLoaded) previous.current = view;
  }, [isLoaded, view]);
  useEffect(() => {
    if (isLoaded) return;
    const timer = setTimeout(() => setExpired(true), PLACEHOLDER_MS);
    return () => {
      clearTimeout(timer);
      setExpired(false);
    };
  }, [isLoaded]);
  return isLoaded || isExpired ? null : previous.current;
}
