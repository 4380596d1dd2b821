// Data folders of local servers: their secret and their database.
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, runTool } from "./project.mjs";

/** Why a data folder cannot be used, as a sentence for the user. */
export class DataFolderError extends Error {
  constructor(message) {
    super(message);
    this.name = "DataFolderError";
  }
}

/**
 * Prepares a data folder: creates its secret and migrates its database.
 * @param {string} data
 * @throws {DataFolderError} if the disk is full, or a newer version has written the data
 */
export function ensureData(data) {
  try {
    mkdirSync(data, { recursive: true });
    const envFile = join(data, "app.env");
    const isNew = !existsSync(envFile);
    for (const name of ["APP_SECRET", "OPERATOR_TOKEN"]) ensureSecret(envFile, name);
    migrate(data, { isNew });
    return { envFile };
  } catch (error) {
    throw isDiskFull(error) ? new DataFolderError(describeFullDisk(data)) : error;
  }
}

/** Adds a random value to the secrets unless they have it. */
function ensureSecret(file, name) {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (new RegExp(`^${name}=`, "m").test(text)) return;
  writeFileSync(file, `${text}${name}="${randomBytes(32).toString("hex")}"\n`, { mode: 0o600 });
}

/** Whether an error says that a disk has no space left. */
export function isDiskFull(error) {
  const text = error instanceof Error ? `${"code" in error ? error.code : ""} ${error.message}` : String(error);
  return /ENOSPC|SQLITE_FULL|no space left on device|disk is full/i.test(text);
}

export function describeFullDisk(data) {
  return `The disk with ${data} is full. Free some space, then start Tutti again. Nothing that was confirmed is lost.`;
}

function migrate(data, { isNew }) {
  const file = join(data, "migrations.json");
  const applied = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
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
  writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`);
}
