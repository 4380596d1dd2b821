import { interceptRoomCalls } from "#tests/workers/support/intercept-room-calls.ts";
import { createLatch } from "#tests/workers/support/latch.ts";

/**
 * A Worker whose calls to room objects are held until `release`, as if the network were slow. What it has read from D1
 * becomes outdated on the way.
 */
export type HeldRoomCalls = {
  readonly bindings: Cloudflare.Env;
  /** Resolves when the first call is held: the Worker has read or written everything in D1 before. */
  readonly reached: Promise<void>;
  release(): void;
};

export function holdRoomCalls(): HeldRoomCalls {
  const [start, end] = [createLatch(), createLatch()];
  const bindings = interceptRoomCalls("every", async (call) => {
    start.release();
    await end.released;
    return call();
  });
  return { bindings, reached: start.released, release: end.release };
}

/** A Worker that is cut off before it can call a room object. */
export function failRoomCalls(): Cloudflare.Env {
  return interceptRoomCalls("every", () => Promise.reject(new Error("cut off")));
}
