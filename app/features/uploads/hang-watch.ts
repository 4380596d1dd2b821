const CHECK_INTERVAL_MS = 5000;

export type HangWatch = {
  start(onHang: () => void): void;
  /** To be called when the worker has sent a message. */
  reset(): void;
  stop(): void;
};

/**
 * Reports a worker that has sent nothing for `timeoutMs`. Counts checks rather than elapsed time: while a computer sleeps no
 * check runs, so that a worker is not taken for hung when the computer wakes.
 */
export function watchForHang(timeoutMs: number): HangWatch {
  let checks = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    start(onHang) {
      timer = setInterval(() => {
        checks += 1;
        if (checks * CHECK_INTERVAL_MS >= timeoutMs) onHang();
      }, CHECK_INTERVAL_MS);
    },
    reset() {
      checks = 0;
    },
    stop: () => clearInterval(timer),
  };
}
