// `npm run dev`: for work on the code. Vite serves with hot reload; the Worker, its rooms and their sockets run in workerd.
import { copyFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ensureData, ensurePackages, ROOT, startTool } from "./project.mjs";

ensurePackages();
const data = resolve(".wrangler/dev");
// the plugin reads secrets from here
copyFileSync(ensureData(data).envFile, join(ROOT, ".dev.vars"));
const server = startTool("remix", ["vite:dev", "--port", "5173", ...process.argv.slice(2)], { env: { TUTTI_DATA: data } });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code) => process.exit(code ?? 0));
