import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequest, APIRequestContext } from "@playwright/test";
import { ROOT, waitUntilUp } from "#scripts/project.mjs";
import { runScript, waitForEnd } from "#tests/support/run-script.ts";

/** A server with a data folder of its own, as `npm start` runs it. */
export type OwnServer = {
  readonly origin: string;
  readonly data: string;
  readonly request: APIRequestContext;
  /** Everything that the server has printed so far. */
  output(): string;
  /** Sends a signal and waits until the server has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
};

export const createDataFolder = () => mkdtempSync(join(tmpdir(), "tutti-operations-"));

type Options = {
  readonly data: string;
  readonly port: number;
  readonly apiRequest: APIRequest;
  /** The folder of the project to run: this one, or a copy with another build. */
  readonly root?: string;
  /** Further variables of the Worker. */
  readonly vars?: Readonly<Record<string, string>>;
};

export async function startOwnServer({ data, port, apiRequest, root = ROOT, vars = {} }: Options): Promise<OwnServer> {
  const settings = Object.entries(vars).flatMap(([name, value]) => ["--var", `${name}:${value}`]);
  const { child, output } = runScript("server.mjs", ["--port", String(port), "--data", data, ...settings], { root });
  const origin = `http://127.0.0.1:${port}`;
  if (!(await waitUntilUp(origin))) throw new Error(`the server did not start:\n${output()}`);
  const request = await apiRequest.newContext({ baseURL: origin });
  return {
    origin,
    data,
    request,
    output,
    async stop(signal = "SIGTERM") {
      await request.dispose();
      // the runtime is a process of its own, which a kill of the server alone would leave behind
      if (signal === "SIGKILL") for (const pid of findChildren(child.pid ?? 0)) process.kill(pid, signal);
      child.kill(signal);
      await waitForEnd(child);
    },
  };
}

/** Runs a script to its end. Returns its exit code and what it has printed. */
export async function runToEnd(
  name: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly output: string }> {
  const { child, output } = runScript(name, args);
  const code = await waitForEnd(child);
  return { code: code ?? 1, output: output() };
}

function findChildren(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
}

/** A value of a data folder's secrets. */
export function readSecret(data: string, name: string): string {
  return new RegExp(`^${name}="(.+)"$`, "m").exec(readFileSync(join(data, "app.env"), "utf8"))?.[1] ?? "";
}
