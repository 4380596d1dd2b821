import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { BUDGETS_KB } from "#scripts/checks/page-sizes.mjs";
import { LISTEN_BUTTON } from "#tests/e2e/device.ts";
import { openWithoutUserActivation } from "#tests/e2e/page-driver.ts";
import { expect, test } from "#tests/e2e/test.ts";
import { registerUser } from "#tests/e2e/test-user.ts";
import { fixturePath } from "#tests/support/fixtures.ts";

const ASSETS = fileURLToPath(new URL("../../build/client/assets/", import.meta.url));

/** The audio worklet's script, which browsers do not list among the page's requests. */
function measureWorklet(): [string, number] {
  const name = readdirSync(ASSETS).find((file) => file.includes("worklet")) ?? "";
  return [name, gzipSync(readFileSync(`${ASSETS}${name}`)).length];
}

/** Measures the gzipped size of all JavaScript that the page loads, plus the given scripts. */
function measureScripts(page: Page, extra: readonly [string, number][] = []) {
  const bodies: Promise<[string, number]>[] = [];
  page.on("response", (response) => {
    const isScript = /javascript/.test(response.headers()["content-type"] ?? "");
    if (isScript) bodies.push(response.body().then((body) => [response.url(), gzipSync(body).length]));
  });
  return async () => {
    await page.waitForLoadState("networkidle");
    const sizes = [...new Map([...extra, ...(await Promise.all(bodies))])].sort(([, a], [, b]) => b - a);
    return { sizes, totalKb: sizes.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000 };
  };
}

function report(
  name: string,
  { sizes, totalKb }: Awaited<ReturnType<ReturnType<typeof measureScripts>>>,
  goalKb: number | null,
): void {
  const goal = goalKb === null ? "no goal" : `goal: at most ${goalKb} KB`;
  console.log(`\n    ${name}: ${totalKb.toFixed(1)} KB of JavaScript, gzipped; ${goal}`);
  for (const [url, bytes] of sizes) console.log(`      ${(bytes / 1000).toFixed(1).padStart(6)}  ${url.split("/").pop()}`);
}

test("the size of the home page", async ({ page }) => {
  const readSizes = measureScripts(page);
  await page.goto("/");
  const loaded = await readSizes();
  report("home page", loaded, BUDGETS_KB.home);
  expect(loaded.totalKb).toBeLessThanOrEqual(BUDGETS_KB.home);
});

// M4A, Ogg and WAV also need a container parser.
for (const [file, goalKb] of [
  ["cbr.mp3", BUDGETS_KB.room],
  ["fast.m4a", null],
] as const) {
  test(`the size of a room that plays ${file}`, async ({ page, request, baseURL }) => {
    const host = await registerUser(request, baseURL);
    const { id, url } = await host.createRoom("Size", [fixturePath(file)]);
    const readSizes = measureScripts(page, [measureWorklet()]);
    const driver = await openWithoutUserActivation(page, `${baseURL}/room/${url}`);
    await driver.click(LISTEN_BUTTON);
    await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
    await expect(page.getByRole("button", { name: /^In sync/ }).first()).toBeVisible();
    const loaded = await readSizes();
    report(`a room that plays ${file}`, loaded, goalKb);
    if (goalKb !== null) expect(loaded.totalKb).toBeLessThanOrEqual(goalKb);
  });
}
