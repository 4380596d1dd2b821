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

/** The processes with the same sound server and device in their environment. */
function findProcesses({ PULSE_SERVER, PULSE_SINK }: NodeJS.ProcessEnv): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const variables = readEnvironment(pid);
      return variables.includes(`PULSE_SERVER=${PULSE_SERVER}`) && variables.includes(`PULSE_SINK=${PULSE_SINK}`);
    })
    .map(Number);
}

/** Empty for a process that has ended. */
function readEnvironment(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    return [];
  }
}
