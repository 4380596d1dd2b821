import { readdirSync, readFileSync } from "node:fs";

/**
 * Stops all processes of the browser that plays on a device, as a sleep of the machine does. Returns the function that lets them
 * run on.
 * @param env the environment with which the browser was started
 */
export function pauseProcesses(env: NodeJS.ProcessEnv): () => void {
  const pids = findProcesses(env);
  if (pids.length === 0) throw new Error("no browser plays on this device");
  for (const pid of pids) signal(pid, "SIGSTOP");
  return () => {
    for (const pid of pids) signal(pid, "SIGCONT");
  };
}

function signal(pid: number, name: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, name);
  } catch {
    // has ended meanwhile
  }
}

/**
 * The processes with the same sound server and device in their environment, and all that they have started: those of Chromium's
 * pages overwrite their environment.
 */
function findProcesses({ PULSE_SERVER, PULSE_SINK }: NodeJS.ProcessEnv): readonly number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const found = new Set(
    pids.filter((pid) => {
      const variables = read(pid, "environ").split("\0");
      return variables.includes(`PULSE_SERVER=${PULSE_SERVER}`) && variables.includes(`PULSE_SINK=${PULSE_SINK}`);
    }),
  );
  const parents = new Map(pids.map((pid) => [pid, /^PPid:\s*(\d+)$/m.exec(read(pid, "status"))?.[1] ?? ""]));
  const isBelow = (pid: string): boolean => found.has(pid) || (parents.has(pid) && isBelow(parents.get(pid) ?? ""));
  return pids.filter(isBelow).map(Number);
}

/** Empty for a process that has ended. */
function read(pid: string, file: "environ" | "status"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
