import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readArguments, toPort } from "#scripts/command-line.mjs";
import { ROOT } from "#scripts/project.mjs";

const OPTIONS = { port: { type: "string", default: "8787" }, quiet: { type: "boolean" } } as const;
let data = "";

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "tutti-data-"));
});

afterEach(() => {
  rmSync(data, { recursive: true, force: true });
});

function run(script: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, "scripts", script), ...args], {
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

it.each([
  [["--prot", "8712"], "There is no option --prot."],
  [["--toString"], "There is no option --toString."],
  [["-p", "8712"], "There is no option -p."],
  [["--port"], "--port needs a value."],
  [["--port", ""], "--port needs a value."],
  [["--port", "--quiet"], "--port needs a value."],
  [["--quiet=yes"], "--quiet takes no value."],
  [["extra"], "There is one argument too many: extra"],
])("a mistake on the command line is one sentence: %s", (args, message) => {
  expect(() => readArguments(OPTIONS, { args })).toThrow(message);
});

it("options have their values and defaults, and arguments pass up to the number expected", () => {
  expect(readArguments(OPTIONS, { args: ["--quiet"] }).values).toEqual({ port: "8787", quiet: true });
  expect(readArguments(OPTIONS, { args: ["--port=1", "x"], positionalsMax: 1 })).toMatchObject({
    values: { port: "1" },
    positionals: ["x"],
  });
});

it("a port is a whole number", () => {
  expect(toPort("--port", "8712")).toBe(8712);
  for (const port of ["0", "65536", "1e3", "8.5", "x"]) expect(() => toPort("--port", port)).toThrow("from 1 to 65535");
  expect(() => toPort("--port", undefined)).toThrow("--port is missing.");
});

it("npm start ends with the sentence and the usage", () => {
  expect(run("start.mjs", ["--data", ""])).toEqual({
    status: 1,
    output: expect.stringMatching(/^--data needs a value\.\n\nnpm start -- \[--port N\]/),
  });
});

it("a backup into a folder that does not exist, or into the data folder, is refused", () => {
  writeFileSync(join(data, "migrations.json"), "[]");
  const absent = run("backup.mjs", [join(data, "..", "no-folder", "x.tgz"), "--data", data]);
  expect(absent).toEqual({ status: 1, output: expect.stringMatching(/^There is no folder .*no-folder\.\n\nnpm run backup/) });
  const inside = run("backup.mjs", [join(data, "x.tgz"), "--data", data]);
  expect(inside).toEqual({ status: 1, output: expect.stringContaining("x.tgz is in the data folder.") });
});
