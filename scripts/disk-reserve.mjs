// A file in the data folder that is deleted when the disk is full, so that people can sign in, listen and delete while the operator
// makes room. It is written again when there is space.
import { randomBytes } from "node:crypto";
import { rmSync, statfsSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { isDiskFull, readFreeBytes } from "./disk-space.mjs";

export const RESERVE = "reserve";
const MIB = 1024 * 1024;
const RESERVE_BYTES_MAX = 64 * MIB;
/** A small disk gives up this part at most. */
const SHARE_OF_DISK = 1 / 8;
/** With less free space, the reserve is deleted: an upload of one part could leave too little for a database. */
const DELETED_BELOW_BYTES = 4 * MIB;
/** Free space of this many reserves is needed to write it, so that it does not fill the disk. */
const WRITTEN_ABOVE_RESERVES = 2;

/** Deletes the reserve. Returns whether there was one. */
export function deleteReserve(data) {
  const hasReserve = readSize(data) > 0;
  rmSync(join(data, RESERVE), { force: true });
  return hasReserve;
}

/**
 * Keeps the reserve of a data folder.
 * @param {string} data
 * @param {(sentence: string) => void} log
 */
export function createReserve(data, log) {
  const sizeBytes = Math.floor(Math.min(RESERVE_BYTES_MAX, readDiskBytes(data) * SHARE_OF_DISK));
  const neededMb = Math.ceil((WRITTEN_ABOVE_RESERVES * sizeBytes) / 1_000_000);
  let isShort = false;
  let isWriting = false;

  const check = async () => {
    const freeBytes = readFreeBytes(data);
    if (freeBytes === null || isWriting) return;
    if (freeBytes < DELETED_BELOW_BYTES) {
      if (!isShort) log(describeShortage(data, { wasDeleted: deleteReserve(data), neededMb }));
      isShort = true;
      return;
    }
    if (readSize(data) === sizeBytes) return;
    if (freeBytes < WRITTEN_ABOVE_RESERVES * sizeBytes) return;
    isWriting = true;
    const isWritten = await writeReserve(data, sizeBytes);
    isWriting = false;
    if (isWritten && isShort) log(`There is space again on the disk with ${data}. Uploads and imports are accepted.`);
    if (isWritten) isShort = false;
  };
  return {
    /** To be called regularly. */
    check,
    /** Whether the reserve was deleted and could not be written again yet. */
    isShort: () => isShort,
  };
}

function describeShortage(data, { wasDeleted, neededMb }) {
  const freed = wasDeleted ? "Its reserve was deleted, so that everything else works while you free some space. " : "";
  return `The disk with ${data} is full. ${freed}Uploads and imports are refused until ${neededMb} MB are free.`;
}

/** Returns false if the disk is too full. Random bytes take their space on a disk that compresses, too. */
async function writeReserve(data, sizeBytes) {
  const chunk = randomBytes(Math.min(MIB, sizeBytes));
  try {
    const file = await open(join(data, RESERVE), "w", 0o600);
    try {
      for (let at = 0; at < sizeBytes; at += chunk.length) await file.write(chunk, 0, Math.min(chunk.length, sizeBytes - at));
      await file.sync();
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    deleteReserve(data);
    if (isDiskFull(error)) return false;
    throw error;
  }
}

function readSize(data) {
  return statSync(join(data, RESERVE), { throwIfNoEntry: false })?.size ?? 0;
}

function readDiskBytes(data) {
  const { blocks, bsize } = statfsSync(data);
  return blocks * bsize;
}
