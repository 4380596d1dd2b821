import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { SUPYSONIC_CLI } from "#scripts/music-server.mjs";

export type Supysonic = { readonly origin: string; close(): Promise<void> };

type SupysonicOptions = {
  readonly username: string;
  readonly password: string;
  /** Paths of audio files with tags. */
  readonly files: readonly string[];
};

/**
 * Starts Supysonic with an account and copies of files, at a free port of this machine. Its data is in a temporary folder,
 * which is removed when it closes.
 */
export async function startSupysonic({ username, password, files }: SupysonicOptions): Promise<Supysonic> {
  const folder = await mkdtemp(join(tmpdir(), "tutti-supysonic-"));
  const music = join(folder, "music");
  await mkdir(music);
  for (const file of files) await cp(file, join(music, basename(file)));
  await writeFile(join(folder, "supysonic.conf"), describeConfig(folder));
  // it reads the settings in its home and in its working directory
  const options = { cwd: folder, env: { ...process.env, HOME: folder, LC_ALL: "C.UTF-8" } };
  const runCli = (...args: readonly string[]) => run(SUPYSONIC_CLI, args, options);
  await runCli("user", "add", username, "-p", password);
  await runCli("folder", "add", "music", music);
  await runCli("folder", "scan", "--foreground");
  const child = spawn(PYTHON, ["-c", SERVE], { ...options, stdio: ["ignore", "pipe", "ignore"] });
  return {
    origin: `http://127.0.0.1:${await readFirstLine(child)}`,
    async close() {
      const exited = once(child, "exit");
      child.kill();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const run = promisify(execFile);

/** Debian's Python, which has its packages. */
const PYTHON = "/usr/bin/python3";

/** The package has no server for its WSGI application: it expects Apache's. Flask's is installed with it. */
const SERVE = `
from werkzeug.serving import make_server
from supysonic.web import create_application
server = make_server("127.0.0.1", 0, create_application(), threaded=True)
print(server.port, flush=True)
server.serve_forever()
`;

function describeConfig(folder: string): string {
  return [
    ...["[base]", `database_uri = sqlite:///${join(folder, "supysonic.db")}`],
    ...["[webapp]", `cache_dir = ${join(folder, "cache")}`, "mount_webui = off"],
    ...["[daemon]", `socket = ${join(folder, "supysonic.sock")}`],
  ].join("\n");
}

async function readFirstLine({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error("the output of the server is not a pipe");
  for await (const line of createInterface({ input: stdout })) return line;
  throw new Error("the server has ended without a port");
}
