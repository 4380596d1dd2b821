import { describe, expect, it } from "vitest";
import { planChange } from "#app/features/rooms/list-changes.ts";
import type { RoomPagesView } from "#app/features/rooms/room-pages.ts";
import { buildListed, buildView, nameRooms, namesIn, toRoomId } from "./build-view.ts";

/** The cards in the window: the first six, in one column. */
const TOP = { first: 0, end: 6, columns: 1 };

const plan = (shown: RoomPagesView, wanted: RoomPagesView, viewport = TOP, isFavoritesOnly = false) =>
  planChange(shown, wanted, { viewport, isFavoritesOnly });

/** The plan of a change that has to wait. */
function expectWait(shown: RoomPagesView, wanted: RoomPagesView, viewport = TOP) {
  const change = plan(shown, wanted, viewport);
  if (change.type !== "wait") throw new Error("the change does not wait");
  return change;
}

const SHOWN = { type: "show", shift: 0 };

describe("a change of a list is shown at once", () => {
  it("if it only changes cards in place", () => {
    const wanted = buildView([buildListed("a", { description: "new" }), "b"]);
    expect(plan(buildView(["a", "b"]), wanted)).toEqual(SHOWN);
  });

  it("if a room is added at the end, or below the window", () => {
    expect(plan(buildView(["a", "b"]), buildView(["a", "b", "c"]))).toEqual(SHOWN);
    const rooms = nameRooms(20);
    expect(plan(buildView(rooms), buildView([...rooms.slice(0, 6), "new", ...rooms.slice(6)]))).toEqual(SHOWN);
    expect(plan(buildView(rooms), buildView(rooms.slice(0, 6)))).toEqual(SHOWN);
  });

  it("if the list was empty, was not loaded, or is not on the page", () => {
    expect(plan(buildView([]), buildView(["a"]))).toEqual(SHOWN);
    expect(plan({ ...buildView([]), total: null }, buildView(["a"]))).toEqual(SHOWN);
    const hidden = { viewport: null, isFavoritesOnly: false };
    expect(planChange(buildView(["a"]), buildView(["b"]), hidden)).toEqual(SHOWN);
  });

  it("if the user has created or deleted the room", () => {
    const own = buildListed("own", { role: "owner" });
    expect(plan(buildView(["a", "b"]), buildView([own, "a", "b"]))).toEqual(SHOWN);
    expect(plan(buildView([own, "a", "b"]), buildView(["a", "b"]))).toEqual(SHOWN);
    expect(plan(buildView(["a", "b"]), buildView([buildListed("joined", { role: "editor" }), "a", "b"])).type).toBe("wait");
  });

  it("if the user has marked or unmarked a room, in the list of favorites", () => {
    const marked = { ...buildListed("marked"), isFavorite: true };
    const unmarked = { ...marked, isFavorite: false };
    expect(plan(buildView(["a"]), buildView([marked, "a"]), TOP, true)).toEqual(SHOWN);
    expect(plan(buildView([unmarked, "a"]), buildView(["a"]), TOP, true)).toEqual(SHOWN);
    // deleted by its owner
    expect(plan(buildView([marked, "a"]), buildView(["a"]), TOP, true).type).toBe("wait");
  });
});

describe("a change above the window", () => {
  const rooms = nameRooms(40);
  const scrolled = { first: 8, end: 20, columns: 4 };

  it("is shown with the number of places that its cards take or leave, if these are whole rows", () => {
    const oneColumn = { ...scrolled, columns: 1 };
    expect(plan(buildView(rooms), buildView(["new", ...rooms]), oneColumn)).toEqual({ type: "show", shift: 1 });
    expect(plan(buildView(rooms), buildView(rooms.slice(1)), oneColumn)).toEqual({ type: "show", shift: -1 });
    const fourNew = ["n1", "n2", "n3", "n4", ...rooms];
    expect(plan(buildView(rooms), buildView(fourNew), scrolled)).toEqual({ type: "show", shift: 4 });
  });

  it("waits if cards would move to another column", () => {
    expect(expectWait(buildView(rooms), buildView(["new", ...rooms]), scrolled).newRooms).toBe(1);
  });

  it("waits while the first row is in the window, because scrolling would move what is above the list", () => {
    const top = { ...scrolled, first: 0 };
    expect(expectWait(buildView(rooms), buildView(["n1", "n2", "n3", "n4", ...rooms]), top).newRooms).toBe(4);
  });
});

describe("a change that waits", () => {
  it("leaves all cards in their places, with the current data of their rooms", () => {
    const renamed = { ...buildListed("b"), activeUsers: 3 };
    const { view, newRooms, removed } = expectWait(buildView(["a", "b"]), buildView(["new", renamed, "newer", "a"]));
    expect(namesIn(view)).toEqual(["a", "b"]);
    expect(view.total).toBe(2);
    expect(view.pages.get(0)?.[1]).toBe(renamed);
    expect(newRooms).toBe(2);
    expect(removed).toEqual(new Set());
  });

  it("has no new rooms if rooms have only changed places", () => {
    const { newRooms, removed } = expectWait(buildView(["a", "b", "c"]), buildView(["c", "a", "b"]));
    expect({ newRooms, removed }).toEqual({ newRooms: 0, removed: new Set() });
  });

  it("keeps the card of a removed room, and says so", () => {
    const { view, removed, newRooms } = expectWait(buildView(["a", "b", "c"]), buildView(["a", "new", "c"]));
    expect(namesIn(view)).toEqual(["a", "b", "c"]);
    expect(removed).toEqual(new Set([toRoomId("b")]));
    expect(newRooms).toBe(1);
  });

  it("is over once the list is as it was", () => {
    const { view } = expectWait(buildView(["a", "b"]), buildView(["new", "a", "b"]));
    expect(plan(view, buildView(["a", "b"]))).toEqual(SHOWN);
  });
});

describe("a change of a list of which only the first page is loaded", () => {
  const rooms = nameRooms(100);
  const firstPage = (names: readonly string[]) => buildView(names, [0]);

  it("takes a room that was moved to the next page neither for removed nor, on its return, for new", () => {
    const wanted = firstPage(["new", ...rooms]);
    const { view, newRooms, removed } = expectWait(firstPage(rooms), wanted);
    expect({ newRooms, removed }).toEqual({ newRooms: 1, removed: new Set() });
    expect(namesIn(view, 46, 49)).toEqual(["r46", "r47", undefined]);
    expect(expectWait(wanted, firstPage(rooms))).toMatchObject({ newRooms: 0, removed: new Set([toRoomId("new")]) });
  });

  it("finds the room that was removed", () => {
    const wanted = firstPage(rooms.filter((name) => name !== "r3"));
    expect(expectWait(firstPage(rooms), wanted)).toMatchObject({ newRooms: 0, removed: new Set([toRoomId("r3")]) });
  });

  it("does not take a room for removed that has moved far down", () => {
    const wanted = firstPage([...rooms.filter((name) => name !== "r3"), "r3"]);
    expect(expectWait(firstPage(rooms), wanted)).toMatchObject({ newRooms: 0, removed: new Set() });
  });

  it("continues the shown cards when the next page is loaded while the change waits, with each room once", () => {
    const { view } = expectWait(firstPage(rooms), buildView(["new", ...rooms], [0, 1]));
    expect(namesIn(view, 0, 95)).toEqual(rooms.slice(0, 95));
    // the first room of a page that is not loaded
    expect(namesIn(view, 95, 96)).toEqual([undefined]);
  });
});
