// A runtime that has ended or hangs, and a server that was killed.
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, it } from "vitest";
import WebSocket from "ws";
import { isFree } from "#scripts/free-port.mjs";
import { findDescendants } from "#scripts/processes.mjs";
import { endScripts, runProgram, runScript, type Script, waitForEnd } from "#tests/support/run-script.ts";

const PORT = Number(process.env.E2E_PORT ?? 8788) + 26;
const INSPECTOR_PORT = PORT + 1;
/** Longer than a busy machine takes for an answer, and shorter than the 25 s of a real server. */
const ENV = { HUNG_AFTER_MS: "10000" };
/** The first start migrates the database in processes of its own, which takes half a minute on a machine that is very busy. */
const START = { timeout: 240_000 };
const LIMITS = { timeout: 900_000 };

/** Of all tests, because the first start with a folder migrates its database. */
const data = mkdtempSync(join(tmpdir(), "tutti-watch-"));
afterEach(endScripts);
afterAll(() => rmSync(data, { recursive: true, force: true }));

const isRunning = (pid: number) => existsSync(`/proc/${pid}`);

/** The process of the runtime below a script, once it answers. It is another one than those before. */
async function findRuntime({ child }: Script, before: readonly number[] = []): Promise<number> {
  const find = () =>
    findDescendants(child.pid ?? 0).find(({ pid, name }) => name === "workerd" && !before.includes(pid))?.pid ?? 0;
  await expect.poll(find, START).toBeGreaterThan(0);
  const isUp = async () => (await fetch(`http://127.0.0.1:${PORT}/api/health`).catch(() => null))?.ok ?? false;
  await expect.poll(isUp, START).toBe(true);
  return find();
}

/** The files and folders of a data folder that other users can read. */
function listOpenFiles(folder: string): readonly string[] {
  const paths = ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })].map((path) => join(folder, path));
  return paths.filter((path) => (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077);
}

/** Has the Worker run a loop that does not end. */
async function spin(): Promise<void> {
  const targets = (await (await fetch(`http://127.0.0.1:${INSPECTOR_PORT}/json`)).json()) as {
    id: string;
    webSocketDebuggerUrl: string;
  }[];
  const target = targets.find(({ id }) => id.startsWith("core:user:tutti"));
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? "");
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  socket.on("error", () => undefined);
  const context = new Promise<number>((resolve) => {
    socket.on("message", (text) => {
      const { method, params } = JSON.parse(String(text));
      if (method === "Runtime.executionContextCreated") resolve(params.context.id);
    });
  });
  socket.send(JSON.stringify({ id: 1, method: "Runtime.enable" }));
  const params = { expression: "for (;;);", contextId: await context };
  socket.send(JSON.stringify({ id: 2, method: "Runtime.evaluate", params }));
}

it("npm start starts the server again when its runtime crashes or hangs, or it is killed, and says why", LIMITS, async () => {
  const script = runScript("start.mjs", ["--port", String(PORT), "--data", data], { env: ENV });
  const { child, output } = script;
  const first = await findRuntime(script);
  await expect.poll(output, START).toContain("Tutti is running at");
  expect(listOpenFiles(data)).toEqual([]);
  // an account with a password that was printed once is for one's own trials
  expect(output()).not.toContain("The demo room");
  expect(existsSync(join(data, "demo.json"))).toBe(false);
  expect(output()).toContain(`npm run admin -- grant USERNAME --data ${data}`);
  process.kill(first, "SIGSEGV");
  await expect
    .poll(output)
    .toMatch(
      /The runtime has ended: .*Segmentation fault\.[^\n]+\n[^\n]+Tutti has ended \(exit code 1\)\. It is started again in 1 s\./,
    );

  const second = await findRuntime(script, [first]);
  await expect.poll(output).toContain("Tutti is running again at");
  process.kill(second, "SIGSTOP");
  await expect
    .poll(output)
    .toMatch(
      /The runtime hangs: it (last answered at \S+, \d+ s ago|has not answered since its start)\.[^\n]+\n[^\n]+Tutti has ended \(exit code 1\)\. It is started again in 2 s\./,
    );
  await expect.poll(() => isRunning(second)).toBe(false);

  const third = await findRuntime(script, [first, second]);
  const server = findDescendants(child.pid ?? 0).find(({ pid }) => pid === third)?.parentPid ?? 0;
  await expect.poll(() => output().split("Tutti is running again at").length).toBe(3);
  process.kill(server, "SIGKILL");
  await expect.poll(output).toContain("Tutti has ended (killed by SIGKILL). It is started again in 4 s.");
  await expect.poll(() => isRunning(third)).toBe(false);

  const fourth = await findRuntime(script, [first, second, third]);
  const all = findDescendants(child.pid ?? 0).map(({ pid }) => pid);
  expect(all).toContain(fourth);
  child.kill("SIGINT");
  child.kill("SIGINT");
  expect(await waitForEnd(child)).toBe(0);
  await expect.poll(() => all.filter(isRunning)).toEqual([]);
  expect(output()).not.toContain("in 8 s");
});

it("npm start creates the demo room in another folder if it is asked to", LIMITS, async () => {
  const { child, output } = runScript("start.mjs", ["--port", String(PORT), "--data", data, "--demo"]);
  await expect.poll(output, START).toMatch(/The demo room is at http/);
  child.kill("SIGINT");
  expect(await waitForEnd(child)).toBe(0);
});

it.each(["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const)("npm start ends when npm receives %s", LIMITS, async (signal) => {
  const npm = runProgram("npm", ["start", "--", "--port", String(PORT), "--data", data]);
  await findRuntime(npm);
  const all = findDescendants(npm.child.pid ?? 0);
  expect(all.map(({ name }) => name)).toContain("workerd");
  npm.child.kill(signal);
  await expect.poll(() => all.filter(({ pid }) => isRunning(pid)).map(({ name }) => name)).toEqual([]);
  expect(await isFree(PORT)).toBe(true);
});

it("a server whose runtime is killed, or does not come out of a loop, ends with the reason", LIMITS, async () => {
  const args = ["--port", String(PORT), "--data", data, "--inspect", String(INSPECTOR_PORT)];
  const killed = runScript("server.mjs", args, { env: ENV });
  process.kill(await findRuntime(killed), "SIGKILL");
  expect(await waitForEnd(killed.child)).toBe(1);
  expect(killed.output()).toContain("The runtime has ended: killed by SIGKILL.");

  const spinning = runScript("server.mjs", args, { env: ENV });
  const runtime = await findRuntime(spinning);
  await spin();
  expect(await waitForEnd(spinning.child)).toBe(1);
  expect(spinning.output()).toMatch(
    /The runtime hangs: it (last answered at \S+, \d+ s ago|has not answered since its start)\./,
  );
  await expect.poll(() => isRunning(runtime)).toBe(false);
  // its own requests are not in the log
  expect(spinning.output()).not.toContain('"HEAD"');
});
