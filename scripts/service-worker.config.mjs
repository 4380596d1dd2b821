// The Vite config of the service worker: `vite build --config scripts/service-worker.config.mjs`, after the build of the pages.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { listShellAssets } from "./shell-assets.mjs";
import { readBuildId } from "./write-build-files.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const client = join(root, "build/client");
const id = readBuildId(client);

export default defineConfig({
  root,
  publicDir: false,
  // in service-worker/build.ts
  define: { __BUILD__: JSON.stringify({ id, assets: listShellAssets(client, id) }) },
  build: {
    outDir: client,
    emptyOutDir: false,
    target: "es2022",
    modulePreload: false,
    rollupOptions: {
      input: join(root, "service-worker/service-worker.ts"),
      // a script without imports: not every browser has workers that are modules
      output: { format: "iife", entryFileNames: "service-worker.js" },
    },
  },
});
