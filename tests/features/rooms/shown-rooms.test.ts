import { describe, expect, it } from "vitest";
import type { RoomPagesView } from "#app/features/rooms/room-pages.ts";
import { ShownRooms } from "#app/features/rooms/shown-rooms.ts";
import { createStore } from "#app/lib/store.ts";
import { buildListed, buildView, nameRooms, namesIn } from "./build-view.ts";

const TOP = { first: 0, end: 6, columns: 1 };

/** A list whose first cards are in the window, and the loaded list that it follows. */
function createVisibleRooms(rooms: readonly string[]) {
  const loaded = createStore<RoomPagesView>(buildView(rooms));
  const shown = new ShownRooms(loaded, false);
  let renders = 0;
  const leave = shown.view.subscribe(() => void renders++);
  shown.watchViewport(() => TOP);
  return { loaded, shown, leave, names: () => namesIn(shown.view.get()), renders: () => renders };
}

describe("the shown list", () => {
  it("has the changes that wait once they are asked for", () => {
    const { loaded, shown, names } = createVisibleRooms(["a", "b"]);
    loaded.set(buildView(["new", "a", "b"]));
    expect(names()).toEqual(["a", "b"]);
    expect(shown.view.get().waiting).toEqual({ newRooms: 1 });
    loaded.set(buildView(["newer", "new", "a"]));
    expect(shown.view.get().waiting).toEqual({ newRooms: 2 });
    expect(shown.view.get().removed.size).toBe(1);
    shown.showWaiting();
    expect(names()).toEqual(["newer", "new", "a"]);
    expect(shown.view.get()).toMatchObject({ waiting: null, removed: new Set() });
  });

  it("follows changes in place while others wait", () => {
    const { loaded, shown, names, renders } = createVisibleRooms(["a", "b"]);
    loaded.set(buildView(["new", "a", "b"]));
    loaded.set(buildView(["new", "a", { ...buildListed("b"), activeUsers: 4 }]));
    expect(names()).toEqual(["a", "b"]);
    expect(shown.view.get().pages.get(0)?.[1]?.activeUsers).toBe(4);
    expect(renders()).toBe(2);
  });

  it("has all changes when it is shown again", () => {
    const { loaded, shown, leave, names } = createVisibleRooms(["a", "b"]);
    loaded.set(buildView(["new", "a", "b"]));
    leave();
    expect(names()).toEqual(["new", "a", "b"]);
    loaded.set(buildView(["b", "a"]));
    expect(names()).toEqual(["b", "a"]);
    expect(shown.view.get()).toBe(shown.view.get());
    shown.view.subscribe(() => undefined);
    loaded.set(buildView(["a", "b"]));
    expect(names()).toEqual(["b", "a"]);
  });

  it("counts the cards that were inserted above the window, from zero each time that it appears", () => {
    const rooms = nameRooms(30);
    const { loaded, shown, leave } = createVisibleRooms(rooms);
    shown.watchViewport(() => ({ first: 10, end: 16, columns: 1 }));
    const { session } = shown.view.get().anchor;
    loaded.set(buildView(["new", ...rooms]));
    loaded.set(buildView(["newer", "new", ...rooms]));
    expect(shown.view.get().anchor).toEqual({ session, cards: 2 });
    loaded.set(buildView(["new", ...rooms]));
    expect(shown.view.get().anchor.cards).toBe(1);
    leave();
    expect(shown.view.get().anchor.cards).toBe(0);
    expect(shown.view.get().anchor.session).not.toBe(session);
  });
});
