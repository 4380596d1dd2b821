// Ends a server, also one that does not react any more.
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { endProcesses, findDescendants } from "./processes.mjs";

/** How long a server may take to close its rooms and databases. */
const GRACE_MS = 10_000;

/**
 * Ends a server and waits for its end. After the grace time, it and all its children are killed.
 * @param {import("node:child_process").ChildProcess} server
 * @param {{ signal?: NodeJS.Signals, graceMs?: number }} [options]
 */
export async function stopServer(server, { signal = "SIGTERM", graceMs = GRACE_MS } = {}) {
  if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) return;
  const exited = once(server, "exit").then(() => true);
  server.kill(signal);
  if (await Promise.race([exited, wait(graceMs, false, { ref: false })])) return;
  endProcesses(findDescendants(server.pid));
  server.kill("SIGKILL");
  await exited;
}
