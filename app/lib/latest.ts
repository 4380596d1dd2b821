/** Runs asynchronous work of which only the latest run counts. */
export type Latest = {
  /**
   * Starts `load` and aborts the run before it. `apply` receives the result unless a newer run has started or `cancel` was
   * called meanwhile. A rejected `load` rejects the returned promise, but only while it is the latest.
   */
  run<T>(load: (signal: AbortSignal) => Promise<T>, apply: (result: T) => void): Promise<void>;
  /** Aborts the current run; its result is dropped. */
  cancel(): void;
};

export function createLatest(): Latest {
  let current: AbortController | null = null;
  return {
    async run(load, apply) {
      current?.abort();
      const own = new AbortController();
      current = own;
      try {
        const result = await load(own.signal);
        if (!own.signal.aborted) apply(result);
      } catch (error) {
        if (!own.signal.aborted) throw error;
      }
    },
    cancel() {
      current?.abort();
      current = null;
    },
  };
}
