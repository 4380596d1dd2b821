import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeLowSpace, isDiskFull, readFreeBytes } from "#scripts/disk-space.mjs";

const PLENTY = 10_000_000_000;
const IO_ERROR = new Error(
  "The migration of the database failed:\ndbErrorMessage(err, db) = disk I/O error: SQLITE_IOERR (extended: SQLITE_IOERR_SHMSIZE)",
);

it.each([
  Object.assign(new Error("write failed"), { code: "ENOSPC" }),
  Object.assign(new Error("disk quota exceeded"), { code: "EDQUOT" }),
  new Error("The migration of the database failed:\ndatabase or disk is full: SQLITE_FULL"),
  new Error("ENOSPC: no space left on device, open 'app.env'"),
])("a full disk is recognized: %s", (error) => {
  expect(isDiskFull(error, PLENTY)).toBe(true);
});

it("an I/O error of SQLITE is a full disk only where no space is left", () => {
  expect(isDiskFull(IO_ERROR, 40_960)).toBe(true);
  expect(isDiskFull(IO_ERROR, PLENTY)).toBe(false);
  expect(isDiskFull(IO_ERROR, null)).toBe(false);
});

it("other errors are not taken for a full disk", () => {
  expect(isDiskFull(new Error("EACCES: permission denied"), 0)).toBe(false);
});

it("the free space of a folder that does not exist yet is that of the folder above it", () => {
  expect(readFreeBytes(join(tmpdir(), "absent", "data"))).toBeGreaterThan(0);
});

it("little space is a warning with the number", () => {
  expect(describeLowSpace("/srv/tutti", 12_900_000)).toContain("/srv/tutti has only 12 MB left");
  expect(describeLowSpace("/srv/tutti", PLENTY)).toBeNull();
  expect(describeLowSpace("/srv/tutti", null)).toBeNull();
});
