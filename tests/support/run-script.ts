import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { endProcesses, findDescendants } from "#scripts/processes.mjs";
import { ROOT } from "#scripts/project.mjs";

export type Script = { readonly child: ChildProcess; output(): string };

type Options = {
  /** The folder of the project: this one, or a copy with another build. */
  readonly root?: string;
  readonly env?: Readonly<Record<string, string>>;
};

/** A failed test leaves its server behind, which would answer for the one of the next test. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill();
});

/** Starts a script of the project. */
export function runScript(name: string, args: readonly string[], options: Options = {}): Script {
  return runProgram(process.execPath, [join(options.root ?? ROOT, "scripts", name), ...args], options);
}

/** Starts a program in the folder of the project. `output` returns everything that it has printed so far. */
export function runProgram(program: string, args: readonly string[], { root = ROOT, env = {} }: Options = {}): Script {
  const child = spawn(program, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      text += String(chunk);
    });
  }
  return { child, output: () => text };
}

/** Kills the scripts that still run, with all their processes. */
export function endScripts(): void {
  for (const child of running) {
    endProcesses(findDescendants(child.pid ?? 0));
    child.kill("SIGKILL");
  }
}

/** Waits until a process has ended and its output is complete. Returns its exit code. */
export async function waitForEnd(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "close");
  return child.exitCode;
}
