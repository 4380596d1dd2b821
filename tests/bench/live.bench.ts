import type { ChildProcess } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequest } from "@playwright/test";
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

const LIST_WRITES = 20;

const getRoom = makeFunctionReference<"query">("rooms:get");
const listRooms = makeFunctionReference<"query">("rooms:getPublicRoomsWithAuthors");

/** Each client has an address of its own, which pays for its queries (WK1). */
function createClient(index: number): ConvexClient {
  class ClientSocket extends WebSocket {
    constructor(url: string) {
      super(url, { headers: { "CF-Connecting-IP": `10.8.0.${index}` } });
    }
  }
  return new ConvexClient(ORIGIN, {
    skipConvexDeploymentUrlCheck: true,
    webSocketConstructor: ClientSocket as unknown as typeof globalThis.WebSocket,
    logger: false,
  });
}

/** A client that is subscribed to every room. `latest` is the description that it has received last, by room. */
function connect(index: number, roomIds: readonly string[]) {
  const latest = new Map<string, string>();
  const listeners = new Set<() => void>();
  const client = createClient(index);
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

async function startServer(apiRequest: APIRequest) {
  const server: ChildProcess = serve({ port: PORT, data: mkdtempSync(join(tmpdir(), "tutti-live-")) });
  expect(await waitUntilUp(ORIGIN)).toBe(true);
  const request = await apiRequest.newContext({ baseURL: ORIGIN });
  return { server, mira: await registerUser(request, ORIGIN) };
}

function print(name: string, times: readonly number[]): void {
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  console.log(`      ${name.padEnd(40)} p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
}

test("1,000 subscriptions in 100 sockets", async ({ playwright }) => {
  const subscribers: Subscriber[] = [];
  const { server, mira } = await startServer(playwright.request);
  try {
    const ids: string[] = [];
    for (let i = 0; i < ROOMS; i++) ids.push((await mira.createRoom(`Room ${i}`)).id);
    const joinedAtMs = performance.now();
    for (let i = 0; i < SOCKETS; i++) subscribers.push(connect(i, ids));
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
    print("write to the first of 100 updates", first);
    print("write to the last of 100 updates", last);
    console.log(`      goal for p95: ${GOAL_MS} ms; ${formatCpuShares(cpuSharesBetween(machine, readCpuTime()))}`);
    expect(percentile(last, 0.95)).toBeLessThanOrEqual(GOAL_MS);
  } finally {
    await Promise.all(subscribers.map(({ client }) => client.close()));
    server.kill();
  }
});

test("a write that changes 1,000 different queries", async ({ playwright }) => {
  const clients: ConvexClient[] = [];
  const { server, mira } = await startServer(playwright.request);
  try {
    const totals = new Map<number, number>();
    for (let offset = 0; offset < SOCKETS * ROOMS; offset++) {
      if (offset % ROOMS === 0) clients.push(createClient(clients.length));
      // no two queries are the same, so that the server evaluates each of them
      clients.at(-1)?.onUpdate(listRooms, { offset }, ({ total }: { total: number }) => totals.set(offset, total));
    }
    const countCurrent = (total: number) => [...totals.values()].filter((received) => received === total).length;
    await expect.poll(() => countCurrent(0), { timeout: 60_000 }).toBe(SOCKETS * ROOMS);
    const machine = readCpuTime();
    const times: number[] = [];
    for (let total = 1; total <= LIST_WRITES; total++) {
      const writtenAtMs = performance.now();
      await mira.call("mutation", "rooms.create", { name: `Room ${total}` });
      await expect.poll(() => countCurrent(total), { intervals: [10], timeout: 60_000 }).toBe(SOCKETS * ROOMS);
      times.push(performance.now() - writtenAtMs);
    }
    console.log(`\n    ${SOCKETS * ROOMS} different queries in ${SOCKETS} sockets`);
    print("write to the last of 1,000 updates", times);
    console.log(`      no goal; ${formatCpuShares(cpuSharesBetween(machine, readCpuTime()))}`);
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    server.kill();
  }
});
