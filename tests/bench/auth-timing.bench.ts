import type { ChildProcess } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { Agent, request as send } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isUp, runTool, serve } from "#scripts/project.mjs";
import { expect, newMember, test } from "#tests/e2e/visitor.ts";
import { percentile } from "#tests/support/click-probe.ts";

const GOAL_RATIO = 1.05;
const REQUESTS = Number(process.env.REQUESTS ?? 200);
const WARM_UP = 20;
/** Longer than what goes on behind an answer. */
const PAUSE_MS = 60;
const PORT = Number(process.env.E2E_PORT ?? 8788) + 1;
const ORIGIN = `http://127.0.0.1:${PORT}`;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let asked = 0;

type Case = { readonly path: string; readonly status: number; readonly body: (i: number) => object };
type Contest = Readonly<Record<string, Case>>;

/** From the question to the end of the answer. Each comes from an address of its own, so that no limit is met. */
function askMs({ path, status, body }: Case): Promise<number> {
  const i = asked++;
  const address = `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`;
  const headers = { "Content-Type": "application/json", "CF-Connecting-IP": address };
  return new Promise((resolve, reject) => {
    const startMs = performance.now();
    const question = send(`${ORIGIN}${path}`, { agent, method: "POST", headers }, (answer) => {
      answer.resume();
      answer.on("end", () =>
        answer.statusCode === status
          ? resolve(performance.now() - startMs)
          : reject(new Error(`${path}: ${answer.statusCode}`)),
      );
    });
    question.on("error", reject);
    question.end(JSON.stringify(body(i)));
  });
}

/**
 * Asks all in one order of chance: how far the medians of their answers are apart. What a question leaves behind must not
 * be felt by the next one, so there are pauses. Without them that is what is measured: each time is of the request *after*
 * the question that it stands for, whichever it is. That is told beside the goal, and moves more than it.
 */
async function hold(title: string, contest: Contest): Promise<number> {
  const own = await ask(contest, { pauseMs: PAUSE_MS, isNext: false });
  const ratio = tell(title, own);
  tell(`${title}, the request after it`, await ask(contest, { pauseMs: 0, isNext: true }));
  return ratio;
}

type Way = { readonly pauseMs: number; readonly isNext: boolean };

async function ask(contest: Contest, { pauseMs, isNext }: Way): Promise<ReadonlyMap<string, readonly number[]>> {
  const names = Object.keys(contest);
  const order = shuffled(names.flatMap((name) => Array<string>(REQUESTS + Math.ceil(WARM_UP / names.length)).fill(name)));
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  for (const [i, name] of order.entries()) {
    const question = contest[name];
    if (!question) throw new Error(`nobody asks ${name}`);
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const ms = await askMs(question);
    const meant = isNext ? order[i - 1] : name;
    if (i >= WARM_UP && meant !== undefined) times.get(meant)?.push(ms);
  }
  return times;
}

function tell(title: string, times: ReadonlyMap<string, readonly number[]>): number {
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

/** Accounts enough that none is asked about too often. */
async function seedAccounts(data: string): Promise<void> {
  const copies = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
INSERT INTO users (id, name, username, username_key, email, email_key, avatar, password_hash, created_at_ms)
SELECT substr(id, 1, 8) || kind || replace(replace(replace(replace(printf('%06d', i), '0', 'a'), '1', 'b'), '8', 'c'), '9', 'd'),
  name, kind || i, kind || i, kind || i || '@bench.test', kind || i || '@bench.test', avatar, iif(kind = 'pw', password_hash, NULL), 0
FROM users, n, (SELECT 'pw' AS kind UNION SELECT 'np') WHERE username = 'seed'`;
  const args = ["d1", "execute", "DB", "--local", "--persist-to", data, "--command", copies, "--yes"];
  expect(runTool("wrangler", args, { env: { CI: "1" }, capture: true })).toMatchObject({ status: 0 });
}

test("neither the sign-in nor a lost password tells by its time who has an account", async ({ playwright }) => {
  test.setTimeout(30 * 60_000);
  const data = mkdtempSync(join(tmpdir(), "tutti-timing-"));
  // the script has no types of its own
  const server: ChildProcess = serve({ port: PORT, data });
  try {
    expect(await isUp(ORIGIN)).toBe(true);
    const request = await playwright.request.newContext({ baseURL: ORIGIN });
    const { username } = await newMember(request, ORIGIN);
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
    const forget = (name: (i: number) => string): Case => ({
      ...{ path: "/api/auth/request-password-reset", status: 200 },
      body: (i) => ({ emailOrUsername: name(i) }),
    });
    const nth = (i: number) => (i % 999) + 1;
    console.log(`\n    ${REQUESTS} requests each, in turn; goal: medians within ${((GOAL_RATIO - 1) * 100).toFixed(0)} %\n`);
    const ratios = [
      await hold("a lost password", {
        "by email, with an account": forget((i) => `pw${nth(i)}@bench.test`),
        "by email, without a password": forget((i) => `np${nth(i)}@bench.test`),
        "by email, nobody": forget((i) => `nb${i}@bench.test`),
        "by username, with an account": forget((i) => `pw${nth(i)}`),
        "by username, nobody": forget((i) => `nb${i}`),
      }),
      await hold("the sign-in", {
        "an account, a wrong password": login((i) => `pw${nth(i)}@bench.test`),
        "an account without a password": login((i) => `np${nth(i)}@bench.test`),
        nobody: login((i) => `nb${i}@bench.test`),
      }),
    ];
    for (const ratio of ratios) expect(ratio).toBeLessThanOrEqual(GOAL_RATIO);
  } finally {
    agent.destroy();
    server.kill();
  }
});
