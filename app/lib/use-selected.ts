import { useSyncExternalStore } from "react";
import type { ReadableStore } from "./store.ts";

/** A part of a store's value. The component renders again when the part is another value, so it must not be a new object each time. */
export function useSelected<T, Part>(store: ReadableStore<T>, select: (value: T) => Part): Part {
  const get = () => select(store.get());
  return useSyncExternalStore(store.subscribe, get, get);
}
