import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "#tests/e2e/test.ts";
import { registerUser } from "#tests/e2e/test-user.ts";
import { percentile } from "#tests/support/percentile.ts";
import { LoadSocket } from "./load/load-socket.ts";

const LISTENERS = Number(process.env.LISTENERS ?? 1000);
const SECONDS = Number(process.env.SECONDS ?? 60);
/** Each writes once a second. */
const WRITERS = 50;
/** Only some listeners read what they receive: parsing it a thousand times would measure this process instead of the server. */
const READERS = 100;
const GOAL_P99_MS = 300;

test(`${WRITERS} messages a second to ${LISTENERS} listeners`, async ({ request, baseURL = "" }) => {
  test.setTimeout((SECONDS + 300) * 1000);
  const host = await registerUser(request, baseURL);
  const { id } = await host.createRoom("Chat");
  const sentAtMs = new Map<string, number>();
  const delaysMs: number[] = [];
  const onChat = (texts: readonly string[], atMs: number) => {
    for (const text of texts) delaysMs.push(atMs - (sentAtMs.get(text) ?? Number.NaN));
  };
  const listeners = Array.from({ length: LISTENERS }, (_, index) => {
    return new LoadSocket({ baseURL, roomId: id, index, ...(index < READERS && { onChat }) });
  });
  const writers: LoadSocket[] = [];
  for (let i = 0; i < WRITERS; i++) {
    const user = await registerUser(request, baseURL, `Writer ${i}`);
    await host.call("mutation", "members.add", { id, userId: user.id, role: "participant" });
    writers.push(new LoadSocket({ baseURL, roomId: id, index: 60_000 + i, cookie: user.cookie }));
  }
  await expect
    .poll(() => [...listeners, ...writers].filter(({ welcomedAtMs }) => welcomedAtMs === null).length, { timeout: 60_000 })
    .toBe(0);

  for (let second = 0; second < SECONDS; second++) {
    for (const [i, writer] of writers.entries()) {
      const text = `Message ${second} of writer ${i}`;
      sentAtMs.set(text, performance.now());
      writer.sendChat(text);
      await sleep(1000 / WRITERS);
    }
  }
  const expected = WRITERS * SECONDS * READERS;
  await expect.poll(() => delaysMs.length, { timeout: 30_000 }).toBe(expected);
  const [median, p99] = [percentile(delaysMs, 0.5), percentile(delaysMs, 0.99)];
  const worst = percentile(delaysMs, 1);
  const figures = `median ${median.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, maximum ${worst.toFixed(0)} ms`;
  console.log(`    ${figures}   goal: p99 ${GOAL_P99_MS} ms`);
  for (const socket of [...listeners, ...writers]) socket.close();
  expect(p99).toBeLessThanOrEqual(GOAL_P99_MS);
});
