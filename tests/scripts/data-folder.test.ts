import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ensureData, isInside, openFolder, toDataFolder } from "#scripts/data-folder.mjs";
import { ROOT } from "#scripts/project.mjs";

let folder = "";
const modeOf = (path: string) => statSync(path).mode & 0o777;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tutti-data-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it("a file, a path below a file and a link to nothing cannot be data folders", () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  const link = join(folder, "link");
  symlinkSync(join(folder, "absent"), link);
  expect(() => toDataFolder(file)).toThrow(`${file} is not a folder.`);
  expect(() => toDataFolder(join(file, "data"))).toThrow(`${file} is not a folder.`);
  expect(() => toDataFolder(link)).toThrow(`${link} is a link to a folder that does not exist.`);
});

it("the folder of the project, and one that contains it, cannot be data folders", () => {
  expect(() => toDataFolder(ROOT)).toThrow("contains Tutti itself");
  expect(() => toDataFolder("/")).toThrow("contains Tutti itself");
});

it("a data folder that does not exist yet is created, and nothing is left in it by the check", () => {
  const data = toDataFolder(join(folder, "a", "b"));
  expect(existsSync(data)).toBe(false);
  openFolder(data);
  expect(readdirSync(data)).toEqual([]);
  expect(modeOf(data)).toBe(0o700);
});

it("a data folder of an earlier version is closed to other users, without a visit to each stored file", () => {
  const blobs = join(folder, "v3/r2/tutti/blobs");
  mkdirSync(blobs, { recursive: true, mode: 0o755 });
  const migrations = readdirSync(join(ROOT, "migrations")).filter((name) => name.endsWith(".sql"));
  writeFileSync(join(folder, "migrations.json"), JSON.stringify(migrations));
  const files = ["demo.json", "app.env", "v3/room.sqlite", "v3/r2/tutti/blobs/song"].map((name) => join(folder, name));
  for (const file of files) writeFileSync(file, "");
  for (const path of [...files, folder, join(folder, "v3"), blobs]) chmodSync(path, path === folder ? 0o755 : 0o664);
  for (const path of [join(folder, "v3"), blobs]) chmodSync(path, 0o755);
  symlinkSync(ROOT, join(folder, "link"));
  const rootMode = modeOf(ROOT);
  ensureData(folder);
  expect([folder, join(folder, "v3"), blobs].map(modeOf)).toEqual([0o700, 0o700, 0o700]);
  expect(files.map(modeOf)).toEqual([0o600, 0o600, 0o600, 0o664]);
  expect(modeOf(ROOT)).toBe(rootMode);
});

it.runIf(existsSync("/proc/self"))("a folder that the system cannot create is refused at once (needs /proc)", () => {
  expect(() => openFolder("/proc/tutti/data")).toThrow("Tutti cannot write to the folder /proc/tutti/data: no such file");
});

it.each(["", "{", '{"0000.sql": true}', "[1]"])("damaged migrations are named in one sentence: %s", (text) => {
  writeFileSync(join(folder, "migrations.json"), text);
  expect(() => ensureData(folder)).toThrow(/migrations\.json is damaged\./);
});

it("a path is inside of a folder also by a link", () => {
  const data = join(folder, "data");
  mkdirSync(join(data, "..backups"), { recursive: true });
  symlinkSync(data, join(folder, "link"));
  expect(isInside(join(folder, "link", "..backups"), data)).toBe(true);
  expect(isInside(data, data)).toBe(true);
  expect(isInside(folder, data)).toBe(false);
});
