// `npm start`: the production build on this machine, with a demo room. A server that has ended is started again. `npm start -- --port N
// --data DIR` starts another server with its own data, and no account or room that its operator does not know of.
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fail, readArguments, readOrExit, toPort } from "./command-line.mjs";
import { DEFAULT_DATA, toDataFolder } from "./data-folder.mjs";
import { isFree } from "./free-port.mjs";
import { isJsonLog, printJson } from "./log-lines.mjs";
import { endProcesses, findDescendants } from "./processes.mjs";
import { ensureBuild, ensurePackages, serve, waitUntilUp } from "./project.mjs";
import { createRestartPlan } from "./restart-plan.mjs";
import { stopServer } from "./stop-server.mjs";
import { describeEnd, hasEnded } from "./watch-runtime.mjs";
import { whenAskedToEnd, whenParentEnds } from "./when-asked-to-end.mjs";

/** A slow machine may migrate the database for minutes. A server that hangs at its start ends itself. */
const START_LIMIT_MS = 300_000;
const USAGE =
  "npm start -- [--port N] [--data DIR] [--demo] [--json]     for example: npm start -- --port 8790 --data /srv/tutti";

const { port, data, dataArgument, hasDemo, isJson } = readOrExit(USAGE, () => {
  const { values } = readArguments({
    port: { type: "string", default: "8787" },
    data: { type: "string", default: DEFAULT_DATA },
    demo: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  const data = toDataFolder(values.data);
  const hasDemo = values.demo || data === toDataFolder(DEFAULT_DATA);
  const isJson = isJsonLog(values.json);
  return { port: toPort("--port", values.port), data, dataArgument: values.data, hasDemo, isJson };
});
if (isJson) printJson();
if (!(await isFree(port))) fail(`Port ${port} is already in use. Choose another one: npm start -- --port ${port + 1}`);

// npm is the parent, as its shell runs `exec`, and passes its signals on, but it may be killed
if (process.env.npm_lifecycle_event) whenParentEnds(() => void stop("SIGTERM"));
ensurePackages();
ensureBuild();
// the data folder is for this user alone
process.umask(0o077);
const origin = `http://localhost:${port}`;
const plan = createRestartPlan();
let server = null;
/** Set when this process decides how it ends; otherwise, it ends as the server does. */
let exitCode = null;
process.on("exit", () => server?.kill());
whenAskedToEnd((signal) => void stop(signal));

for (;;) {
  const run = await runServer();
  if (isStopping()) process.exit(exitCode);
  // it was asked to end
  if (run.isUp && run.exitCode === 0) process.exit(0);
  // the first start has failed, and the server has said why
  if (!run.isUp && !plan.hasRestarted()) process.exit(run.exitCode || 1);
  await restartLater(run);
}

/** Runs the server to its end. */
async function runServer() {
  const startedAtMs = Date.now();
  server = serve({ port, data, isJson });
  const ended = once(server, "exit");
  const isUp = await Promise.race([waitUntilUp(origin, START_LIMIT_MS), ended.then(() => false)]);
  const runtimes = isUp ? findDescendants(server.pid) : [];
  if (isUp) void announce();
  else await giveUp();
  await ended;
  // a server that was killed leaves its runtime behind
  endProcesses(runtimes);
  return { isUp, ranMs: Date.now() - startedAtMs, exitCode: server.exitCode, cause: describeEnd(server) };
}

async function announce() {
  if (plan.hasRestarted()) return console.log(`Tutti is running again at ${origin}`);
  const accounts = hasDemo ? await prepareDemo() : await describeSuperadmin();
  if (isStopping()) return;
  const lines = [`Tutti is running at ${origin}`, ...accounts, `Your data stays in ${dataArgument}. Press Ctrl+C to stop.`];
  for (const line of lines) console.log(line);
}

async function prepareDemo() {
  // Imported here because it needs packages, which may not be installed before `ensurePackages`.
  const { ensureDemo } = await import("./demo.mjs");
  const demo = await ensureDemo(origin, data).catch(warnAboutDemo);
  return demo ? describeDemo(demo) : [];
}

/** Tells the operator of a server without a superadmin how to make one. */
async function describeSuperadmin() {
  const { listSuperadmins, selectDatabase } = await import("./superadmin.mjs");
  // the server may end meanwhile
  const superadmins = await listSuperadmins(selectDatabase({ data, isRemote: false })).catch(() => null);
  if (superadmins?.length !== 0) return [];
  const command = `npm run admin -- grant USERNAME --data ${dataArgument}`;
  return [`There is no superadmin yet. Create an account in the browser, and then run: ${command}`];
}

async function giveUp() {
  if (isStopping() || hasEnded(server)) return;
  console.error("The server did not start.");
  await stopServer(server);
}

/** The server has said above why it has ended, unless it was killed. */
async function restartLater({ cause, ...run }) {
  const pauseMs = plan.next(run);
  const sentence = `Tutti has ended (${cause}).`;
  if (pauseMs === null) fail(`${sentence} It keeps ending soon after its start, so it is not started again.`);
  console.error(`${sentence} It is started again in ${pauseMs / 1000} s.`);
  await wait(pauseMs);
}

/** Ctrl+C reaches this process again and again if it is held. */
async function stop(signal) {
  if (isStopping()) return;
  exitCode = 0;
  console.log(`Stopping. Your data stays in ${dataArgument}.`);
  // between two runs, there is none
  if (!server || hasEnded(server)) process.exit(exitCode);
  await stopServer(server, { signal });
}

function isStopping() {
  return exitCode !== null;
}

/** The app works without the demo room. */
function warnAboutDemo(error) {
  if (isStopping()) return null;
  const reason = error instanceof Error ? error.message : error;
  console.warn(`The demo room could not be completed: ${reason}. The next start tries again.`);
  return null;
}

function describeDemo({ room, username, password }) {
  return [
    `The demo room is at ${origin}/room/${room}. Its owner has the username ${username} and the password ${password}`,
    'To hear the sync, open it in two browsers: sign in as the owner in one and press Play, and press "Listen together" in the other.',
  ];
}
