import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";
import { TEST_LIMITS } from "./tests/support/test-limits.ts";

const root = (path: string) => fileURLToPath(new URL(`./${path}`, import.meta.url));

/** Tests in workerd have no file system and receive the audio files as base64. */
const audioFiles = Object.fromEntries(
  readdirSync(root("tests/fixtures/audio")).map((name) => [
    name,
    readFileSync(root(`tests/fixtures/audio/${name}`)).toString("base64"),
  ]),
);

export default defineConfig(async () => ({
  plugins: [
    cloudflareTest({
      wrangler: { configPath: root("wrangler.toml") },
      miniflare: {
        bindings: {
          TEST_MIGRATIONS: await readD1Migrations(root("migrations")),
          APP_SECRET: "a secret for tests, long enough to sign with",
        },
      },
    }),
  ],
  resolve: {
    // The tests render pages with the production bundle, which `npm test` builds first.
    alias: { "virtual:remix/server-build": root("build/server/index.js") },
  },
  test: {
    name: "workers",
    provide: { audioFiles },
    include: ["tests/workers/**/*.test.ts"],
    ...TEST_LIMITS,
    // Starting a runtime takes longer than most test files.
    isolate: false,
    // Vitest waits for an answer to each line that it intercepts. It never gets one to a line that an object or a task after a response
    // logs while a file ends, and then it never ends: https://github.com/cloudflare/workers-sdk/issues/15719
    disableConsoleIntercept: true,
    setupFiles: [root("tests/workers/support/setup.ts")],
    // esbuild turns these into plain modules: the first is CommonJS, the second replaces Node modules for browsers, the third names
    // source maps without sources.
    deps: { optimizer: { ssr: { enabled: true, include: ["@remix-run/cloudflare", "mediabunny", "remix-i18next/server"] } } },
  },
}));
