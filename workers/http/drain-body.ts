import { createMiddleware } from "hono/factory";
import { MIB, SECOND_MS } from "#app/domain/units.ts";
import type { AppEnv } from "./request-context.ts";

/** More than any request of the pages. A longer body was never going to be read. */
const DRAINED_BYTES_MAX = 16 * MIB;
const DRAINED_WITHIN_MS = 10 * SECOND_MS;

/**
 * Reads and discards the body of a request that was refused without reading it. The runtime closes the connection of an unread
 * body, and a client that is still sending would see a broken connection instead of the response.
 */
export const drainBody = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { body, bodyUsed } = c.req.raw;
  if (body && !bodyUsed && !body.locked) await discard(body);
});

/** Also ends when the client has stopped sending. */
async function discard(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  // ends the read that is waiting
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), DRAINED_WITHIN_MS);
  try {
    for (let bytes = 0; bytes <= DRAINED_BYTES_MAX; ) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes += value.length;
    }
    await reader.cancel();
  } catch {
    // the client has disconnected
  } finally {
    clearTimeout(timer);
  }
}
