import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { editIdOf } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import { createAdditionOffers } from "#app/features/playlist/addition-offers.ts";
import { type Addition, findAddition } from "#app/features/playlist/find-addition.ts";
import { INITIAL_ROOM_VIEW, type RoomView } from "#app/server-client/room/room-view.ts";
import { dismissAllNotices } from "#app/ui/notice-store.ts";
import { clearUndo, offerUndo } from "#app/ui/undo-store.ts";
import { buildEntry, entryId, OWNER, userId } from "#tests/support/builders.ts";

const TEXTS = { label: "Undo", done: "Undone", offline: "No connection" };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", { innerWidth: 1200 });
});

afterEach(() => {
  clearUndo();
  dismissAllNotices();
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Offers that receive messages of a room in which the user is the owner. */
function follow() {
  const view: RoomView = { ...INITIAL_ROOM_VIEW, self: { userId: OWNER, effectiveRole: "owner" } };
  const offered: Addition[] = [];
  const uploads = { isUploading: false };
  const offers = createAdditionOffers({
    isUploading: () => uploads.isUploading,
    offer(addition) {
      offered.push(addition);
      return offerUndo({ title: "added", undo: async () => ({ type: "done" }) }, TEXTS);
    },
  });
  const receive = (...events: readonly RoomEvent[]) => {
    const addition = findAddition({ type: "events", revision: 0, events }, view);
    if (addition) offers.add(addition);
  };
  const add = (...numbers: readonly number[]) =>
    receive(
      { type: "person-changed", person: { id: OWNER, name: "Olga", avatar: "" } },
      { type: "entries-added", entries: numbers.map(ranked) },
    );
  return { offers, uploads, offered, receive, add };
}

const editId = (n: number) => editIdOf(entryId(n));
const ranked = (n: number): Entry => ({ ...buildEntry(n), rank: `a${n}` });

it("offers to undo what is added together once", () => {
  const { add, offered } = follow();
  add(1, 2);
  add(3);
  vi.advanceTimersByTime(400);
  expect(offered).toEqual([{ editIds: [editId(1), editId(3)], count: 3 }]);
});

it("joins the parts of a large addition", () => {
  const { add, offered } = follow();
  add(1);
  vi.advanceTimersByTime(1000);
  add(2);
  vi.advanceTimersByTime(1000);
  expect(offered.at(-1)).toEqual({ editIds: [editId(1), editId(2)], count: 2 });
  vi.advanceTimersByTime(10_000);
  add(3);
  vi.advanceTimersByTime(1000);
  expect(offered.at(-1)).toEqual({ editIds: [editId(3)], count: 1 });
});

it("offers uploads after the last of them", () => {
  const { add, offers, uploads, offered } = follow();
  uploads.isUploading = true;
  add(1);
  vi.advanceTimersByTime(60_000);
  add(2);
  expect(offered).toEqual([]);
  uploads.isUploading = false;
  offers.showCollected();
  vi.advanceTimersByTime(400);
  expect(offered).toEqual([{ editIds: [editId(1), editId(2)], count: 2 }]);
});

it("offers nothing for entries that return, or that another person adds", () => {
  const { receive, offered } = follow();
  receive({ type: "entries-added", entries: [ranked(1)] });
  receive(
    { type: "person-changed", person: { id: userId("kim"), name: "Kim", avatar: "" } },
    { type: "entries-added", entries: [ranked(2)] },
  );
  vi.advanceTimersByTime(1000);
  expect(offered).toEqual([]);
});
