import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** Tests that record sound. They run alone, one at a time. */
const SOUND = "*-sound.spec.ts";
/** Tests that drive several browser engines at the virtual sound card. They run alone too. */
const ENGINES = "*-engine.spec.ts";
/**
 * Chromium uses the last list of disabled features only, so this one repeats Playwright's. The rest are popups of the address bar:
 * pages of their own in each window, which take more processor time than the window.
 */
const DISABLED_FEATURES = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"],
  ...[
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
  ],
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"],
];
const port = Number(process.env.E2E_PORT ?? 8788);
const chromium = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
const headlessShell = "/usr/lib/chromium/chromium-headless-shell";

const launchOptions = (executablePath: string) => ({
  executablePath,
  args: [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    `--disable-features=${DISABLED_FEATURES.join(",")}`,
  ],
});

export default defineConfig({
  projects: [
    {
      name: "tests",
      testDir: "tests/e2e",
      testIgnore: [SOUND, ENGINES],
      use: {
        // drawing what moves takes a third of the processor time of a playing room
        contextOptions: { reducedMotion: "reduce" },
        // the same engine without the windows and services of a desktop browser takes a sixth less time
        launchOptions: launchOptions(existsSync(headlessShell) ? headlessShell : chromium),
      },
    },
    { name: "sound", testDir: "tests/e2e", testMatch: SOUND, workers: 1 },
    { name: "engines", testDir: "tests/e2e", testMatch: ENGINES, workers: 1, timeout: 600_000 },
    { name: "benches", testDir: "tests/bench", testMatch: "*.bench.ts", workers: 1, timeout: 3_600_000 },
    {
      name: "snapshots",
      testDir: "tests/snapshots",
      testMatch: "*.snapshot.ts",
      workers: 1,
      snapshotPathTemplate: "tests/snapshots/baseline/{arg}{ext}",
      expect: { toHaveScreenshot: { maxDiffPixelRatio: 0.01, animations: "disabled", caret: "hide" } },
    },
  ],
  // tests also wait, so there is one more of them at once than there are cores
  workers: 3,
  // the limits find what hangs; a busy machine may take its time
  timeout: 300_000,
  expect: { timeout: 45_000 },
  reporter: "list",
  outputDir: ".cache/playwright",
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    trace: "off",
    // an action that waits longer fails, and the report shows the page
    actionTimeout: 60_000,
    // only the tests of the service worker have one: its requests would bypass the routes of the others
    serviceWorkers: "block",
    launchOptions: launchOptions(chromium),
  },
  webServer: {
    command: `node scripts/e2e-server.mjs ${port}`,
    url: `http://127.0.0.1:${port}/api/health`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 5000 },
    stdout: "ignore",
    stderr: "pipe",
  },
});
