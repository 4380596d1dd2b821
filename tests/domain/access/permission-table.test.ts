import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COLUMNS, permissionRows } from "#app/domain/access/permission-table.ts";
import { can, EFFECTIVE_ROLES, ROOM_ACTIONS } from "#app/domain/access/permissions.ts";
import { help } from "#app/i18n/en/help.ts";
import { shell } from "#app/i18n/en/shell.ts";

/** The cells of the table under "Who may what" in the README. */
function readmeTable(): { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] } {
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  const [, section = ""] = readme.split("\n## Who may what\n");
  const [head = [], , ...rows] = (section.split("\n## ")[0] ?? "")
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
  return { head, rows };
}

const wordsOf = (effectiveRoles: (typeof COLUMNS)[number]) =>
  effectiveRoles.map((effectiveRole) => shell.role[effectiveRole]).join(" / ");

describe("the table of who may what", () => {
  it("has a column for each standing, and only like ones share theirs", () => {
    expect(COLUMNS.flat().toSorted()).toEqual(EFFECTIVE_ROLES.toSorted());
    for (const [first, ...others] of COLUMNS) {
      for (const other of others) {
        for (const action of ROOM_ACTIONS) expect(can(other, action)).toBe(can(first, action));
      }
    }
  });

  it("says of every action what the rules say", () => {
    expect(permissionRows().map(({ action }) => action)).toEqual([...ROOM_ACTIONS]);
    for (const { action, allowed } of permissionRows()) {
      expect(allowed).toEqual(COLUMNS.map(([effectiveRole]) => can(effectiveRole, action)));
    }
  });

  it("stands in the README as it stands in the help", () => {
    const { head, rows } = readmeTable();
    expect(head.slice(1)).toEqual(COLUMNS.map(wordsOf));
    const wanted = permissionRows().map(({ action, allowed }) => [
      help.action[action],
      ...allowed.map((isYes) => (isYes ? "✓" : "–")),
    ]);
    expect(rows).toEqual(wanted);
  });
});
