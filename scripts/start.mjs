// `npm start`: the whole product on this machine. `npm start -- --port N --data DIR` runs another beside it.
import { createServer } from "node:net";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuild, ensurePackages, isUp, serve } from "./project.mjs";

const { values } = parseArgs({
  options: { port: { type: "string", default: "8787" }, data: { type: "string", default: ".wrangler/tutti" } },
});
const port = Number(values.port);
const data = resolve(values.data);

if (!Number.isInteger(port) || port < 1 || port > 65_535) fail(`--port takes a number from 1 to 65535, not ${values.port}.`);
if (!(await isFree(port))) fail(`Port ${port} is taken. Choose another: npm start -- --port ${port + 1}`);

ensurePackages();
ensureBuild();
const server = serve({ port, data });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
process.on("exit", () => server.kill());
server.on("exit", (code) => process.exit(code ?? 0));

const origin = `http://localhost:${port}`;
if (!(await isUp(origin))) fail("The server did not come up.");
// the demo needs the packages that a fresh machine has only now
const { ensureDemo } = await import("./demo.mjs");
const demo = await ensureDemo(origin, data);
console.log(`
  Tutti is at        ${origin}
  The demo room      ${origin}/room/${demo.room}
  Its owner          ${demo.username}, password ${demo.password}

  To hear the sync: open the demo room in two windows (or on two browsers), sign in
  in one of them as its owner, press play there, and "Listen together" in the other.
  Stop with Ctrl+C; everything is kept in ${values.data}.
`);

function isFree(number) {
  return new Promise((done) => {
    const probe = createServer();
    probe.once("error", () => done(false));
    probe.listen(number, "127.0.0.1", () => probe.close(() => done(true)));
  });
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
