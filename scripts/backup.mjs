// `npm run backup -- FILE`: writes everything that a server has stored to one archive, while the server runs. `--data DIR`
// selects another data folder than that of `npm start`.
import { accessSync, constants, existsSync, lstatSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fail, readArguments, readOrExit, UsageError } from "./command-line.mjs";
import { sendCommand } from "./control-socket.mjs";
import { DEFAULT_DATA, isInside, toDataFolder } from "./data-folder.mjs";
import { isDiskFull, readFreeBytes } from "./disk-space.mjs";
import { ensurePackages } from "./project.mjs";
import { listFiles, toSnapshotPath } from "./snapshot-data.mjs";

const USAGE = "npm run backup -- FILE [--data DIR]     for example: npm run backup -- tutti.tar.gz";

const { file, data, dataArgument } = readOrExit(USAGE, readCommand);
ensurePackages();
const { create } = await import("tar");
let snapshot = null;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    removeUnfinished();
    fail("The backup was cancelled.");
  });
}

const folder = await openData();
try {
  const files = listFiles(folder).map((path) => relative(folder, path));
  await create({ cwd: folder, file, gzip: { level: 1 }, portable: true, mode: 0o600 }, files);
  removeSnapshot();
  console.log(`${files.length} files are in ${file}. It has the server's secrets, so keep it where only you can read it.`);
} catch (error) {
  removeUnfinished();
  fail(isDiskFull(error, readFreeBytes(file)) ? `There is not enough space for ${file}.` : describeFailure(error));
}

/** The folder to pack: a snapshot if a server is running. Without one, nothing changes the data. */
async function openData() {
  try {
    const reply = await sendCommand(data, { type: "snapshot" });
    if (!reply) return data;
    checkSnapshot(reply.path);
    snapshot = reply.path;
    return snapshot;
  } catch (error) {
    return fail(
      isDiskFull(error, readFreeBytes(data))
        ? `There is not enough space for a copy of the databases in ${dataArgument}. Free some space, then try again.`
        : describeFailure(error),
    );
  }
}

/** The folder is packed, then deleted, so it must be what the server of this data makes. */
function checkSnapshot(path) {
  const owner = statSync(data).uid;
  const stat = path === toSnapshotPath(data) ? lstatSync(path) : null;
  if (!stat?.isDirectory() || stat.uid !== owner) throw new Error(`${path} is not a snapshot of ${dataArgument}`);
}

function describeFailure(error) {
  return `The backup failed: ${error.message}`;
}

function removeSnapshot() {
  if (snapshot) rmSync(snapshot, { recursive: true, force: true });
}

function removeUnfinished() {
  rmSync(file, { force: true });
  removeSnapshot();
}

function readCommand() {
  const { values, positionals } = readArguments({ data: { type: "string", default: DEFAULT_DATA } }, { positionalsMax: 1 });
  const [file] = positionals;
  if (!file) throw new UsageError("The name of the backup is missing.");
  const data = toDataFolder(values.data);
  if (!existsSync(join(data, "migrations.json"))) throw new UsageError(`There is no data in ${values.data}.`);
  checkTarget(file, data);
  return { file: resolve(file), data, dataArgument: values.data };
}

/** Checked before the snapshot, for which the server stands still. */
function checkTarget(file, data) {
  if (existsSync(file)) throw new UsageError(`${file} exists already. Choose another name.`);
  const folder = dirname(resolve(file));
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new UsageError(`There is no folder ${folder}.`);
  if (isInside(folder, data)) {
    throw new UsageError(`${file} is in the data folder. Choose a place outside, preferably on another disk.`);
  }
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new UsageError(`The folder ${folder} cannot be written.`);
  }
}
