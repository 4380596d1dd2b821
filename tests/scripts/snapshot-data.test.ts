import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { listFiles } from "#scripts/snapshot-data.mjs";

it("a backup leaves out earlier backups and the files of the running server", () => {
  const data = mkdtempSync(join(tmpdir(), "tutti-data-"));
  for (const folder of ["v3/d1", "snapshot", "backups"]) mkdirSync(join(data, folder), { recursive: true });
  const kept = ["app.env", "v3/d1/database.sqlite"];
  const left = ["snapshot/app.env", "old.tgz", "backups/tutti.tar.gz", "write-test"];
  for (const name of [...kept, ...left]) writeFileSync(join(data, name), "");
  expect(listFiles(data).map((path) => relative(data, path))).toEqual(kept);
});
