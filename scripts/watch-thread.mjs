// Asks a runtime for answers, in a thread of its own; see `watchAnswers` in `watch-runtime.mjs`.
import { writeSync } from "node:fs";
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

/** A hang is this many ticks in a row without an answer. */
const HUNG_AFTER_TICKS = 25;
/** Until its first answer, it may take longer. */
const START_TICKS = 100;
const ASK_EVERY_TICKS = 5;
/** The main thread gets this time to end the process. */
const END_WITHIN_MS = 2000;

const { hungAfterMs, method, path } = workerData;
const agent = new Agent({ keepAlive: true });
/** The state that the main thread reports: the runtime's port and process, and whether it stands still for a backup. */
let runtime = { port: null, pid: null, isPaused: false };
let ticks = 0;
let silentTicks = 0;
let answeredAtMs = null;
parentPort?.on("message", (change) => {
  runtime = { ...runtime, ...change };
  // it has started
  if (change.pid !== undefined) recordAnswer();
});
const timer = setInterval(tick, hungAfterMs / HUNG_AFTER_TICKS);

/** Silence is counted in ticks, so a machine that was asleep, or that is too busy for this thread too, is not taken for a hang. */
function tick() {
  if (runtime.isPaused) return;
  if (runtime.port !== null && (answeredAtMs === null || ticks % ASK_EVERY_TICKS === 0)) ask(runtime.port);
  ticks += 1;
  silentTicks += 1;
  if (silentTicks <= (answeredAtMs === null ? START_TICKS : HUNG_AFTER_TICKS)) return;
  clearInterval(timer);
  end(`The runtime hangs: ${describeSilence()}.`);
}

/** A request stays open while others are sent: an answer that is late is an answer. */
function ask(port) {
  const asked = request({ host: "127.0.0.1", port, method, path, agent }, (response) => {
    response.resume();
    recordAnswer();
  });
  // counts as no answer
  asked.on("error", () => undefined);
  asked.end();
}

function recordAnswer() {
  silentTicks = 0;
  answeredAtMs = Date.now();
}

/** Ends the runtime, for which the main thread may be waiting, and then the process, unless the main thread does. */
function end(cause) {
  parentPort?.postMessage(cause);
  if (runtime.pid !== null) process.kill(runtime.pid, "SIGKILL");
  setTimeout(() => {
    writeSync(process.stderr.fd, `${cause}\n`);
    process.kill(process.pid, "SIGKILL");
  }, END_WITHIN_MS);
}

function describeSilence() {
  if (answeredAtMs === null) return "it has not answered since its start";
  return `it last answered at ${new Date(answeredAtMs).toISOString()}, ${Math.round((Date.now() - answeredAtMs) / 1000)} s ago`;
}
