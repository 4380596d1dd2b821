import { useSyncExternalStore } from "react";
import type { ReadableStore } from "./store.ts";

/** The current value of a store. The component renders again when it changes. */
export function useStore<T>(store: ReadableStore<T>, serverValue?: T): T {
  return useSyncExternalStore(store.subscribe, store.get, serverValue === undefined ? store.get : () => serverValue);
}

/** A part of a store's value. The component renders again only when the part changes (`Object.is`). */
export function useStorePart<T, Part>(store: ReadableStore<T>, select: (value: T) => Part): Part {
  const get = () => select(store.get());
  return useSyncExternalStore(store.subscribe, get, get);
}
