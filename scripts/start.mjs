// `npm start`: the production build on this machine, with a demo room. `npm start -- --port N --data DIR` starts another
// server with its own data.
import { fail, readArguments, readOrExit, toPort } from "./command-line.mjs";
import { toDataFolder } from "./data-folder.mjs";
import { isFree } from "./free-port.mjs";
import { ensureBuild, ensurePackages, serve, waitUntilUp } from "./project.mjs";
import { stopServer } from "./stop-server.mjs";

const USAGE = "npm start -- [--port N] [--data DIR]     for example: npm start -- --port 8790 --data /srv/tutti";

const { port, data, dataArgument } = readOrExit(USAGE, () => {
  const { values } = readArguments({
    port: { type: "string", default: "8787" },
    data: { type: "string", default: ".wrangler/tutti" },
  });
  return { port: toPort("--port", values.port), data: toDataFolder(values.data), dataArgument: values.data };
});
if (!(await isFree(port))) fail(`Port ${port} is already in use. Choose another one: npm start -- --port ${port + 1}`);

ensurePackages();
ensureBuild();
const server = serve({ port, data });
/** Set when this process decides how it ends; otherwise, it ends as the server does. */
let exitCode = null;
server.on("exit", (code) => process.exit(exitCode ?? code ?? 1));
process.on("exit", () => server.kill());
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => void stop(signal));

const origin = `http://localhost:${port}`;
if (await waitUntilUp(origin)) await announce();
else await giveUp();

async function announce() {
  // Imported here because it needs packages, which may not be installed before `ensurePackages`.
  const { ensureDemo } = await import("./demo.mjs");
  const demo = await ensureDemo(origin, data).catch(warnAboutDemo);
  if (isStopping()) return;
  console.log(`
  Tutti is running at  ${origin}
${demo ? describeDemo(demo) : ""}  Press Ctrl+C to stop. Your data stays in ${dataArgument}.
`);
}

async function giveUp() {
  if (isStopping()) return;
  console.error("The server did not start.");
  exitCode = 1;
  await stopServer(server);
}

/** Ctrl+C reaches this process again and again if it is held. */
async function stop(signal) {
  if (isStopping()) return;
  exitCode = 0;
  console.log(`\nStopping. Your data stays in ${dataArgument}.`);
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
  return `  Demo room            ${origin}/room/${room}
  Room owner           username ${username}, password ${password}

  To hear the sync, open the demo room in two windows or on two browsers. Sign in
  as the owner in one of them and press Play. In the other, press "Listen together".
`;
}
