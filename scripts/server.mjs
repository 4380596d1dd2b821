// Serves the production build in the local runtime: `node scripts/server.mjs --port N --data DIR [--host IP]
// [--var KEY:VALUE]… [--inspect PORT]`.
// It does not use `wrangler dev`, whose proxy crashes when a browser disconnects at the wrong moment and answers 503 on
// idle connections.
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { Miniflare, Response } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";
import { readArguments, readOrExit, toPort, UsageError } from "./command-line.mjs";
import { claimData } from "./control-socket.mjs";
import { ensureData, openFolder, toDataFolder } from "./data-folder.mjs";
import { createReserve } from "./disk-reserve.mjs";
import { explainStartError } from "./explain-start-error.mjs";
import { forwardPort, isLoopback } from "./forward-port.mjs";
import { isFree } from "./free-port.mjs";
import { isJsonLog, printJson, toSentence } from "./log-lines.mjs";
import { bindPrivateNetwork, createOutboundNetwork } from "./outbound-networks.mjs";
import { bindPasswordHasher } from "./password-hasher.mjs";
import { ROOT, WORKER } from "./project.mjs";
import { snapshotData } from "./snapshot-data.mjs";
import { followRuntime, WATCH_REQUEST, watchAnswers, watchEnd } from "./watch-runtime.mjs";
import { whenAskedToEnd, whenParentEnds } from "./when-asked-to-end.mjs";

const MINUTE_MS = 60_000;
const SIGNAL_DELAY_MS = 200;
const RESERVE_CHECK_MS = 1000;
/** Longer than any turn of the runtime takes. Tests set less. */
const HUNG_AFTER_MS = Number(process.env.HUNG_AFTER_MS ?? 25_000);
const USAGE = "node scripts/server.mjs --port N --data DIR [--host IP] [--var KEY:VALUE]… [--inspect PORT] [--quiet] [--json]";

const { values, port, inspectorPort, data, isJson } = readOrExit(USAGE, () => {
  const { values } = readArguments({
    port: { type: "string" },
    host: { type: "string" },
    data: { type: "string" },
    var: { type: "string", multiple: true, default: [] },
    quiet: { type: "boolean", default: false },
    inspect: { type: "string" },
    json: { type: "boolean", default: false },
  });
  const inspectorPort = values.inspect === undefined ? undefined : toPort("--inspect", values.inspect);
  const data = toDataFolder(values.data);
  return { values, port: toPort("--port", values.port), inspectorPort, data, isJson: isJsonLog(values.json) };
});

let isStopping = false;
/** The line of the runtime about its crash. */
let crash = "";
/** Tells the watch about the runtime. */
let updateWatch = (_change) => undefined;

if (isJson) printJson();
// the data folder is for this user alone
process.umask(0o077);
try {
  await serve();
} catch (error) {
  console.error(explainStartError(error, { port, host: values.host, data }));
  process.exit(1);
}

async function serve() {
  openFolder(data);
  let miniflare = null;
  const control = await claimData(data, (request) => answer(request, miniflare));
  await checkPorts();
  const { envFile } = ensureData(data);
  const config = unstable_readConfig({ config: join(ROOT, "wrangler.toml") });
  const reserve = createReserve(data, console.error);
  const getRuntime = followRuntime();
  miniflare = new Miniflare(await readOptions(config, envFile, reserve));
  const stop = () => {
    isStopping = true;
    control.close();
    void miniflare.dispose().then(() => process.exit(0));
  };
  // Miniflare would end this process before its runtime has ended
  for (const signal of ["SIGINT", "SIGTERM"]) process.removeAllListeners(signal);
  whenAskedToEnd(stop);
  if (process.env.END_WITH_PARENT) whenParentEnds(stop);
  const abandon = (cause) => endWith(cause, getRuntime());
  updateWatch = watchAnswers(HUNG_AFTER_MS, abandon);
  if (isLoopback(values.host)) updateWatch({ port });
  const runtimePort = Number((await miniflare.ready).port);
  const runtime = getRuntime();
  updateWatch({ port: runtimePort, pid: runtime.pid });
  watchEnd(runtime, abandon);
  void keepReserve(reserve);
  if (!isLoopback(values.host)) await forwardPort({ host: values.host, port }, runtimePort);
  await runCron(miniflare, "start");
  for (const cron of config.triggers.crons) setInterval(() => void runCron(miniflare, cron), toIntervalMs(cron)).unref();
}

/** Ends this process, so that it is started again. A runtime that hangs is killed. */
function endWith(cause, runtime) {
  if (isStopping) return;
  console.error(crash ? `${cause} ${crash}.` : cause);
  runtime?.kill("SIGKILL");
  process.exit(1);
}

async function keepReserve(reserve) {
  for (;;) {
    await reserve.check().catch((error) => console.error(`The reserve cannot be kept: ${error.message}`));
    await wait(RESERVE_CHECK_MS);
  }
}

