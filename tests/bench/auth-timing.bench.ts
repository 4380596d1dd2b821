import type { ChildProcess } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { Agent, request as send } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { runTool, serve, waitUntilUp } from "#scripts/project.mjs";
import { expect, test } from "#tests/e2e/test.ts";
import { registerUser } from "#tests/e2e/test-user.ts";
import { percentile } from "#tests/support/percentile.ts";

const GOAL_RATIO = 1.05;
const REQUESTS = Number(process.env.REQUESTS ?? 200);
const WARM_UP = 20;
/** Longer than the work that the server does after a response. */
const PAUSE_MS = 60;
const PORT = Number(process.env.E2E_PORT ?? 8788) + 1;
const ORIGIN = `http://127.0.0.1:${PORT}`;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let sentRequests = 0;

type Case = { readonly path: string; readonly status: number; readonly body: (i: number) => object };
type Cases = Readonly<Record<string, Case>>;

/** The time from a request to the end of its response. Each request has its own address, to stay below the rate limits. */
function measureMs({ path, status, body }: Case): Promise<number> {
  const i = sentRequests++;
  const address = `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`;
  const headers = { "Content-Type": "application/json", "CF-Connecting-IP": address };
  return new Promise((resolve, reject) => {
    const startMs = performance.now();
    const request = send(`${ORIGIN}${path}`, { agent, method: "POST", headers }, (response) => {
      response.resume();
      response.on("end", () =>
        response.statusCode === status
          ? resolve(performance.now() - startMs)
          : reject(new Error(`${path}: ${response.statusCode}`)),
      );
    });
    request.on("error", reject);
    request.end(JSON.stringify(body(i)));
  });
}

/**
 * Compares the response times of the cases, in random order. Returns the slowest median divided by the fastest. Pauses
 * between the requests keep the work after one response from slowing down the next request. A second run without pauses
 * prints that effect: each time is assigned to the case of the request *before* it. It has no goal and varies more.
 */
async function compareCases(title: string, cases: Cases): Promise<number> {
  const ratio = report(title, await measureCases(cases, { pauseMs: PAUSE_MS, assignToPrevious: false }));
  report(`${title}, the request after it`, await measureCases(cases, { pauseMs: 0, assignToPrevious: true }));
  return ratio;
}

type Options = { readonly pauseMs: number; readonly assignToPrevious: boolean };

async function measureCases(
  cases: Cases,
  { pauseMs, assignToPrevious }: Options,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const names = Object.keys(cases);
  const order = shuffled(names.flatMap((name) => Array<string>(REQUESTS + Math.ceil(WARM_UP / names.length)).fill(name)));
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  for (const [i, name] of order.entries()) {
    const current = cases[name];
    if (!current) throw new Error(`there is no case ${name}`);
    if (pauseMs > 0) await wait(pauseMs);
    const ms = await measureMs(current);
    const assigned = assignToPrevious ? order[i - 1] : name;
    if (i >= WARM_UP && assigned !== undefined) times.get(assigned)?.push(ms);
  }
  return times;
}

function report(title: string, times: ReadonlyMap<string, readonly number[]>): number {
  const medians = [...times].map(([name, ms]) => {
    const [p50, p95] = [percentile([...ms], 0.5), percentile([...ms], 0.95)];
    console.log(`      ${name.padEnd(40)} p50 ${p50.toFixed(2).padStart(7)} ms   p95 ${p95.toFixed(2).padStart(7)} ms`);
    return p50;
  });
  const ratio = Math.max(...medians) / Math.min(...medians);
  console.log(`    ${title}: the slowest median is ${((ratio - 1) * 100).toFixed(1)} % above the fastest\n`);
  return ratio;
}

function shuffled<T>(items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** Inserts enough accounts to stay below the limits per account. */
async function seedAccounts(data: string): Promise<void> {
  const copies = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
INSERT INTO users (id, name, username, username_key, email, email_key, avatar, password_hash, created_at_ms)
SELECT substr(id, 1, 8) || kind || replace(replace(replace(replace(printf('%06d', i), '0', 'a'), '1', 'b'), '8', 'c'), '9', 'd'),
  name, kind || i, kind || i, kind || i || '@bench.test', kind || i || '@bench.test', avatar, iif(kind = 'pw', password_hash, NULL), 0
FROM users, n, (SELECT 'pw' AS kind UNION SELECT 'np') WHERE username = 'seed'`;
  const args = ["d1", "execute", "DB", "--local", "--persist-to", data, "--command", copies, "--yes"];
  expect(runTool("wrangler", args, { env: { CI: "1" }, capture: true })).toMatchObject({ status: 0 });
}

test("response times of sign-in and password reset do not reveal whether an account exists", async ({ playwright }) => {
  test.setTimeout(30 * 60_000);
  const data = mkdtempSync(join(tmpdir(), "tutti-timing-"));
  const server: ChildProcess = serve({ port: PORT, data });
  try {
    expect(await waitUntilUp(ORIGIN)).toBe(true);
    const request = await playwright.request.newContext({ baseURL: ORIGIN });
    const { username } = await registerUser(request, ORIGIN);
    const rename = `UPDATE users SET username = 'seed', username_key = 'seed' WHERE username = '${username}'`;
    runTool("wrangler", ["d1", "execute", "DB", "--local", "--persist-to", data, "--command", rename, "--yes"], {
      env: { CI: "1" },
      capture: true,
    });
    await seedAccounts(data);
    const login = (name: (i: number) => string): Case => ({
      ...{ path: "/api/auth/login", status: 401 },
      body: (i) => ({ emailOrUsername: name(i), password: "not the password" }),
    });
    const requestReset = (name: (i: number) => string): Case => ({
      ...{ path: "/api/auth/request-password-reset", status: 200 },
      body: (i) => ({ emailOrUsername: name(i) }),
    });
    const nth = (i: number) => (i % 999) + 1;
    console.log(
      `\n    ${REQUESTS} requests per case, in random order; goal: medians within ${((GOAL_RATIO - 1) * 100).toFixed(0)} %\n`,
    );
    const ratios = [
      await compareCases("password reset", {
        "by email, with an account": requestReset((i) => `pw${nth(i)}@bench.test`),
        "by email, without a password": requestReset((i) => `np${nth(i)}@bench.test`),
        "by email, no account": requestReset((i) => `nb${i}@bench.test`),
        "by username, with an account": requestReset((i) => `pw${nth(i)}`),
        "by username, no account": requestReset((i) => `nb${i}`),
      }),
      await compareCases("sign-in", {
        "an account, a wrong password": login((i) => `pw${nth(i)}@bench.test`),
        "an account without a password": login((i) => `np${nth(i)}@bench.test`),
        "no account": login((i) => `nb${i}@bench.test`),
      }),
    ];
    for (const ratio of ratios) expect(ratio).toBeLessThanOrEqual(GOAL_RATIO);
  } finally {
    agent.destroy();
    server.kill();
  }
});
