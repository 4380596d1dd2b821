import { beforeEach, describe, expect, it, vi } from "vitest";
import { LEAVE_MS, type NoticeOptions, NoticeStore } from "#app/ui/notice-store.ts";
import { uiLimits } from "#app/ui/ui-limits.ts";
import { createVirtualTime, type VirtualTime } from "#tests/support/virtual-time.ts";

let clock: VirtualTime;
let store: NoticeStore;

beforeEach(() => {
  clock = createVirtualTime();
  store = new NoticeStore(clock);
});

const titles = () =>
  store.view
    .get()
    .visible.filter((notice) => !notice.isLeaving)
    .map((notice) => notice.title);
const notify = (title: string, options: Partial<NoticeOptions> = {}) => store.notify({ title, ...options });
const action = { id: "again", label: "Try again", onPress: () => undefined };

describe("the duration of a notice", () => {
  it("is eight seconds by default", () => {
    notify("saved");
    clock.advance(7999);
    expect(titles()).toEqual(["saved"]);
    clock.advance(1);
    expect(titles()).toEqual([]);
  });

  it("is ten seconds by default if there are actions", () => {
    notify("removed", { actions: [action] });
    clock.advance(9999);
    expect(titles()).toEqual(["removed"]);
    clock.advance(1);
    expect(titles()).toEqual([]);
  });

  it("can be set", () => {
    notify("short", { duration: 1000 });
    clock.advance(1000);
    expect(titles()).toEqual([]);
  });

  it("does not end a closable notice with actions that has none of its own", () => {
    notify("asks to join", { actions: [action], closable: true });
    clock.advance(60_000);
    expect(titles()).toEqual(["asks to join"]);
  });

  it("ends a notice with actions that has one of its own", () => {
    notify("skipped", { actions: [action], duration: 8000 });
    clock.advance(7999);
    expect(titles()).toEqual(["skipped"]);
    clock.advance(1);
    expect(titles()).toEqual([]);
  });

  it("does not end a closable notice without a duration of its own", () => {
    notify("read this", { closable: true });
    clock.advance(60_000);
    expect(titles()).toEqual(["read this"]);
  });

  it("ends a closable notice with a duration of its own", () => {
    notify("read this", { closable: true, duration: 2000 });
    clock.advance(2000);
    expect(titles()).toEqual([]);
  });

  it("is independent of the close button, which only `closable: false` hides", () => {
    notify("may");
    notify("may not", { closable: false });
    expect(store.view.get().visible.map((notice) => notice.isClosable)).toEqual([true, false]);
  });
});

describe("a pause", () => {
  it("preserves the remaining time", () => {
    notify("saved");
    clock.advance(uiLimits.noticeMs - 1000);
    store.setPaused(true);
    clock.advance(60_000);
    expect(titles()).toEqual(["saved"]);
    store.setPaused(false);
    clock.advance(999);
    expect(titles()).toEqual(["saved"]);
    clock.advance(1);
    expect(titles()).toEqual([]);
  });

  it("also applies to notices that arrive during it", () => {
    notify("first", { closable: true });
    store.setPaused(true);
    notify("second");
    clock.advance(60_000);
    expect(titles()).toEqual(["first", "second"]);
  });

  it("ends when the last notice is closed under the pointer", () => {
    const id = notify("saved");
    store.setPaused(true);
    store.dismiss(id);
    notify("next");
    expect(store.view.get().isPaused).toBe(false);
    clock.advance(uiLimits.noticeMs);
    expect(titles()).toEqual([]);
  });
});

describe("more than three notices", () => {
  it("show the newest three and the number of the others", () => {
    for (const title of ["1", "2", "3", "4", "5"]) notify(title);
    expect(titles()).toEqual(["3", "4", "5"]);
    expect(store.view.get().hiddenCount).toBe(2);
  });

  it("pause the time of the hidden ones", () => {
    notify("early");
    clock.advance(3000);
    for (const title of ["a", "b", "c"]) notify(title, { duration: 4000 });
    clock.advance(4000);
    expect(titles()).toEqual(["early"]);
    expect(store.elapsedMs(store.view.get().visible[0]?.id ?? "")).toBe(3000);
    clock.advance(uiLimits.noticeMs - 3000);
    expect(titles()).toEqual([]);
  });

  it("drop a dismissed hidden one without fading it out", () => {
    const id = notify("early");
    for (const title of ["a", "b", "c"]) notify(title, { closable: true });
    store.dismiss(id);
    expect(store.view.get().hiddenCount).toBe(0);
    expect(store.view.get().visible).toHaveLength(3);
  });
});

describe("a dismissed notice", () => {
  it("fades out before it is removed", () => {
    const id = notify("saved");
    store.dismiss(id);
    expect(store.view.get().visible.map((notice) => notice.isLeaving)).toEqual([true]);
    clock.advance(LEAVE_MS);
    expect(store.view.get().visible).toEqual([]);
  });

  it("ignores a second dismissal, and an unknown id is ignored too", () => {
    const id = notify("saved");
    store.dismiss(id);
    store.dismiss(id);
    store.dismiss("nothing");
    clock.advance(LEAVE_MS);
    expect(store.view.get().visible).toEqual([]);
  });
});

describe("closing", () => {
  it("is reported once, with its cause", () => {
    const causes: string[] = [];
    notify("timed", { onClose: (cause) => causes.push(`timed: ${cause}`) });
    const id = notify("dismissed", { closable: true, onClose: (cause) => causes.push(`dismissed: ${cause}`) });
    store.dismiss(id);
    store.dismiss(id);
    clock.advance(60_000);
    expect(causes).toEqual(["dismissed: dismissal", "timed: timeout"]);
  });

  it("applies to all notices at once, and no hidden one becomes visible", () => {
    const seen = new Set<string>();
    for (const title of ["1", "2", "3", "4", "5"]) notify(title);
    store.view.subscribe(() => titles().forEach((title) => void seen.add(title)));
    store.dismissAll();
    clock.advance(LEAVE_MS);
    expect(store.view.get()).toEqual({ visible: [], hiddenCount: 0, isPaused: false });
    expect([...seen]).not.toContain("1");
  });
});

it("the store notifies listeners until they unsubscribe", () => {
  const listener = vi.fn();
  const unsubscribe = store.view.subscribe(listener);
  notify("one");
  expect(listener).toHaveBeenCalledTimes(1);
  unsubscribe();
  notify("two");
  expect(listener).toHaveBeenCalledTimes(1);
});

it("the view stays the same object until something changes", () => {
  notify("one");
  expect(store.view.get()).toBe(store.view.get());
});
