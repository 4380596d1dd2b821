import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser, PlaywrightWorkerArgs } from "@playwright/test";
import { expect, test } from "#tests/e2e/test.ts";
import { registerUser, type TestUser } from "#tests/e2e/test-user.ts";
import { cpuSharesBetween, formatCpuShares, readCpuTime } from "#tests/sound-card/cpu-time.ts";
import { fixturePath } from "#tests/support/fixtures.ts";
import { percentile } from "#tests/support/percentile.ts";

// Lighthouse's scores on its mobile profile. The package is fetched when the bench runs: only this bench needs it.

const PACKAGE = "lighthouse@12.8.2";
const RUNS = Number(process.env.RUNS ?? 5);
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const GOALS = { home: [95, 100, 100, 100], room: [90, 100, 100, 100] } as const;
const DEBUGGING_PORT = 9333;

type Playwright = PlaywrightWorkerArgs["playwright"];

type Report = {
  /** `benchmarkIndex` is the speed of the machine. Lighthouse slows it down 4 times, and warns below an index of 1,000. */
  readonly environment: { readonly benchmarkIndex: number };
  readonly categories: Readonly<
    Record<string, { readonly score: number; readonly auditRefs: readonly { readonly id: string; readonly weight: number }[] }>
  >;
  readonly audits: Readonly<
    Record<string, { readonly score: number | null; readonly title: string; readonly displayValue?: string }>
  >;
};

/** Runs Lighthouse in a new browser, in which `user` is signed in. */
async function runLighthouse(playwright: Playwright, url: string, user: TestUser | null): Promise<Report> {
  const args = ["exec", "--yes", `--package=${PACKAGE}`, "--", "lighthouse", url, "--output=json", "--quiet"];
  // cookies in extra headers would not reach the room's socket
  const browser = await playwright.chromium.launchPersistentContext("", {
    args: [`--remote-debugging-port=${DEBUGGING_PORT}`],
  });
  await user?.signIn(browser);
  const options = [`--only-categories=${CATEGORIES.join(",")}`, `--port=${DEBUGGING_PORT}`];
  try {
    const { stdout } = await promisify(execFile)("npm", [...args, ...options], { maxBuffer: 64 * 1024 * 1024 });
    return JSON.parse(stdout) as Report;
  } finally {
    await browser.close();
  }
}

/** A file without tags, named in the language of the page: letters of another alphabet would load a second font. */
function nameTrack(): string {
  const path = join(mkdtempSync(join(tmpdir(), "lighthouse-")), "Night tram.mp3");
  copyFileSync(fixturePath("vbr.mp3"), path);
  return path;
}

/** A track that was uploaded by a browser has an analysis, and its owner's page has nothing to do with it. */
async function analyzeTracks(browser: Browser, host: TestUser, room: { readonly id: string; readonly address: string }) {
  const context = await browser.newContext();
  await host.signIn(context);
  await (await context.newPage()).goto(room.address);
  const isAnalyzed = async () => {
    const { state } = await host.call("query", "rooms.getState", { id: room.id });
    return state.playlist.every(({ track }) => track.loudnessLufs !== null);
  };
  await expect.poll(isAnalyzed, { timeout: 30_000 }).toBe(true);
  await context.close();
}

const METRICS = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"];

function formatMetrics({ audits, environment }: Report): string {
  const metrics = METRICS.map((id) => `${audits[id]?.title} ${audits[id]?.displayValue}`).join(", ");
  return `${metrics}; benchmark index ${Math.round(environment.benchmarkIndex)}`;
}

/** The titles of the audits that lower a score, other than those of the performance, which vary. */
function listFailures({ categories, audits }: Report): readonly string[] {
  const refs = CATEGORIES.slice(1).flatMap((name) => categories[name]?.auditRefs ?? []);
  return refs.flatMap(({ id, weight }) => {
    const audit = audits[id];
    return weight > 0 && audit && audit.score !== null && audit.score < 1 ? [audit.title] : [];
  });
}

for (const { name, goals } of [
  { name: "home page", goals: GOALS.home },
  { name: "room as a guest", goals: GOALS.room },
  { name: "room as its owner", goals: GOALS.room },
]) {
  test(`Lighthouse: ${name}`, async ({ browser, playwright, request, baseURL }) => {
    const host = await registerUser(request, baseURL);
    const { id, url } = await host.createRoom("Lighthouse", [nameTrack()]);
    await analyzeTracks(browser, host, { id, address: `${baseURL}/room/${url}` });
    const address = `${baseURL}${name === "home page" ? "/" : `/room/${url}`}`;
    const user = name === "room as its owner" ? host : null;
    const before = readCpuTime();
    const reports: Report[] = [];
    for (let run = 0; run < RUNS; run++) reports.push(await runLighthouse(playwright, address, user));
    const shares = formatCpuShares(cpuSharesBetween(before, readCpuTime()));
    const scores = CATEGORIES.map((category) => {
      const all = reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100));
      return { median: percentile(all, 0.5), all };
    });
    const medians = scores.map(({ median }) => median).join("/");
    console.log(`\n    ${name}: ${medians} (median of ${RUNS}; performance ${scores[0]?.all.join(", ")})`);
    console.log(`      goal: ${goals.join("/")}; ${shares}`);
    for (const report of reports) console.log(`      ${formatMetrics(report)}`);
    for (const failure of new Set(reports.flatMap(listFailures))) console.log(`      ${failure}`);
    for (const [i, { median }] of scores.entries()) expect(median, CATEGORIES[i]).toBeGreaterThanOrEqual(goals[i] ?? 0);
  });
}
