/** A value that can be observed. Its shape is the one `useSyncExternalStore` expects. */
export type ReadableStore<T> = {
  get(): T;
  /** Calls the listener after each change. Returns the function that unsubscribes it. */
  subscribe(listener: () => void): () => void;
};

export type Store<T> = ReadableStore<T> & {
  /** Replaces the value and notifies the listeners, unless the value is the same (`Object.is`). */
  set(next: T): void;
  update(change: (current: T) => T): void;
};

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();

  function set(next: T): void {
    if (Object.is(next, value)) return;
    value = next;
    for (const listener of [...listeners]) listener();
  }

  return {
    get: () => value,
    set,
    update: (change) => set(change(value)),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
