import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listPermissionRows, PERMISSION_COLUMNS } from "#app/domain/access/permission-table.ts";
import { CLOSED_ROOM, can, EFFECTIVE_ROLES, ROOM_ACTIONS } from "#app/domain/access/permissions.ts";
import { help } from "#app/i18n/en/help.ts";
import { shell } from "#app/i18n/en/shell.ts";

const toHeading = (effectiveRoles: (typeof PERMISSION_COLUMNS)[number]) =>
  effectiveRoles.map((effectiveRole) => shell.role[effectiveRole]).join(" / ");

/** The rows of the README's table whose columns are those of the permission table. */
function readmeRows(): readonly (readonly string[])[] {
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  const tables = readme.match(/(?:^\|.*\|$\n?)+/gm) ?? [];
  for (const table of tables) {
    const [head = [], , ...rows] = table.trim().split("\n").map(toCells);
    if (head.slice(1).join() === PERMISSION_COLUMNS.map(toHeading).join()) return rows;
  }
  throw new Error("the README has no permission table");
}

function toCells(line: string): readonly string[] {
  return line
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
}

describe("permission table", () => {
  it("has every effective role once, and combines only roles with the same permissions", () => {
    expect(PERMISSION_COLUMNS.flat().toSorted()).toEqual(EFFECTIVE_ROLES.toSorted());
    for (const [first, ...others] of PERMISSION_COLUMNS) {
      for (const other of others) {
        for (const action of ROOM_ACTIONS) expect(can(other, action, CLOSED_ROOM)).toBe(can(first, action, CLOSED_ROOM));
      }
    }
  });

  it("has a row for every action with the permission of each column", () => {
    expect(listPermissionRows().map(({ action }) => action)).toEqual([...ROOM_ACTIONS]);
    for (const { action, allowed } of listPermissionRows()) {
      expect(allowed).toEqual(PERMISSION_COLUMNS.map(([effectiveRole]) => can(effectiveRole, action, CLOSED_ROOM)));
    }
  });

  it("is the same in the README and in the help", () => {
    const expected = listPermissionRows().map(({ action, allowed }) => [
      help.action[action],
      ...allowed.map((isAllowed) => (isAllowed ? "✓" : "–")),
    ]);
    expect(readmeRows()).toEqual(expected);
  });
});
