import { spawn, spawnSync } from "node:child_process";

/** Above PulseAudio and the browsers' sound threads (`sound-threads.ts`), so that only the machine can delay it. */
const PRIORITY = "20";

/**
 * Measures how late a timer is that runs before everything else. What delays it delays the sound of all browsers: the
 * hypervisor, or a kernel that is busy. Where the system does not allow that priority, nothing is measured.
 */
export function startMachineWatch(): { stop(): Promise<number | null> } {
  const watch = spawn(process.execPath, ["-e", SCRIPT], { stdio: ["pipe", "pipe", "inherit"] });
  const output: Buffer[] = [];
  watch.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  const { status } = spawnSync("chrt", ["--all-tasks", "--rr", "--pid", PRIORITY, String(watch.pid)], { stdio: "ignore" });
  return {
    /** The longest delay, ms; null if it was not measured. */
    stop: () =>
      new Promise((resolve) => {
        watch.once("close", () => resolve(status === 0 ? Number(Buffer.concat(output).toString()) : null));
        watch.stdin.end();
      }),
  };
}

/** Prints the longest delay of a timer of 4 ms when its input ends. The first half second is the start of the process. */
const SCRIPT = `
const TICK_MS = 4;
const START_MS = 500;
let worst = 0;
let last = performance.now();
setInterval(() => {
  const now = performance.now();
  if (now > START_MS) worst = Math.max(worst, now - last - TICK_MS);
  last = now;
}, TICK_MS);
process.stdin.resume().on("end", () => {
  process.stdout.write(worst.toFixed(1));
  process.exit();
});
`;
