// Refuses a schema of outside data that accepts texts, lists or numbers of any size.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "#scripts/project.mjs";
import { listProjectFiles } from "./project-files.mjs";

/** Data that a service or this server has written; they are read up to a number of bytes. */
const WRITTEN_BY_SERVERS = /^workers\/(?:imports\/services|accounts\/providers|mail|room-contract)\//;
/** The arguments of a call, of up to as many bytes as its body. The schema of the function that is called bounds them. */
const CALLS = new Set(["workers/api/function-routes.ts", "workers/live-object/live-messages.ts"]);
/** Patterns of a fixed length. */
const SHORT_PATTERNS = new Set(["ID_PATTERN"]);

const hasMaximum = (calls) => calls.some(({ name, args }) => /^(?:max|length|size)$/.test(name) || isShortPattern(name, args));
/** zod limits integers to those that JavaScript has no gaps between. */
const hasRange = (calls) => {
  const names = calls.map(({ name }) => name);
  return names.includes("int") || (names.includes("min") && names.includes("max"));
};

/** By the constructor of `z`: what the calls after it must set. Constructors that are not named accept few values. */
const RULES = {
  string: ["a maximum length", hasMaximum],
  base64: ["a maximum length", hasMaximum],
  email: ["a maximum length", hasMaximum],
  url: ["a maximum length", hasMaximum],
  array: ["a maximum length", hasMaximum],
  set: ["a maximum size", hasMaximum],
  map: ["a maximum size", hasMaximum],
  number: ["a range", hasRange],
  bigint: ["a range", hasRange],
  ...Object.fromEntries(
    ["record", "unknown", "any", "json", "lazy", "looseObject", "custom", "file", "coerce"].map((name) => [
      name,
      ["another schema: it accepts any size", () => false],
    ]),
  ),
};

/** The schemas without a maximum, one line each; null if there are none. */
export function findUnboundedSchemas() {
  const unbounded = listProjectFiles()
    .filter((file) => /^(app|workers|db|service-worker)\/.*\.tsx?$/.test(file) && !WRITTEN_BY_SERVERS.test(file))
    .flatMap((file) => unboundedSchemasIn(file, readFileSync(join(ROOT, file), "utf8")));
  return unbounded.length === 0 ? null : unbounded.join("\n");
}

/** The schemas in the text of one file that need a maximum. */
export function unboundedSchemasIn(file, text) {
  if (!text.includes('from "zod"')) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    const name = ts.isPropertyAccessExpression(node) && node.expression.getText() === "z" ? node.name.text : null;
    const isOfCall = CALLS.has(file) && (name === "record" || name === "unknown");
    if (name !== null && Object.hasOwn(RULES, name) && ts.isCallExpression(node.parent) && !isOfCall) {
      const [needed, isBounded] = RULES[name];
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      if (!isBounded(callsAfter(node.parent))) found.push(`${file}:${line}: z.${name} needs ${needed}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The calls that follow one in a chain, such as `max` in `z.string().max(9)`. */
function callsAfter(call) {
  const calls = [];
  for (let node = call; ts.isPropertyAccessExpression(node.parent) && ts.isCallExpression(node.parent.parent); ) {
    calls.push({ name: node.parent.name.text, args: node.parent.parent.arguments });
    node = node.parent.parent;
  }
  return calls;
}

function isShortPattern(name, [pattern]) {
  if (name !== "regex" || !pattern) return false;
  const text = pattern.getText();
  // from its start to its end, without a repetition that has no maximum
  return SHORT_PATTERNS.has(text) || (/^\/\^.*\$\/[a-z]*$/.test(text) && !/[*+]|\{\d+,\}/.test(text));
}
