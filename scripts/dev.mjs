// `npm run dev`: the development server. Vite serves with hot reload; the Worker and its Durable Objects run in workerd.
import { copyFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ensureData, openFolder } from "./data-folder.mjs";
import { explainStartError } from "./explain-start-error.mjs";
import { ensurePackages, exitWith, ROOT, startTool } from "./project.mjs";

const PORT = 5173;

ensurePackages();
const data = resolve(".wrangler/dev");
try {
  openFolder(data);
  // The Vite plugin reads secrets from this file.
  copyFileSync(ensureData(data).envFile, join(ROOT, ".dev.vars"));
} catch (error) {
  console.error(explainStartError(error, { port: PORT, host: undefined, data }));
  process.exit(1);
}
exitWith(startTool("remix", ["vite:dev", "--port", String(PORT), ...process.argv.slice(2)], { env: { TUTTI_DATA: data } }));
