import type { ChildProcess } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { WebSocket } from "ws";
import { serve, waitUntilUp } from "#scripts/project.mjs";
import { expect, test } from "#tests/e2e/test.ts";
import { registerUser } from "#tests/e2e/test-user.ts";
import { cpuSharesBetween, formatCpuShares, readCpuTime } from "#tests/sound-card/cpu-time.ts";
import { percentile } from "#tests/support/percentile.ts";

const GOAL_MS = 150;
const SOCKETS = 100;
const ROOMS = 10;
const WRITES = 200;
const PORT = Number(process.env.E2E_PORT ?? 8788) + 1;
const ORIGIN = `http://127.0.0.1:${PORT}`;

const getRoom = makeFunctionReference<"query">("rooms:get");

/** A client that is subscribed to every room. `latest` is the description that it has received last, by room. */
function connect(roomIds: readonly string[]) {
  const latest = new Map<string, string>();
  const listeners = new Set<() => void>();
  const client = new ConvexClient(ORIGIN, {
    skipConvexDeploymentUrlCheck: true,
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    logger: false,
  });
  for (const id of roomIds) {
    client.onUpdate(getRoom, { id }, ({ description }: { description: string }) => {
      latest.set(id, description);
      for (const listener of listeners) listener();
    });
  }
  return { client, latest, listeners };
}

type Subscriber = ReturnType<typeof connect>;

function whenReceived({ latest, listeners }: Subscriber, id: string, description: string): Promise<number> {
  return new Promise((resolve) => {
    const check = () => {
      if (latest.get(id) !== description) return;
      listeners.delete(check);
      resolve(performance.now());
    };
    listeners.add(check);
    check();
  });
}

test("1,000 subscriptions in 100 sockets", async ({ playwright }) => {
  const server: ChildProcess = serve({ port: PORT, data: mkdtempSync(join(tmpdir(), "tutti-live-")) });
  const subscribers: Subscriber[] = [];
  try {
    expect(await waitUntilUp(ORIGIN)).toBe(true);
    const request = await playwright.request.newContext({ baseURL: ORIGIN });
    const mira = await registerUser(request, ORIGIN);
    const ids: string[] = [];
    for (let i = 0; i < ROOMS; i++) ids.push((await mira.createRoom(`Room ${i}`)).id);
    const joinedAtMs = performance.now();
    for (let i = 0; i < SOCKETS; i++) subscribers.push(connect(ids));
    await expect.poll(() => subscribers.every(({ latest }) => latest.size === ROOMS), { timeout: 60_000 }).toBe(true);
    const machine = readCpuTime();
    console.log(`\n    ${SOCKETS * ROOMS} subscriptions after ${((performance.now() - joinedAtMs) / 1000).toFixed(1)} s`);
    const first: number[] = [];
    const last: number[] = [];
    for (let i = 0; i < WRITES; i++) {
      const id = ids[i % ROOMS] ?? "";
      const description = `Version ${i}`;
      const receipts = subscribers.map((subscriber) => whenReceived(subscriber, id, description));
      const writtenAtMs = performance.now();
      await mira.call("mutation", "rooms.update", { id, description });
      const received = (await Promise.all(receipts)).map((atMs) => atMs - writtenAtMs);
      first.push(Math.min(...received));
      last.push(Math.max(...received));
    }
    const print = (name: string, times: readonly number[]) =>
      console.log(
        `      ${name.padEnd(40)} p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`,
      );
    print("write to the first of 100 updates", first);
    print("write to the last of 100 updates", last);
    console.log(`      goal for p95: ${GOAL_MS} ms; ${formatCpuShares(cpuSharesBetween(machine, readCpuTime()))}`);
    expect(percentile(last, 0.95)).toBeLessThanOrEqual(GOAL_MS);
  } finally {
    await Promise.all(subscribers.map(({ client }) => client.close()));
    server.kill();
  }
});
