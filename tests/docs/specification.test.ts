import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const rows = readFileSync("docs/specification.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| Specification |"))
  .map((line) => line.slice(2, -2).split(" | "));

describe("the table of the specification", () => {
  it("has a row for each line, without empty cells", () => {
    expect(rows.length).toBeGreaterThan(100);
    for (const cells of rows) {
      expect(cells, cells[0]).toHaveLength(4);
      for (const cell of cells) expect(cell.trim(), cells[0]).not.toBe("");
    }
  });

  it("names files that exist", () => {
    const missing = rows.flatMap(([, code = "", tests = ""]) => [...toPaths(code), ...toPaths(tests, "tests/e2e/")]);
    expect(missing.filter((path) => !existsSync(path))).toEqual([]);
  });
});

/** The paths in a cell. A file of browser tests is named without its folder. */
function toPaths(cell: string, specFolder = ""): readonly string[] {
  const names = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
  return names.map((name) => (name.endsWith(".spec.ts") ? `${specFolder}${name}` : name));
}
