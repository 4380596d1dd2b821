// `npm run dev`: the development server. Vite serves with hot reload; the Worker and its Durable Objects run in workerd.
import { copyFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ensureData } from "./data-folder.mjs";
import { ensurePackages, exitWith, ROOT, startTool } from "./project.mjs";

ensurePackages();
const data = resolve(".wrangler/dev");
// The Vite plugin reads secrets from this file.
copyFileSync(ensureData(data).envFile, join(ROOT, ".dev.vars"));
exitWith(startTool("remix", ["vite:dev", "--port", "5173", ...process.argv.slice(2)], { env: { TUTTI_DATA: data } }));
