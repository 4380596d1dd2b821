import { expect, it } from "vitest";
import { liveLimits } from "#app/domain/access/live-limits.ts";
import { createLatch } from "#tests/workers/support/latch.ts";
import { MessageQueues } from "#workers/live-object/message-queues.ts";

const connection = { payer: "address 10.0.0.1" } as const;

it("the messages of a connection take effect in their order, and what waits is bounded", async () => {
  const queues = new MessageQueues();
  const latch = createLatch();
  const handled: number[] = [];
  const add = (index: number, isAuthentication: boolean) =>
    queues.add(connection, {
      isAuthentication,
      chars: 10,
      handle: async () => {
        await latch.released;
        handled.push(index);
      },
    });
  const authentications = Array.from({ length: liveLimits.waitingAuthentications + 1 }, (_, i) => add(i, true));
  expect(authentications).not.toContain(null);
  expect(add(100, true)).toBeNull();
  const other = add(11, false);
  expect(other).not.toBeNull();
  latch.release();
  await Promise.all([...authentications, other]);
  expect(handled).toEqual([...authentications.keys(), 11]);
  const later = add(12, true);
  expect(later).not.toBeNull();
  await later;
});
