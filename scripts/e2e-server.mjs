// The built product for the browser tests, on an empty data folder. It fetches links to this machine, where the tests
// have servers of their own.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuild, ROOT, serve } from "./project.mjs";

const data = join(ROOT, ".wrangler/e2e");
rmSync(data, { recursive: true, force: true });
ensureBuild();
const server = serve({ port: Number(process.argv[2] ?? 8788), data, vars: ["LINK_LOOPBACK:allow"] });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code) => process.exit(code ?? 0));
