import { useSearchParams } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useUser } from "#app/server-client/account/use-user.ts";
import { type ListQuery, readListQuery, withListQuery } from "./list-query.ts";
import { type FirstPage, otherTab, type RoomListCache, useRoomListCache } from "./room-list-cache.ts";
import type { RoomPages, RoomPagesView } from "./room-pages.ts";

/** The list that the address names. */
export type RoomList = {
  readonly query: ListQuery;
  /** `isQuiet`: no new step to go back to. */
  readonly choose: (change: Partial<ListQuery>, options?: { readonly isQuiet?: boolean }) => void;
  readonly shelf: RoomListCache;
  readonly pages: RoomPages;
  readonly view: RoomPagesView;
  /** `view` is still that of the list before, which stands in for a moment. */
  readonly isPending: boolean;
  /** How many rooms each tab has; null: not known, or nothing to know. */
  readonly totals: Readonly<Record<ListQuery["tab"], number | null>>;
};

/** What comes this soon takes the place of what was there without a skeleton between them. */
const STAND_IN_MS = 300;

export function useRoomList(first: FirstPage): RoomList {
  const shelf = useRoomListCache();
  useState(() => shelf.seed(first));
  useEffect(() => shelf.seed(first), [shelf, first]);
  const viewerId = useUser()?.id ?? null;
  const { query, choose } = useListQuery(viewerId === null);
  const pages = shelf.pages(viewerId, query);
  const view = useSyncExternalStore(pages.subscribe, pages.view, pages.view);
  // guests have one tab
  const other = viewerId === null ? pages : shelf.pages(viewerId, otherTab(query));
  const otherView = useSyncExternalStore(other.subscribe, other.view, other.view);
  useEffect(() => {
    if (viewerId !== null) other.wantTotal();
  }, [other, viewerId]);
  const standIn = usePlaceholderView(view);
  const totals = { [query.tab]: view.total, [otherTab(query).tab]: viewerId === null ? null : otherView.total };
  return {
    query,
    choose,
    shelf,
    pages,
    view: standIn ?? view,
    isPending: standIn !== null,
    // one tab and the other are both
    totals: totals as RoomList["totals"],
  };
}

function useListQuery(isGuest: boolean): Pick<RoomList, "query" | "choose"> {
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => readListQuery(params, { isGuest }), [params, isGuest]);
  const latest = useRef({ query, params, setParams });
  latest.current = { query, params, setParams };
  const choose = useCallback<RoomList["choose"]>((change, { isQuiet = false } = {}) => {
    const { query, params, setParams } = latest.current;
    const next = withListQuery(params, { ...query, ...change });
    if (next.toString() !== params.toString()) setParams(next, { replace: isQuiet, preventScrollReset: true });
  }, []);
  return { query, choose };
}

/** The last list that there was, while the next one has just been asked for. */
function usePlaceholderView(view: RoomPagesView): RoomPagesView | null {
  const last = useRef<RoomPagesView | null>(null);
  const [isLate, setLate] = useState(false);
  const isKnown = view.total !== null;
  useEffect(() => {
    if (isKnown) last.current = view;
  }, [isKnown, view]);
  useEffect(() => {
    if (isKnown) return;
    const timer = setTimeout(() => setLate(true), STAND_IN_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isKnown]);
  return isKnown || isLate ? null : last.current;
}
