/** Keeps something open while it is used. */
export type Lifetime = {
  /** Keeps it open until the returned function is called. */
  retain(): () => void;
  /** Closes it unless it is retained or closed already. */
  closeIfUnused(): void;
};

/** @param close called once */
export function createLifetime(close: () => void): Lifetime {
  let users = 0;
  let isClosed = false;
  const closeIfUnused = () => {
    if (users > 0 || isClosed) return;
    isClosed = true;
    close();
  };
  return {
    closeIfUnused,
    retain() {
      users += 1;
      return () => {
        users -= 1;
        // In strict mode React runs an effect's cleanup and the effect again in the same task.
        setTimeout(closeIfUnused, 0);
      };
    },
  };
}
