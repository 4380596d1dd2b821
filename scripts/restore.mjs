// `npm run restore -- FILE`: restores a backup into an empty data folder. `--data DIR` selects another one than that of `npm start`.
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fail, readArguments, readOrExit, UsageError } from "./command-line.mjs";
import { DEFAULT_DATA, toDataFolder } from "./data-folder.mjs";
import { describeFullDisk, isDiskFull } from "./disk-space.mjs";
import { ensurePackages } from "./project.mjs";

const USAGE = "npm run restore -- FILE [--data DIR]     for example: npm run restore -- tutti.tar.gz --data restored";

const { file, data, dataArgument } = readOrExit(USAGE, readCommand);
ensurePackages();
const { extract } = await import("tar");

try {
  mkdirSync(data, { recursive: true });
  await extract({ cwd: data, file, strict: true });
  if (!existsSync(join(data, "migrations.json"))) throw new Error("the file is not a backup of Tutti");
  console.log(`The backup is in ${dataArgument}. Start it with: npm start -- --data ${dataArgument}`);
} catch (error) {
  for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true });
  fail(isDiskFull(error) ? describeFullDisk(dataArgument) : `The backup was not restored: ${error.message}`);
}

function readCommand() {
  const { values, positionals } = readArguments({ data: { type: "string", default: DEFAULT_DATA } }, { positionalsMax: 1 });
  const [file] = positionals;
  if (!file) throw new UsageError("The name of the backup is missing.");
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const data = toDataFolder(values.data);
  if (existsSync(data) && readdirSync(data).length > 0) {
    throw new UsageError(
      `${values.data} is not empty. A backup is restored into an empty folder, so that it replaces nothing: choose one with --data.`,
    );
  }
  return { file, data, dataArgument: values.data };
}
