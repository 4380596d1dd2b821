// The built product for the browser tests, on an empty data folder. It fetches links to this machine and looks for its
// providers there, where the tests have servers of their own (`tests/support/provider-server.ts`).
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuild, ROOT, serve } from "./project.mjs";

const data = join(ROOT, ".wrangler/e2e");
rmSync(data, { recursive: true, force: true });
ensureBuild();
const port = Number(process.argv[2] ?? 8788);
const providers = ["google", "github", "spotify"].flatMap((name) => [
  `${name.toUpperCase()}_CLIENT_ID:tests-${name}`,
  `${name.toUpperCase()}_CLIENT_SECRET:secret-of-${name}`,
]);
const vars = ["LINK_LOOPBACK:allow", `PROVIDER_LOOPBACK:http://127.0.0.1:${port + 2}`, ...providers];
const server = serve({ port, data, vars });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code) => process.exit(code ?? 0));
