import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { LISTEN } from "#tests/e2e/device.ts";
import { openQuietly } from "#tests/e2e/quiet-page.ts";
import { expect, fixture, newMember, test } from "#tests/e2e/visitor.ts";

const GOALS_KB = { home: 150, room: 300 };

const ASSETS = fileURLToPath(new URL("../../build/client/assets/", import.meta.url));

/** What sound's own thread loads: browsers do not list it among a page's requests. */
function worklet(): [string, number] {
  const name = readdirSync(ASSETS).find((file) => file.includes("worklet")) ?? "";
  return [name, gzipSync(readFileSync(`${ASSETS}${name}`)).length];
}

/** All JavaScript that a page fetches, as gzip sends it. */
function weigh(page: Page, known: readonly [string, number][] = []) {
  const bodies: Promise<[string, number]>[] = [];
  page.on("response", (response) => {
    const isScript = /javascript/.test(response.headers()["content-type"] ?? "");
    if (isScript) bodies.push(response.body().then((body) => [response.url(), gzipSync(body).length]));
  });
  return async () => {
    await page.waitForLoadState("networkidle");
    const sizes = [...new Map([...known, ...(await Promise.all(bodies))])].sort(([, a], [, b]) => b - a);
    return { sizes, totalKb: sizes.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000 };
  };
}

function tell(what: string, { sizes, totalKb }: Awaited<ReturnType<ReturnType<typeof weigh>>>, goalKb: number): void {
  console.log(`\n    ${what}: ${totalKb.toFixed(1)} KB of JavaScript, gzipped; goal: at most ${goalKb} KB`);
  for (const [url, bytes] of sizes) console.log(`      ${(bytes / 1000).toFixed(1).padStart(6)}  ${url.split("/").pop()}`);
}

test("home", async ({ page }) => {
  const weight = weigh(page);
  await page.goto("/");
  const loaded = await weight();
  tell("the home page", loaded, GOALS_KB.home);
  expect(loaded.totalKb).toBeLessThanOrEqual(GOALS_KB.home);
});

// M4A, Ogg and WAV need a container's reader besides
for (const file of ["cbr.mp3", "fast.m4a"]) {
  test(`a room that plays ${file}`, async ({ page, request, baseURL }) => {
    const host = await newMember(request, baseURL);
    const { id, url } = await host.makeRoom("Size", [fixture(file)]);
    const weight = weigh(page, [worklet()]);
    const quiet = await openQuietly(page, `${baseURL}/room/${url}`);
    await quiet.click(LISTEN);
    await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
    await expect(page.getByRole("button", { name: /^In sync/ }).first()).toBeVisible();
    const loaded = await weight();
    tell(`a room that plays ${file}`, loaded, GOALS_KB.room);
    expect(loaded.totalKb).toBeLessThanOrEqual(GOALS_KB.room);
  });
}
