import { expect, it, vi } from "vitest";
import { createStore } from "#app/lib/store.ts";

it("notifies listeners of a new value, and not of the same value", () => {
  const store = createStore(1);
  const listener = vi.fn();
  const unsubscribe = store.subscribe(listener);
  store.set(2);
  store.set(2);
  store.update((value) => value + 1);
  expect(store.get()).toBe(3);
  expect(listener).toHaveBeenCalledTimes(2);
  unsubscribe();
  store.set(4);
  expect(listener).toHaveBeenCalledTimes(2);
});
