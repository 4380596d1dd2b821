import { createStore, type ReadableStore } from "./store.ts";

/** The JSON value under a key. Null if it is missing or malformed, if storage is forbidden, and on the server. */
export function readJson(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Stores a value as JSON. Does nothing if storage is full or forbidden. */
export function storeJson(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // the caller's value lasts until the page is closed
  }
}

type StoredValue<T> = ReadableStore<T> & { set(next: T): void };

/**
 * A value that the tabs of this browser share. Without storage it lasts until the page is closed.
 * @param parse must accept any value; null stands for a missing one
 */
export function createStoredValue<T>(key: string, parse: (value: unknown) => T): StoredValue<T> {
  const load = () => parse(readJson(key));
  const store = createStore(load());
  if (typeof window !== "undefined") {
    window.addEventListener("storage", (event) => {
      // a key of null means that another tab has removed everything
      if (event.key === key || event.key === null) store.set(load());
    });
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    set(next) {
      store.set(next);
      storeJson(key, next);
    },
  };
}
