type Deps = {
  readonly load: () => Promise<void>;
  /** Resolves when the next load may start. */
  readonly pause: () => Promise<void>;
};

/**
 * Returns the function that loads something again after a change. Loads run one after the other: however fast changes come, the
 * one that is running is finished, and one more follows.
 */
export function createReload({ load, pause }: Deps): () => void {
  let isWanted = false;
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await load();
      await pause();
    }
    isRunning = false;
  };
  return () => {
    isWanted = true;
    if (!isRunning) void run();
  };
}