/** The time between two runs of a cron expression. Only those that name a number of minutes are supported. */
function toIntervalMs(cron) {
  const minutes = /^\*\/(\d+) \* \* \* \*$/.exec(cron)?.[1];
  if (!minutes) throw new Error(`the cron expression ${cron} in wrangler.toml is not supported`);
  return Number(minutes) * MINUTE_MS;
}

/** The runtime reports a port in use with the trace of a crash. On other addresses than loopback, `forwardPort` listens. */
async function checkPorts() {
  if (isLoopback(values.host)) await checkPort("--port", port);
  if (inspectorPort !== undefined) await checkPort("--inspect", inspectorPort);
}

async function checkPort(option, port) {
  if (await isFree(port)) return;
  throw Object.assign(new Error(`port ${port} is in use`), { code: "EADDRINUSE", port, option });
}

async function readOptions(config, envFile, reserve) {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config, undefined, { envFiles: [envFile] });
  const vars = Object.fromEntries(
    values.var.map((pair) => [pair.slice(0, pair.indexOf(":")), pair.slice(pair.indexOf(":") + 1)]),
  );
  // the platform routes by host names; here, the DNS of any site could lead to this server
  const bindings = { ...workerOptions.bindings, ...vars, FOREIGN_HOSTS: "refuse" };
  checkPublicOrigin(bindings.PUBLIC_ORIGIN);
  return {
    ...workerOptions,
    name: config.name,
    // The bundle is complete. An explicit list keeps Miniflare from searching for further modules.
    modules: [{ type: "ESModule", path: WORKER }],
    bindings,
    serviceBindings: {
      ...workerOptions.serviceBindings,
      ...bindPasswordHasher(),
      ...(await bindPrivateNetwork(bindings)),
      DISK: () => new Response(null, { status: reserve.isShort() ? 507 : 204 }),
    },
    outboundService: createOutboundNetwork(vars),
    // Miniflare opens a second server on this address, for its own use, which must not be reachable from elsewhere.
    host: config.dev.ip,
    port: isLoopback(values.host) ? port : 0,
    inspectorPort,
    // `wrangler d1 --persist-to` uses the same folder.
    defaultPersistRoot: join(data, "v3"),
    cf: false,
    handleRuntimeStdio: printOutput,
  };
}

/** Without this, each request would fail. */
function checkPublicOrigin(origin) {
  if (!origin || (/^https?:\/\//i.test(origin) && URL.canParse(origin))) return;
  throw new UsageError(`PUBLIC_ORIGIN is ${origin}. It must be an origin such as https://music.example.`);
}

/** Prints the lines of the Worker. On a terminal, requests and other ordinary events are left out. */
function printOutput(stdout, stderr) {
  const isQuiet = !isJson || values.quiet;
  for (const [stream, target, print] of [
    [stdout, process.stdout, console.log],
    [stderr, process.stderr, console.error],
  ]) {
    createInterface({ input: stream }).on("line", (line) => {
      crash = /^\*\*\* (Received signal.+)/.exec(line)?.[1] ?? crash;
      const isOrdinary = line.startsWith('{"level":"info"');
      if (isOrdinary && (isQuiet || line.includes(WATCH_REQUEST))) return;
      // the runtime itself prints text
      if (isJson && line.startsWith("{")) target.write(`${line}\n`);
      else print(toSentence(line));
    });
  }
}

/** Commands of other processes of this project; see `control-socket.mjs`. */
async function answer(request, miniflare) {
  if (request.type === "describe") return { port };
  if (request.type === "snapshot") return { path: copyData() };
  if (!miniflare) throw new Error("the server is still starting");
  await miniflare.ready;
  if (request.type === "run-cron") return triggerCron(miniflare, request.cron);
  if (request.type === "list-objects") return listObjects(await miniflare.getR2Bucket("MEDIA"));
  if (request.type !== "query") throw new Error(`there is no command ${request.type}`);
  const database = await miniflare.getD1Database("DB");
  const { results } = await database.prepare(request.sql).all();
  return results;
}

/** The runtime stands still meanwhile, and does not answer. */
function copyData() {
  updateWatch({ isPaused: true });
  try {
    return snapshotData(data, process.pid);
  } finally {
    updateWatch({ isPaused: false });
  }
}

async function listObjects(bucket) {
  const objects = [];
  for (let cursor; ; ) {
    const page = await bucket.list({ cursor });
    objects.push(...page.objects.map(({ key, size }) => ({ key, sizeBytes: size })));
    if (!page.truncated) return objects;
    cursor = page.cursor;
  }
}

async function triggerCron(miniflare, cron) {
  const worker = await miniflare.getWorker();
  await worker.scheduled({ cron, scheduledTime: new Date() });
}

/** The work of the platform's cron trigger. A run that fails is repeated by the next one. */
async function runCron(miniflare, cron) {
  try {
    await triggerCron(miniflare, cron);
  } catch (error) {
    // Ctrl+C may end the runtime before its signal is handled here.
    await wait(SIGNAL_DELAY_MS);
    if (!isStopping) console.error(`The regular work failed: ${error instanceof Error ? error.message : error}`);
  }
}
