import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as announcing from "#app/ui/announce.ts";
import { dismissAllNotices, notices } from "#app/ui/notice-store.ts";
import { uiLimits } from "#app/ui/ui-limits.ts";
import { clearUndo, getLastUndo, offerUndo, type UndoOutcome } from "#app/ui/undo-store.ts";

const announced: string[] = [];

const TEXTS = { label: "Undo", done: "Undone", offline: "No connection" };
const DONE: UndoOutcome = { type: "done" };

beforeEach(() => {
  vi.spyOn(announcing, "announce").mockImplementation((text) => void announced.push(text));
  vi.useFakeTimers();
  vi.stubGlobal("window", { innerWidth: 1200 });
});

afterEach(() => {
  clearUndo();
  dismissAllNotices();
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  announced.length = 0;
});

const shown = () => notices.view.get().visible.filter(({ isLeaving }) => !isLeaving);
const titles = () => shown().map(({ title }) => title);
const settle = () => vi.advanceTimersByTimeAsync(0);

/** Offers an undo whose attempts have these outcomes, the last one repeatedly. */
function offer(title: string, ...outcomes: readonly UndoOutcome[]) {
  const undo = vi.fn(async () => outcomes[Math.min(undo.mock.calls.length, outcomes.length) - 1] ?? DONE);
  return { undo, offer: offerUndo({ title, undo }, TEXTS) };
}

describe("an offer to undo", () => {
  it("UD5 is a notice with a button, and the last one is the first to be undone", async () => {
    const [first, second] = [offer("moved"), offer("removed")];
    expect(shown().map(({ title, actions }) => [title, actions[0]?.label])).toEqual([
      ["moved", "Undo"],
      ["removed", "Undo"],
    ]);
    getLastUndo()?.undo();
    await settle();
    expect([first.undo.mock.calls.length, second.undo.mock.calls.length]).toEqual([0, 1]);
    expect([titles(), announced]).toEqual([["moved"], ["Undone"]]);
    getLastUndo()?.undo();
    await settle();
    expect(first.undo).toHaveBeenCalledOnce();
    expect(getLastUndo()).toBeNull();
  });

  it("replaces the notice of an earlier action on the same topic, but not the offer", async () => {
    const undo = async () => DONE;
    for (const position of ["second", "third"]) offerUndo({ title: position, topic: "entry", undo }, TEXTS);
    offerUndo({ title: "removed", undo }, TEXTS);
    expect(titles()).toEqual(["third", "removed"]);
    const undone: (string | undefined)[] = [];
    for (let last = getLastUndo(); last; last = getLastUndo()) {
      undone.push(last.title);
      last.undo();
    }
    expect(undone).toEqual(["removed", "third", "second"]);
    await settle();
  });

  it("UD5 waits until the undo before it has ended", async () => {
    let end: () => void = () => undefined;
    const slow = new Promise<UndoOutcome>((resolve) => {
      end = () => resolve(DONE);
    });
    const earlier = offer("first edit");
    const later = offerUndo({ title: "second edit", undo: () => slow }, TEXTS);
    later.undo();
    earlier.offer.undo();
    await settle();
    expect(earlier.undo).not.toHaveBeenCalled();
    end();
    await settle();
    expect(earlier.undo).toHaveBeenCalledOnce();
  });

  it("UD5 is carried out once, however often it is pressed", async () => {
    const { undo, offer: pressed } = offer("removed");
    pressed.undo();
    pressed.undo();
    await settle();
    expect(undo).toHaveBeenCalledOnce();
  });

  it("UD5 ends after a minute, or when the room is left", () => {
    offer("old");
    vi.advanceTimersByTime(uiLimits.undoMs - 1);
    expect(getLastUndo()?.title).toBe("old");
    vi.advanceTimersByTime(1);
    expect(getLastUndo()).toBeNull();
    offer("left behind");
    clearUndo();
    expect([getLastUndo(), titles()]).toEqual([null, []]);
  });

  it("UD5 remains without a connection, and a notice says so", async () => {
    const { undo, offer: lost } = offer("moved", { type: "offline" }, DONE);
    lost.undo();
    await settle();
    expect(shown().map(({ title, message, actions }) => [title, message, actions.length])).toEqual([
      ["No connection", "moved", 1],
    ]);
    shown()[0]?.actions[0]?.onPress();
    await settle();
    expect(undo).toHaveBeenCalledTimes(2);
    expect([getLastUndo(), announced]).toEqual([null, ["Undone"]]);
  });

  it("UD5 does not return without a connection after the room was left", async () => {
    const { offer: lost } = offer("moved", { type: "offline" });
    lost.undo();
    clearUndo();
    await settle();
    expect(getLastUndo()).toBeNull();
  });

  it("UD5 ends with the reason if the undo is refused", async () => {
    const { offer: refused } = offer("moved", { type: "refused", reason: "It has changed since" });
    refused.undo();
    await settle();
    expect(shown().map(({ title, message, actions }) => [title, message, actions])).toEqual([
      ["It has changed since", "moved", []],
    ]);
    expect([getLastUndo(), announced]).toEqual([null, []]);
  });
});
