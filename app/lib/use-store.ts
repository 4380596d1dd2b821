import { useSyncExternalStore } from "react";
import type { ReadableStore } from "./store.ts";

/** The current value of a store. The component renders again when it changes. */
export function useStore<T>(store: ReadableStore<T>, serverValue?: T): T {
  return useSyncExternalStore(store.subscribe, store.get, serverValue === undefined ? store.get : () => serverValue);
}
