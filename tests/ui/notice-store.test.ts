import { beforeEach, describe, expect, it, vi } from "vitest";
import { createNoticeStore, LEAVE_MS, type NoticeOptions, type NoticeStore } from "#app/ui/notice-store.ts";
import { uiLimits } from "#app/ui/ui-limits.ts";
import { type VirtualTime, virtualTime } from "#tests/support/virtual-time.ts";

let clock: VirtualTime;
let store: NoticeStore;

beforeEach(() => {
  clock = virtualTime();
  store = createNoticeStore(clock);
});

const titles = () =>
  store
    .view()
    .shown.filter((notice) => !notice.isLeaving)
    .map((notice) => notice.title);
const tell = (title: string, options: Partial<NoticeOptions> = {}) => store.notify({ title, ...options });
const action = { id: "again", label: "Try again", onPress: () => undefined };

describe("how long a notice stays", () => {
  it("goes by itself after five seconds", () => {
    tell("saved");
    clock.pass(uiLimits.noticeMs - 1);
    expect(titles()).toEqual(["saved"]);
    clock.pass(1);
    expect(titles()).toEqual([]);
  });

  it("goes after its own duration where it has one", () => {
    tell("short", { duration: 1000 });
    clock.pass(1000);
    expect(titles()).toEqual([]);
  });

  it("stays while it has actions, whatever its duration", () => {
    tell("failed", { actions: [action], duration: 1000 });
    clock.pass(60_000);
    expect(titles()).toEqual(["failed"]);
  });

  it("stays when it is closable and has no duration", () => {
    tell("read this", { closable: true });
    clock.pass(60_000);
    expect(titles()).toEqual(["read this"]);
  });

  it("goes when it is closable and has a duration", () => {
    tell("read this", { closable: true, duration: 2000 });
    clock.pass(2000);
    expect(titles()).toEqual([]);
  });

  it("can be closed by hand unless it says no", () => {
    tell("may");
    tell("may not", { closable: false });
    expect(store.view().shown.map((notice) => notice.isClosable)).toEqual([true, false]);
  });
});

describe("while somebody reads", () => {
  it("keeps what was left of the time", () => {
    tell("saved");
    clock.pass(4000);
    store.setPaused(true);
    clock.pass(60_000);
    expect(titles()).toEqual(["saved"]);
    store.setPaused(false);
    clock.pass(999);
    expect(titles()).toEqual(["saved"]);
    clock.pass(1);
    expect(titles()).toEqual([]);
  });

  it("holds one that comes in meanwhile", () => {
    tell("first", { closable: true });
    store.setPaused(true);
    tell("second");
    clock.pass(60_000);
    expect(titles()).toEqual(["first", "second"]);
  });

  it("goes on by itself once the last one was closed under the pointer", () => {
    const id = tell("saved");
    store.setPaused(true);
    store.dismiss(id);
    tell("next");
    expect(store.view().isPaused).toBe(false);
    clock.pass(uiLimits.noticeMs);
    expect(titles()).toEqual([]);
  });
});

describe("more than three", () => {
  it("shows the newest three and counts the others", () => {
    for (const title of ["1", "2", "3", "4", "5"]) tell(title);
    expect(titles()).toEqual(["3", "4", "5"]);
    expect(store.view().hiddenCount).toBe(2);
  });

  it("stops the time of those that nobody sees", () => {
    tell("early");
    clock.pass(3000);
    for (const title of ["a", "b", "c"]) tell(title, { duration: 4000 });
    clock.pass(4000);
    expect(titles()).toEqual(["early"]);
    expect(store.elapsedMs(store.view().shown[0]?.id ?? "")).toBe(3000);
    clock.pass(2000);
    expect(titles()).toEqual([]);
  });

  it("forgets one that was hidden without showing it go", () => {
    const id = tell("early");
    for (const title of ["a", "b", "c"]) tell(title, { closable: true });
    store.dismiss(id);
    expect(store.view().hiddenCount).toBe(0);
    expect(store.view().shown).toHaveLength(3);
  });
});

describe("leaving", () => {
  it("takes a moment, in which it is still there", () => {
    const id = tell("saved");
    store.dismiss(id);
    expect(store.view().shown.map((notice) => notice.isLeaving)).toEqual([true]);
    clock.pass(LEAVE_MS);
    expect(store.view().shown).toEqual([]);
  });

  it("ignores a second dismissal, and one of nothing", () => {
    const id = tell("saved");
    store.dismiss(id);
    store.dismiss(id);
    store.dismiss("nothing");
    clock.pass(LEAVE_MS);
    expect(store.view().shown).toEqual([]);
  });
});

it("tells those who listen, and no longer those who left", () => {
  const listener = vi.fn();
  const leave = store.subscribe(listener);
  tell("one");
  expect(listener).toHaveBeenCalledTimes(1);
  leave();
  tell("two");
  expect(listener).toHaveBeenCalledTimes(1);
});

it("gives the same view until something changes", () => {
  tell("one");
  expect(store.view()).toBe(store.view());
});
