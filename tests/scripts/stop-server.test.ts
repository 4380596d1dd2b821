import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { stopServer } from "#scripts/stop-server.mjs";

/** Longer than any server takes to end. */
const LONG_MS = 600_000;

/** Starts a script and waits until it prints something. */
async function start(script: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return child;
}

it("a server that ignores signals is killed with its children", async () => {
  const child = await start(`
    process.on("SIGTERM", () => undefined);
    require("node:child_process").spawn("sleep", ["600"], { stdio: "inherit" });
    setInterval(() => undefined, 1000);
    console.log("ready");
  `);
  // The output closes when the last process that has it ends.
  const closed = once(child, "close");
  await stopServer(child, { graceMs: 0 });
  expect(child.signalCode).toBe("SIGKILL");
  await closed;
});

it("a server that ends by itself is not killed", async () => {
  const child = await start(`
    process.on("SIGTERM", () => process.exit(7));
    setInterval(() => undefined, 1000);
    console.log("ready");
  `);
  await stopServer(child, { graceMs: LONG_MS });
  expect(child.exitCode).toBe(7);
  await stopServer(child);
});
