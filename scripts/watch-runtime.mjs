// Notices when the runtime of a server has ended or hangs.
import { channel } from "node:diagnostics_channel";
import { Agent, request } from "node:http";

/** A hang is this many ticks in a row without an answer. */
const HUNG_AFTER_TICKS = 25;
/** Until its first answer, it may take longer. */
const START_TICKS = 100;
const ASK_EVERY_TICKS = 5;
/** Ctrl+C reaches the runtime too, and may end it before this process handles the signal. */
const SIGNAL_DELAY_MS = 200;
/** The runtime's log has a line for each of these requests, which is left out. */
const METHOD = "HEAD";
const PATH = "/api/health";
export const WATCH_REQUEST = `"method":"${METHOD}","route":"${PATH}"`;

/**
 * The process of the runtime that is started next, which Miniflare does not hand out. Undefined until it is started.
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
 * Calls `onEnd` with a sentence when the runtime answers no request for a time. The time is counted in ticks of this process, so a
 * machine that was asleep, or that is too busy for this process too, is not taken for a hang. A request stays open while others are
 * sent: an answer that is late is an answer.
 * @param {{ getPort: () => number | null, hungAfterMs: number, onEnd: (cause: string) => void }} options
 */
export function watchAnswers({ getPort, hungAfterMs, onEnd }) {
  let ticks = 0;
  let silentTicks = 0;
  let answeredAtMs = null;
  const agent = new Agent({ keepAlive: true });
  const recordAnswer = () => {
    silentTicks = 0;
    answeredAtMs = Date.now();
  };
  const timer = setInterval(() => {
    const port = getPort();
    if (port !== null && ticks % ASK_EVERY_TICKS === 0) ask({ port, agent }, recordAnswer);
    ticks += 1;
    silentTicks += 1;
    if (silentTicks <= (answeredAtMs === null ? START_TICKS : HUNG_AFTER_TICKS)) return;
    clearInterval(timer);
    onEnd(`The runtime hangs: ${describeSilence(answeredAtMs)}.`);
  }, hungAfterMs / HUNG_AFTER_TICKS);
}

function describeSilence(answeredAtMs) {
  if (answeredAtMs === null) return "it has not answered since its start";
  return `it last answered at ${new Date(answeredAtMs).toISOString()}, ${Math.round((Date.now() - answeredAtMs) / 1000)} s ago`;
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

function ask({ port, agent }, onAnswer) {
  const asked = request({ host: "127.0.0.1", port, method: METHOD, path: PATH, agent }, (response) => {
    response.resume();
    onAnswer();
  });
  // counts as no answer
  asked.on("error", () => undefined);
  asked.end();
}
