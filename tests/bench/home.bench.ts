import type { ChildProcess } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve, waitUntilUp } from "#scripts/project.mjs";
import { expect, test } from "#tests/e2e/test.ts";
import { registerUser } from "#tests/e2e/test-user.ts";
import { percentile } from "#tests/support/percentile.ts";
import { firstByteMs, type TimedRequest } from "./first-byte.ts";
import { seedRooms } from "./many-rooms.ts";

const GOAL_MS = 50;
const ROOMS = 10_000;
const REQUESTS = Number(process.env.REQUESTS ?? 100);
const WARM_UP = 20;
const PORT = Number(process.env.E2E_PORT ?? 8788) + 1;
const ORIGIN = `http://127.0.0.1:${PORT}`;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function measure(name: string, timed: TimedRequest): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < WARM_UP + REQUESTS; i++) {
    const ms = await firstByteMs(agent, timed);
    if (i >= WARM_UP) times.push(ms);
  }
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  console.log(`      ${name.padEnd(52)} p50 ${p50.toFixed(1).padStart(6)} ms   p95 ${p95.toFixed(1).padStart(6)} ms`);
  return p50;
}

const list = (args: object): TimedRequest => ({
  url: `${ORIGIN}/api/query`,
  body: JSON.stringify({ path: "rooms.getPublicRoomsWithAuthors", args }),
});

test("the home page with 10,000 rooms", async ({ playwright }) => {
  const data = mkdtempSync(join(tmpdir(), "tutti-home-"));
  const server: ChildProcess = serve({ port: PORT, data });
  try {
    expect(await waitUntilUp(ORIGIN)).toBe(true);
    seedRooms(data, ROOMS);
    const request = await playwright.request.newContext({ baseURL: ORIGIN });
    const mira = await registerUser(request, ORIGIN);
    await mira.createRoom("Own");
    const { cookies } = await request.storageState();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    console.log(`\n    ${ROOMS} rooms, ${REQUESTS} requests each; goal: first byte of the page within ${GOAL_MS} ms`);
    const guest = await measure("/ as a guest", { url: `${ORIGIN}/` });
    const member = await measure("/ signed in", { url: `${ORIGIN}/`, cookie });
    await measure("/?tab=mine", { url: `${ORIGIN}/?tab=mine`, cookie });
    await measure("search for a word in an eighth of the names", list({ search: "ДЕДА" }));
    await measure("search without results", list({ search: "nothing-such" }));
    await measure("middle page, sorted by activity", list({ offset: ROOMS / 2 }));
    await measure("middle page, sorted by name", list({ sort: "name", offset: ROOMS / 2 }));
    expect(guest).toBeLessThanOrEqual(GOAL_MS);
    expect(member).toBeLessThanOrEqual(GOAL_MS);
  } finally {
    agent.destroy();
    server.kill();
  }
});
