// `npm run restore -- FILE`: restores a backup into an empty data folder. `--data DIR` selects another one than that of `npm start`.
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { describeFullDisk, isDiskFull } from "./data-folder.mjs";
import { ensurePackages } from "./project.mjs";

const USAGE = "npm run restore -- FILE [--data DIR]     for example: npm run restore -- tutti.tar.gz --data restored";

const { file, data, dataArgument } = readArguments();
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

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { data: { type: "string", default: ".wrangler/tutti" } },
    });
    const [file] = positionals;
    if (!file || positionals.length > 1) fail(USAGE);
    if (!existsSync(file)) fail(`There is no file ${file}.`);
    const data = resolve(values.data);
    if (existsSync(data) && readdirSync(data).length > 0) {
      fail(
        `${values.data} is not empty. A backup is restored into an empty folder, so that it replaces nothing: choose one with --data.`,
      );
    }
    return { file, data, dataArgument: values.data };
  } catch (error) {
    return fail(`${error.message}\n${USAGE}`);
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
