// `npm run backup -- FILE`: writes everything that a server has stored to one archive, while the server runs. `--data DIR`
// selects another data folder than that of `npm start`.
import { existsSync, rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { sendCommand } from "./control-socket.mjs";
import { isDiskFull } from "./disk-space.mjs";
import { ensurePackages } from "./project.mjs";
import { listFiles } from "./snapshot-data.mjs";

const USAGE = "npm run backup -- FILE [--data DIR]     for example: npm run backup -- tutti.tar.gz";

const { file, data } = readArguments();
ensurePackages();
const { create } = await import("tar");

try {
  // without a server, nothing changes the folder
  const snapshot = (await sendCommand(data, { type: "snapshot" }))?.path ?? null;
  const folder = snapshot ?? data;
  const files = listFiles(folder).map((path) => relative(folder, path));
  await create({ cwd: folder, file, gzip: { level: 1 }, portable: true, mode: 0o600 }, files);
  if (snapshot) rmSync(snapshot, { recursive: true });
  console.log(`${files.length} files are in ${file}. It has the server's secrets, so keep it where only you can read it.`);
} catch (error) {
  rmSync(file, { force: true });
  fail(isDiskFull(error) ? `There is not enough space for ${file}.` : `The backup failed: ${error.message}`);
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { data: { type: "string", default: ".wrangler/tutti" } },
    });
    const [file] = positionals;
    if (!file || positionals.length > 1) fail(USAGE);
    if (existsSync(file)) fail(`${file} exists already. Choose another name.`);
    const data = resolve(values.data);
    if (!existsSync(join(data, "migrations.json"))) fail(`There is no data in ${values.data}.`);
    return { file: resolve(file), data };
  } catch (error) {
    return fail(`${error.message}\n${USAGE}`);
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
