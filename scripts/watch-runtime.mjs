// Notices when the runtime of a server has ended or hangs.
import { channel } from "node:diagnostics_channel";
import { Worker } from "node:worker_threads";

/** Ctrl+C reaches the runtime too, and may end it before this process handles the signal. */
const SIGNAL_DELAY_MS = 200;
const METHOD = "HEAD";
const PATH = "/api/health";
/** A part of the log's line for each request of the watch, which is left out. */
export const WATCH_REQUEST = `"method":"${METHOD}","route":"${PATH}"`;

/**
 * The process of the runtime that is started next, which Miniflare keeps to itself. Undefined until it is started.
 * @returns {() => import("node:child_process").ChildProcess | undefined}
 */
export function followRuntime() {
  const children = [];
  channel("child_process").subscribe((message) => {
    children.push(/** @type {{ process: import("node:child_process").ChildProcess }} */ (message).process);
  });
  return () => children.findLast(({ spawnargs }) => spawnargs?.[1] === "serve");
}

/**
 * Calls `onEnd` with a sentence when the runtime answers no request for a time, and kills it. A thread of its own asks, because
 * Miniflare stops this one while it waits for an answer of the runtime to some of its calls. Returns how to tell it the runtime's port
 * and process, and that it stands still.
 * @param {number} hungAfterMs
 * @param {(cause: string) => void} onEnd
 * @returns {(change: { port?: number, pid?: number, isPaused?: boolean }) => void}
 */
export function watchAnswers(hungAfterMs, onEnd) {
  const workerData = { hungAfterMs, method: METHOD, path: PATH };
  const thread = new Worker(new URL("./watch-thread.mjs", import.meta.url), { workerData });
  thread.on("message", onEnd);
  return (change) => thread.postMessage(change);
}

/**
 * Calls `onEnd` with a sentence when the runtime has ended.
 * @param {import("node:child_process").ChildProcess} runtime
 * @param {(cause: string) => void} onEnd
 */
export function watchEnd(runtime, onEnd) {
  const end = () => setTimeout(() => onEnd(`The runtime has ended: ${describeEnd(runtime)}.`), SIGNAL_DELAY_MS);
  if (hasEnded(runtime)) end();
  else runtime.once("exit", end);
}

/** How a process has ended, in words. */
export function describeEnd({ exitCode, signalCode }) {
  return signalCode === null ? `exit code ${exitCode}` : `killed by ${signalCode}`;
}

export function hasEnded({ exitCode, signalCode }) {
  return exitCode !== null || signalCode !== null;
}
