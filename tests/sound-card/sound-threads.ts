import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** The threads on which browsers render sound and exchange it with the server. Chromium prioritizes the others itself. */
const SOUND_THREADS = [
  // PulseAudio's library, in Chromium and WebKitGTK
  /^threaded-ml$/,
  // Firefox: the callback of the sound server, whose name is shortened, and the audio worklet
  /^NativeA/,
  /^GraphRunner$/,
  // WebKitGTK: the audio context, its queue and the audio worklet
  /^webaudioSrc/,
  /^aqueue:src$/,
  /AudioWorklet$/,
];
const POLL_INTERVAL_MS = 250;
/** Chromium's own sound threads have 8. */
const CLIENT_PRIORITY = "8";
const SERVER_PRIORITY = "9";

/**
 * Gives the sound server and the sound threads of browsers real-time priority where the system allows it. On a desktop, browsers
 * ask a system service for it. A device in use also has its processor for itself; here, several browsers, a web server and a
 * recorder share two cores, and a sound thread that waits makes a hole or a wrong timestamp. Looks for threads of this process's
 * descendants. Returns a function that stops it.
 */
export function prioritizeSoundThreads(serverPid: number): () => void {
  spawnSync("chrt", ["--all-tasks", "--rr", "--pid", SERVER_PRIORITY, String(serverPid)], { stdio: "ignore" });
  // the parent of the root is 0, which is no process
  const known = new Map([
    [String(process.pid), true],
    ["", false],
  ]);
  const isDescendant = (pid: string): boolean => {
    if (!known.has(pid)) known.set(pid, isDescendant(readParent(pid)));
    return known.get(pid) ?? false;
  };
  const done = new Set<string>();
  const poll = () => {
    for (const pid of listNumbers("/proc").filter(isDescendant)) {
      for (const thread of listNumbers(`/proc/${pid}/task`)) {
        if (done.has(thread) || !isSoundThread(`/proc/${pid}/task/${thread}`)) continue;
        done.add(thread);
        spawnSync("chrt", ["--rr", "--pid", CLIENT_PRIORITY, thread], { stdio: "ignore" });
      }
    }
  };
  const timer = setInterval(poll, POLL_INTERVAL_MS);
  return () => clearInterval(timer);
}

function isSoundThread(folder: string): boolean {
  const name = readText(`${folder}/comm`).trim();
  return SOUND_THREADS.some((pattern) => pattern.test(name));
}

/** Empty for a process that has ended, and for the root. */
function readParent(pid: string): string {
  return /^PPid:\s*(\d+)$/m.exec(readText(`/proc/${pid}/status`))?.[1] ?? "";
}

/** Empty where the folder does not exist, or no longer. */
function listNumbers(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
