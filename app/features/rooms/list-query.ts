import { ROOM_SORTS, type RoomSort } from "#app/domain/room/room-sort.ts";
import type { FunctionValue } from "#app/server-client/functions.ts";

/** One page of a room list as the server returns it. */
export type RoomPage = FunctionValue<"rooms.getPublicRoomsWithAuthors">;
export type RoomSummary = RoomPage["rooms"][number];

/** The rooms to list and their order. It is part of the page's address, so that a list can be linked and revisited. */
export type ListQuery = {
  readonly tab: "all" | "mine";
  readonly search: string;
  readonly sort: RoomSort;
  readonly isFavoritesOnly: boolean;
};

const DEFAULT_SORT: RoomSort = "lively";
/** The server refuses longer searches. */
const SEARCH_MAX_CHARS = 200;

/** Reads the query from an address. Invalid values become the defaults. Guests have neither own rooms nor favorites. */
export function readListQuery(params: URLSearchParams, { isGuest }: { readonly isGuest: boolean }): ListQuery {
  const sort = params.get("sort");
  return {
    tab: !isGuest && params.get("tab") === "mine" ? "mine" : "all",
    search: (params.get("q") ?? "").slice(0, SEARCH_MAX_CHARS),
    sort: isSort(sort) ? sort : DEFAULT_SORT,
    isFavoritesOnly: !isGuest && params.get("favorites") === "1",
  };
}

/** Writes the query into an address. Defaults are left out; other parameters are preserved. */
export function withListQuery(params: URLSearchParams, { tab, search, sort, isFavoritesOnly }: ListQuery): URLSearchParams {
  const next = new URLSearchParams(params);
  const values = {
    tab: tab === "mine" && tab,
    q: search.trim() !== "" && search.slice(0, SEARCH_MAX_CHARS),
    sort: sort !== DEFAULT_SORT && sort,
    favorites: isFavoritesOnly && "1",
  };
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** The arguments of the backend functions that list rooms. */
export function toListArgs({ search, sort, isFavoritesOnly }: ListQuery) {
  return { search, sort, favorites: isFavoritesOnly };
}

function isSort(value: string | null): value is RoomSort {
  return ROOM_SORTS.some((sort) => sort === value);
}
