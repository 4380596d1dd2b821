// The production build in the platform's runtime, on this machine: `node scripts/server.mjs --port N --data DIR
// [--var KEY:VALUE]…`. Not by `wrangler dev`: the proxy before its Worker ends with a browser that hangs up at the wrong
// moment, and answers 503 for a connection that has been idle.
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
  // all in one: nothing is looked for beside it
  modules: [{ type: "ESModule", path: WORKER }],
  bindings: { ...workerOptions.bindings, ...Object.fromEntries(vars) },
  host: config.dev.ip,
  port: Number(values.port),
  // where `wrangler d1 --persist-to` looks
  defaultPersistRoot: join(data, "v3"),
  cf: false,
});
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => void server.dispose().then(() => process.exit(0)));
}
await server.ready;
