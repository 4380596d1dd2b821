/** How long the thread may work before the next statement breathes, ms. */
const BREATH_EVERY_MS = 10;

let isOneThread = false;
let breathedAtMs = 0;

/** To be called when the isolate starts. `isSelfHosted`: the Worker, its objects and D1 are one thread. */
export function setBreathing(isSelfHosted: boolean): void {
  isOneThread = isSelfHosted;
}

/**
 * Lets the runtime receive and send what waits at its sockets, and run its timers. It does that only when nothing else is left to do:
 * work that goes from the Worker to objects and D1 and back in one process is never interrupted. So a long row of short turns must
 * breathe between them, or everyone waits for its end.
 */
export async function breathe(): Promise<void> {
  await scheduler.wait(1);
  breathedAtMs = Date.now();
}

/** Breathes if the thread has not for a while. All requests that ask before a timer runs wait for one, and then it has nothing left to do. */
export async function breatheIfDue(): Promise<void> {
  if (isOneThread && Date.now() - breathedAtMs >= BREATH_EVERY_MS) await breathe();
}
