import { expect, it } from "vitest";
import { isDiskFull } from "#scripts/data-folder.mjs";

it.each([
  Object.assign(new Error("write failed"), { code: "ENOSPC" }),
  new Error("The migration of the database failed:\ndatabase or disk is full: SQLITE_FULL"),
  new Error("ENOSPC: no space left on device, open 'app.env'"),
])("a full disk is recognized: %s", (error) => {
  expect(isDiskFull(error)).toBe(true);
});

it("other errors are not taken for a full disk", () => {
  expect(isDiskFull(new Error("EACCES: permission denied"))).toBe(false);
});
