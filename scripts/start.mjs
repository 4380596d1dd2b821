// `npm start`: the production build on this machine, with a demo room. `npm start -- --port N --data DIR` starts another
// server with its own data.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { isFree } from "./free-port.mjs";
import { ensureBuild, ensurePackages, exitWith, serve, waitUntilUp } from "./project.mjs";

const { values } = parseArgs({
  options: { port: { type: "string", default: "8787" }, data: { type: "string", default: ".wrangler/tutti" } },
});
const port = Number(values.port);
const data = resolve(values.data);

if (!Number.isInteger(port) || port < 1 || port > 65_535) fail(`--port must be a number from 1 to 65535, not ${values.port}.`);
if (!(await isFree(port))) fail(`Port ${port} is already in use. Choose another one: npm start -- --port ${port + 1}`);

ensurePackages();
ensureBuild();
process.once("SIGINT", () => console.log(`\nStopping. Your data stays in ${values.data}.`));
const server = serve({ port, data });
exitWith(server);
process.on("exit", () => server.kill());

const origin = `http://localhost:${port}`;
if (!(await waitUntilUp(origin))) fail("The server did not start.");
// Imported here because it needs packages, which may not be installed before `ensurePackages`.
const { ensureDemo } = await import("./demo.mjs");
const demo = await ensureDemo(origin, data).catch(warnAboutDemo);
console.log(`
  Tutti is running at  ${origin}
${demo ? describeDemo(demo) : ""}  Press Ctrl+C to stop. Your data stays in ${values.data}.
`);

/** The app works without the demo room. */
function warnAboutDemo(error) {
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

function fail(message) {
  console.error(message);
  process.exit(1);
}
