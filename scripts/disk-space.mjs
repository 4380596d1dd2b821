// The free space of the disk with a data folder.
import { existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";

/** With less, SQLite cannot open a database: each needs its files of shared memory and of the write-ahead log. */
export const FULL_BYTES = 1024 * 1024;
/** With less, the next uploads may fill the disk. */
const LOW_BYTES = 50_000_000;

const FULL = /ENOSPC|EDQUOT|SQLITE_FULL|no space left on device|disk is full/i;
/** SQLite reports these for a full disk and for a broken one. */
const INPUT_OUTPUT = /SQLITE_IOERR|disk I\/O error|\bEIO\b/i;

/** The bytes that can be written below a path, which need not exist yet. Null if the system does not say. */
export function readFreeBytes(path) {
  try {
    if (!existsSync(path)) return readFreeBytes(dirname(path));
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    // The caller does without the number.
    return null;
  }
}

/**
 * Whether an error says that a disk has no space left.
 * @param {unknown} error
 * @param {number | null} [freeBytes] of the disk; without it, an I/O error counts as a broken disk
 */
export function isDiskFull(error, freeBytes = null) {
  const text = error instanceof Error ? `${"code" in error ? error.code : ""} ${error.message}` : String(error);
  return FULL.test(text) || (INPUT_OUTPUT.test(text) && freeBytes !== null && freeBytes < FULL_BYTES);
}

export function describeFullDisk(data) {
  return `The disk with ${data} is full. Free some space, then start Tutti again. Nothing that was confirmed is lost.`;
}

/**
 * A warning, or null if there is enough space.
 * @param {string} data
 * @param {number | null} freeBytes
 */
export function describeLowSpace(data, freeBytes) {
  if (freeBytes === null || freeBytes >= LOW_BYTES) return null;
  const free = Math.floor(freeBytes / 1_000_000);
  return `Warning: the disk with ${data} has only ${free} MB left. When it is full, Tutti cannot save changes or uploads.`;
}
