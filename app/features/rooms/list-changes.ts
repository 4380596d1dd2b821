import type { RoomId } from "#app/domain/ids.ts";
import { findRoom, type ListedRoom, listLoaded, ROOMS_PER_PAGE, type RoomPagesView } from "./room-pages.ts";
import type { Viewport } from "./visible-range.ts";

/** How a list that has changed is to be shown. */
type ListChange =
  /** As it is. Its visible cards are `shift` places further down than before. */
  | { readonly type: "show"; readonly shift: number }
  /** Its visible cards would move. Until that is requested, `view` is shown: all cards in their places, with their current data. */
  | {
      readonly type: "wait";
      readonly view: RoomPagesView;
      /** Cards of rooms that the list no longer has. */
      readonly removed: ReadonlySet<RoomId>;
      /** Rooms that are not shown yet. */
      readonly newRooms: number;
    };

type Situation = {
  /** Null while no card is on the page. */
  readonly viewport: Viewport | null;
  readonly isFavoritesOnly: boolean;
};

type Listing = Pick<RoomPagesView, "total" | "pages">;
type Positions = ReadonlyMap<RoomId, number>;

/**
 * Compares the shown list with the wanted one. Changes wait if they would move a card that is visible, unless the user has made
 * them: a new or deleted room of their own, or a mark in the list of favorites.
 */
export function planChange(shown: RoomPagesView, wanted: RoomPagesView, situation: Situation): ListChange {
  const positions = findPositions(wanted);
  const shift = situation.viewport ? findShift(shown, positions, situation.viewport) : 0;
  if (shift !== null) return { type: "show", shift };
  const removed = listRemoved(shown, wanted, positions);
  const { added, newRooms } = listAdded(shown, wanted, removed.length);
  const isOwn =
    removed.some((listed) => isOwnRemoval(listed, situation)) || added.some((listed) => isOwnAddition(listed, situation));
  if (isOwn) return { type: "show", shift: 0 };
  return {
    type: "wait",
    view: keepPlaces(shown, wanted, positions),
    removed: new Set(removed.map(({ room }) => room._id)),
    newRooms,
  };
}

function findPositions(list: Listing): Positions {
  return new Map(listLoaded(list).map(([index, { room }]) => [room._id, index]));
}

/**
 * By how many places the visible cards are moved, if it is the same number for all of them and scrolling can make up for it:
 * whole rows, above the window. Null if a visible card would move or disappear.
 */
function findShift(shown: Listing, positions: Positions, { first, end, columns }: Viewport): number | null {
  let shift: number | null = null;
  for (let index = first; index < Math.min(end, countTotal(shown)); index++) {
    const listed = findRoom(shown, index);
    if (!listed) continue;
    const position = positions.get(listed.room._id);
    if (position === undefined || (shift !== null && position - index !== shift)) return null;
    shift = position - index;
  }
  if (shift === null || shift === 0) return 0;
  return first > 0 && shift % columns === 0 ? shift : null;
}

/**
 * The shown rooms that the wanted list no longer has. A room may also have moved to a page that is not loaded: then at most as
 * many are missing as the list has become shorter, or it is not known which.
 */
function listRemoved(shown: Listing, wanted: Listing, positions: Positions): readonly ListedRoom[] {
  const missing = listLoaded(shown).flatMap(([, listed]) => (positions.has(listed.room._id) ? [] : [listed]));
  const isLoaded = positions.size === wanted.total;
  return isLoaded || missing.length <= countTotal(shown) - countTotal(wanted) ? missing : [];
}

/** The loaded rooms that are not shown, if any room is new. Others of them have moved here from pages that are not loaded. */
function listAdded(shown: Listing, wanted: Listing, removed: number) {
  const known = findPositions(shown);
  const added = listLoaded(wanted).flatMap(([, listed]) => (known.has(listed.room._id) ? [] : [listed]));
  const newRooms = Math.min(added.length, Math.max(0, countTotal(wanted) - countTotal(shown) + removed));
  return { added: newRooms > 0 ? added : [], newRooms };
}

function countTotal({ total }: Listing): number {
  return total ?? 0;
}

function isOwnRemoval({ room, isFavorite }: ListedRoom, { isFavoritesOnly }: Situation): boolean {
  return room.role === "owner" || (isFavoritesOnly && !isFavorite);
}

function isOwnAddition({ room }: ListedRoom, { isFavoritesOnly }: Situation): boolean {
  return room.role === "owner" || isFavoritesOnly;
}

/** The shown cards in their places, with the current data of their rooms. An empty place continues the cards above it. */
function keepPlaces(shown: RoomPagesView, wanted: RoomPagesView, positions: Positions): RoomPagesView {
  const total = countTotal(shown);
  const used = new Set(findPositions(shown).keys());
  let shift = 0;
  const toPlace = (index: number): ListedRoom | null => {
    const listed = findRoom(shown, index);
    const position = listed ? positions.get(listed.room._id) : index + shift;
    const current = position === undefined ? undefined : findRoom(wanted, position);
    if (listed) {
      if (position !== undefined) shift = position - index;
      return current ?? listed;
    }
    if (!current || used.has(current.room._id)) return null;
    used.add(current.room._id);
    return current;
  };
  const toPage = (page: number) => {
    const first = page * ROOMS_PER_PAGE;
    return Array.from({ length: Math.min(ROOMS_PER_PAGE, total - first) }, (_, i) => toPlace(first + i));
  };
  const numbers = [...new Set([...shown.pages.keys(), ...wanted.pages.keys()])].filter((page) => page * ROOMS_PER_PAGE < total);
  const pages = new Map(numbers.sort((a, b) => a - b).map((page) => [page, toPage(page)]));
  return { ...wanted, total, pages };
}
