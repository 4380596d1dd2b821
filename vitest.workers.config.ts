import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";

const root = (path: string) => fileURLToPath(new URL(`./${path}`, import.meta.url));

/** Tests in workerd have no file system: they are handed the audio files. */
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
    // pages are rendered by the production bundle: `npm test` builds first
    alias: { "virtual:remix/server-build": root("build/server/index.js") },
  },
  test: {
    name: "workers",
    provide: { audioFiles },
    include: ["tests/workers/**/*.test.ts"],
    // some go through every function and route; on a busy machine that takes a while
    testTimeout: 30_000,
    // a runtime takes longer to start than most files to run
    isolate: false,
    setupFiles: [root("tests/workers/support/setup.ts")],
    // the first is CommonJS only, the second maps Node modules away: esbuild makes plain modules of them
    deps: { optimizer: { ssr: { enabled: true, include: ["@remix-run/cloudflare", "mediabunny"] } } },
  },
}));
