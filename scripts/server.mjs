// Serves the production build in the local runtime: `node scripts/server.mjs --port N --data DIR [--var KEY:VALUE]…`.
// It does not use `wrangler dev`, whose proxy crashes when a browser disconnects at the wrong moment and answers 503 on
// idle connections.
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";
import { ensureData, ROOT, WORKER } from "./project.mjs";

const { values } = parseArgs({
  options: { port: { type: "string" }, data: { type: "string" }, var: { type: "string", multiple: true, default: [] } },
});
const data = resolve(values.data);
const { envFile } = ensureData(data);
const config = unstable_readConfig({ config: join(ROOT, "wrangler.toml") });
const { workerOptions } = unstable_getMiniflareWorkerOptions(config, undefined, { envFiles: [envFile] });
const vars = values.var.map((pair) => [pair.slice(0, pair.indexOf(":")), pair.slice(pair.indexOf(":") + 1)]);

const server = new Miniflare({
  ...workerOptions,
  name: config.name,
  // The bundle is complete. An explicit list keeps Miniflare from searching for further modules.
  modules: [{ type: "ESModule", path: WORKER }],
  bindings: { ...workerOptions.bindings, ...Object.fromEntries(vars) },
  host: config.dev.ip,
  port: Number(values.port),
  // `wrangler d1 --persist-to` uses the same folder.
  defaultPersistRoot: join(data, "v3"),
  cf: false,
});
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => void server.dispose().then(() => process.exit(0)));
}
await server.ready;
