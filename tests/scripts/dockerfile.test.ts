// The steps of the Dockerfile run in an empty folder, with the node of this process.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { ROOT } from "#scripts/project.mjs";
import { endScripts, runProgram, waitForEnd } from "#tests/support/run-script.ts";

const PORT = Number(process.env.E2E_PORT ?? 8788) + 24;
const LIMITS = { timeout: 900_000 };
const START = { timeout: 240_000 };

type Step = { readonly name: string; readonly text: string };
type Image = { readonly folder: string; readonly data: string };

const folders: string[] = [];
const createFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "tutti-image-"));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  endScripts();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** No package of this project is found by name. */
const ENV = {
  HOME: process.env.HOME ?? "/",
  PATH: [dirname(process.execPath), ...(process.env.PATH ?? "").split(delimiter)]
    .filter((path) => !path.includes("node_modules/.bin"))
    .join(delimiter),
};

function readSteps(): readonly Step[] {
  const lines = readFileSync(join(ROOT, "Dockerfile"), "utf8").split("\n");
  return lines
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => ({ name: line.slice(0, line.indexOf(" ")), text: line.slice(line.indexOf(" ") + 1) }));
}

/** A command of the image, for this folder, data folder, user and port. */
function adapt(command: string, { data }: Image): string {
  const owner = `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`;
  return command.replaceAll("/data", data).replaceAll("node:node", owner).replaceAll("8787", String(PORT));
}

function copy(text: string, { folder }: Image): void {
  const paths = text.split(" ");
  const target = join(folder, paths.pop() ?? "");
  if (paths[0] !== ".") {
    for (const path of paths) cpSync(join(ROOT, path), join(target, basename(path)));
    return;
  }
  const files = execFileSync("git", ["ls-files", "-coz", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" })
    .split("\0")
    .filter(Boolean);
  for (const file of files) cpSync(join(ROOT, file), join(target, file));
}

/** The arguments of `CMD` or `HEALTHCHECK … CMD`. */
const parseCommand = (text: string, image: Image) =>
  JSON.parse(adapt(text.slice(text.indexOf("[")), image)) as readonly string[];

it("the steps of the Dockerfile make a server that is healthy", LIMITS, async () => {
  const image = { folder: createFolder(), data: join(createFolder(), "data") };
  const steps = readSteps();
  for (const { name, text } of steps) {
    if (name === "COPY") copy(text, image);
    // it is complete for these sources, as its stamp says: another build would make the same
    if (name === "COPY" && text === ". .") cpSync(join(ROOT, "build"), join(image.folder, "build"), { recursive: true });
    if (name === "RUN") execFileSync("sh", ["-euc", adapt(text, image)], { cwd: image.folder, env: ENV, stdio: "pipe" });
  }
  const find = (wanted: string) => parseCommand(steps.find(({ name }) => name === wanted)?.text ?? "[]", image);
  const run = ([program = "", ...args]: readonly string[]) => runProgram(program, args, { root: image.folder, env: ENV });
  const server = run(find("CMD"));
  const isHealthy = async () => (await waitForEnd(run(find("HEALTHCHECK")).child)) === 0;
  await expect.poll(isHealthy, START).toBe(true);
  server.child.kill("SIGTERM");
  expect(await waitForEnd(server.child), server.output()).toBe(0);
});
