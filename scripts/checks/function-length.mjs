// Refuses functions of more than 40 lines, outside of tests.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "#scripts/project.mjs";
import { listProjectFiles } from "./project-files.mjs";

const LINES_MAX = 40;

/** The functions that are too long, one line each; null if there are none. */
export function findLongFunctions() {
  const long = listProjectFiles()
    .filter((file) => /^(app|workers|db|scripts|service-worker)\/.*\.(ts|tsx|mjs)$/.test(file))
    .flatMap(longFunctionsIn);
  return long.length === 0 ? null : long.join("\n");
}

function longFunctionsIn(file) {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), "utf8"), ts.ScriptTarget.Latest, true);
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const found = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const line = lineOf(node.getStart());
      const lines = lineOf(node.end) - line + 1;
      const name = (node.name ?? node.parent?.name)?.getText() ?? "anonymous";
      if (lines > LINES_MAX) found.push(`${file}:${line}: ${name} has ${lines} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
