/**
 * Lets the runtime receive and send what waits at its sockets, and run its timers. It does that only when nothing else is left to do:
 * work that goes from the Worker to objects and D1 and back in one process is never interrupted. So a long row of short turns must
 * breathe between them, or everyone waits for its end.
 */
export function breathe(): Promise<void> {
  return scheduler.wait(1);
}
