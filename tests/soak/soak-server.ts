import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { sendCommand } from "#scripts/control-socket.mjs";
import { RESERVE } from "#scripts/disk-reserve.mjs";
import { ROOT, waitUntilUp } from "#scripts/project.mjs";
import { measureHeapBytes } from "./heap.ts";

const START_LIMIT_MS = 120_000;

/** A server that can be killed and started again with the same data. */
export class SoakServer {
  readonly #port: number;
  readonly #data: string;
  readonly #vars: readonly string[];
  readonly #onLine: ((line: string) => void) | null;
  #child: ChildProcess | null = null;
  restarts = 0;

  /**
   * @param vars bindings of the Worker, such as `NAME:value`
   * @param onLine receives what the server prints. Without it, that is printed here
   */
  constructor(port: number, data: string, vars: readonly string[] = [], onLine: ((line: string) => void) | null = null) {
    this.#port = port;
    this.#data = data;
    this.#vars = vars;
    this.#onLine = onLine;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const args = [
      join(ROOT, "scripts/server.mjs"),
      "--port",
      String(this.#port),
      "--data",
      this.#data,
      "--quiet",
      "--inspect",
      String(this.#port + 1),
      ...this.#vars.flatMap((pair) => ["--var", pair]),
    ];
    const output = this.#onLine ? "pipe" : "inherit";
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", output, output] });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      if (stream && this.#onLine) createInterface({ input: stream }).on("line", this.#onLine);
    }
    const ended = once(child, "exit").then(() => false);
    if (!(await Promise.race([waitUntilUp(this.origin, START_LIMIT_MS), ended]))) {
      throw new Error("the server did not start");
    }
  }

  /** Ends the server and its runtime at once, as a power cut does. */
  async kill(): Promise<void> {
    for (const pid of this.runtimePids()) process.kill(pid, "SIGKILL");
    await this.#end("SIGKILL");
    this.restarts += 1;
  }

  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  /** The memory that the Worker uses, bytes. */
  heapBytes(): Promise<number> {
    return measureHeapBytes(this.#port + 1);
  }

  /** The memory of the runtime's process, which is large because of its own caches, bytes. */
  residentBytes(): number {
    const kib = this.runtimePids().map((pid) =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]),
    );
    return 1024 * kib.reduce((sum, value) => sum + value, 0);
  }

  /** Runs a query in the database. */
  query<Row>(sql: string): Promise<readonly Row[]> {
    return sendCommand(this.#data, { type: "query", sql });
  }

  /** All objects in R2. */
  listObjects(): Promise<readonly { readonly key: string; readonly sizeBytes: number }[]> {
    return sendCommand(this.#data, { type: "list-objects" });
  }

  /** The size of all files in the data folder, besides its reserve. */
  storedBytes(): number {
    const entries = readdirSync(this.#data, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && entry.name !== RESERVE);
    return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  }

  /** The processes of the runtime. Empty after its end. */
  runtimePids(): readonly number[] {
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return [];
    const { pid } = child;
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child) return;
    child.kill(signal);
    while (child.exitCode === null && child.signalCode === null) await sleep(20);
    this.#child = null;
  }
}
