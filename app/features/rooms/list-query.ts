import { ROOM_SORTS, type RoomSort } from "#app/domain/room/room-sort.ts";
import type { FunctionValue } from "#app/server-client/functions.ts";

/** What lists of rooms are made of. */
export type RoomPage = FunctionValue<"rooms.getPublicRoomsWithAuthors">;
export type RoomSummary = RoomPage["rooms"][number];

/** Which rooms are listed, and in what order. The address says it, so that a list can be linked to and come back to. */
export type ListQuery = {
  readonly tab: "all" | "mine";
  readonly search: string;
  readonly sort: RoomSort;
  readonly isFavoritesOnly: boolean;
};

const DEFAULT_SORT: RoomSort = "lively";
/** A search that the server would refuse is not sent. */
const SEARCH_CHARS = 200;

/** Guests have neither rooms nor favorites. */
export function readListQuery(params: URLSearchParams, { isGuest }: { readonly isGuest: boolean }): ListQuery {
  const sort = params.get("sort");
  return {
    tab: !isGuest && params.get("tab") === "mine" ? "mine" : "all",
    search: (params.get("q") ?? "").slice(0, SEARCH_CHARS),
    sort: isSort(sort) ? sort : DEFAULT_SORT,
    isFavoritesOnly: !isGuest && params.get("favorites") === "1",
  };
}

/** The address of a list; what stands in it besides stays. */
export function withListQuery(params: URLSearchParams, { tab, search, sort, isFavoritesOnly }: ListQuery): URLSearchParams {
  const next = new URLSearchParams(params);
  const said = {
    tab: tab === "mine" && tab,
    q: search.trim() !== "" && search.slice(0, SEARCH_CHARS),
    sort: sort !== DEFAULT_SORT && sort,
    favorites: isFavoritesOnly && "1",
  };
  for (const [name, value] of Object.entries(said)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** What the functions take. */
export function listArgs({ search, sort, isFavoritesOnly }: ListQuery) {
  return { search, sort, favorites: isFavoritesOnly };
}

function isSort(value: string | null): value is RoomSort {
  return ROOM_SORTS.some((sort) => sort === value);
}
