// Data folders of local servers: their place, their secret and their database.
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { UsageError } from "./command-line.mjs";
import { deleteReserve } from "./disk-reserve.mjs";
import { describeFullDisk, describeLowSpace, FULL_BYTES, isDiskFull, readFreeBytes } from "./disk-space.mjs";
import { ROOT, runTool } from "./project.mjs";

/** A file that is written at each start, then removed. */
export const WRITE_TEST = "write-test";

/** The bits of a file's mode for the group and all others. */
const OTHER_USERS = 0o077;
/** The folders of stored audio and pictures, which may have many thousands of files. */
const BLOBS = "blobs";

/** Why a data folder cannot be used, as a sentence for the user. */
export class DataFolderError extends Error {
  constructor(message) {
    super(message);
    this.name = "DataFolderError";
  }
}

/** The data folder of `npm start`, unless another one is named. */
export const DEFAULT_DATA = ".wrangler/tutti";

/**
 * The path of a data folder that a user has named. It need not exist yet.
 * @param {string | undefined} argument
 * @throws {UsageError} if it cannot be a data folder
 */
export function toDataFolder(argument) {
  if (argument === undefined) throw new UsageError("--data is missing.");
  const data = resolve(argument);
  const existing = findExisting(data);
  if (!existsSync(existing)) throw new UsageError(`${existing} is a link to a folder that does not exist.`);
  if (!statSync(existing).isDirectory()) throw new UsageError(`${existing} is not a folder.`);
  if (existing === data && isInside(ROOT, data)) {
    throw new UsageError(`${data} contains Tutti itself. Choose a folder for the data alone.`);
  }
  return data;
}

/** The path itself, or the closest folder above it that exists. */
function findExisting(path) {
  try {
    lstatSync(path);
    return path;
  } catch {
    // it does not exist, or a file is in its place further up
    return findExisting(dirname(path));
  }
}

/** Whether an existing path is a folder or lies in it. */
export function isInside(path, folder) {
  const way = relative(realpathSync(folder), realpathSync(path));
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Creates a data folder if it does not exist, and checks that it can be written. Warns if little space is left.
 * @throws {DataFolderError}
 */
export function openFolder(data) {
  try {
    makeFolder(data);
    testWriting(data);
  } catch (error) {
    if (isDiskFull(error, readFreeBytes(data))) throw new DataFolderError(describeFullDisk(data));
    const reason = error.message.replace(/^\w+: |, .*$/g, "");
    throw new DataFolderError(`Tutti cannot write to the folder ${data}: ${reason}.`);
  }
  const warning = describeLowSpace(data, readFreeBytes(data));
  if (warning) console.warn(warning);
}

/** The free space that the system reports does not include quotas. On a full disk, the reserve makes room to start. */
function testWriting(data) {
  const probe = join(data, WRITE_TEST);
  try {
    writeFileSync(probe, Buffer.alloc(FULL_BYTES));
  } catch (error) {
    if (!isDiskFull(error, readFreeBytes(data)) || !deleteReserve(data)) throw error;
    writeFileSync(probe, Buffer.alloc(FULL_BYTES));
  } finally {
    rmSync(probe, { force: true });
  }
}

/** Unlike the recursive `mkdirSync`, it ends where no folder can be created, such as in `/proc`. */
function makeFolder(path) {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/**
 * Prepares a data folder: closes it to other users, creates its secret and migrates its database.
 * @param {string} data
 * @throws {DataFolderError} if the disk is full, or a newer version has written the data
 */
export function ensureData(data) {
  try {
    makeFolder(data);
    makePrivate(realpathSync(data));
    const envFile = join(data, "app.env");
    const isNew = !existsSync(envFile);
    for (const name of ["APP_SECRET", "OPERATOR_TOKEN"]) ensureSecret(envFile, name);
    migrate(data, { isNew });
    return { envFile };
  } catch (error) {
    throw isDiskFull(error, readFreeBytes(data)) ? new DataFolderError(describeFullDisk(data)) : error;
  }
}

/** Takes the rights of other users away, also from what an earlier version has written. */
function makePrivate(path) {
  const stat = lstatSync(path);
  const ownId = process.getuid?.() ?? 0;
  // such as the folder for lost files of a disk
  if (ownId !== 0 && stat.uid !== ownId) return;
  if (!stat.isSymbolicLink() && stat.mode & OTHER_USERS) chmodSync(path, stat.mode & 0o700);
  if (!stat.isDirectory() || basename(path) === BLOBS) return;
  for (const name of readdirSync(path)) makePrivate(join(path, name));
}

/** Adds a random value to the secrets unless they have it. */
function ensureSecret(file, name) {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (new RegExp(`^${name}=`, "m").test(text)) return;
  writeFileSync(file, `${text}${name}="${randomBytes(32).toString("hex")}"\n`, { mode: 0o600 });
}

function migrate(data, { isNew }) {
  const file = join(data, "migrations.json");
  const applied = existsSync(file) ? readMigrations(file) : null;
  const known = readdirSync(join(ROOT, "migrations")).filter((name) => name.endsWith(".sql"));
  const unknown = (applied ?? []).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new DataFolderError(
      `The data in ${data} was written by a newer version of Tutti (${unknown.join(", ")}). Update Tutti, or choose another folder with --data.`,
    );
  }
  if (applied && known.every((name) => applied.includes(name))) return;
  if (!isNew) console.log("Updating the data of an earlier version …");
  // With CI=1, wrangler does not ask for confirmation.
  const args = ["d1", "migrations", "apply", "DB", "--local", "--persist-to", data];
  const { status, output } = runTool("wrangler", args, { env: { CI: "1" }, capture: true });
  if (status !== 0) throw new Error(`The migration of the database failed:\n${output.trim()}`);
  writeFileSync(`${file}.new`, `${JSON.stringify(known, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

/** The names of the migrations that a data folder has. */
function readMigrations(file) {
  try {
    const names = JSON.parse(readFileSync(file, "utf8"));
    if (Array.isArray(names) && names.every((name) => typeof name === "string")) return names;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new DataFolderError(
    `${file} is damaged. Delete this file, and the next start writes it again; the data is in other files.`,
  );
}
