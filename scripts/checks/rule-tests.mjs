// Compares the rules of app/domain/SPEC.md with the rule ids in the titles of tests.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "#scripts/project.mjs";
import { listProjectFiles } from "./project-files.mjs";

const RULE = /^- \*\*([A-Z]{2}\d+)\*\*/gm;
const ID = /\b[A-Z]{2}\d+\b/g;
/** Words of titles that look like ids. */
const OTHER_WORDS = new Set(["ID3", "MP3", "MP4", "RT60"]);
const TEST_FILE = /^tests\/.*\.(test|spec)\.ts$/;
/** `it`, `test`, and both with modifiers, such as `it.each(…)`. A test that is always skipped verifies nothing. */
const TEST_FUNCTION = /^(it|test)(\.(each|for|only|concurrent|sequential|skipIf|runIf))*$/;
/** `expect`, `expectNoOrphans`, but not `expectedOutcome`. */
const ASSERTION = /^(expect|assert)([A-Z]|$)/;
/** `expect.any(…)` and the like describe a value, and assert nothing. */
const ASSERTING_METHODS = new Set(["poll", "soft"]);

/** The disagreements between the specification and the tests; null if there are none. */
export function findUntestedRules() {
  const read = (file) => readFileSync(join(ROOT, file), "utf8");
  const files = listProjectFiles().filter((file) => TEST_FILE.test(file));
  return compareRules(
    read("app/domain/SPEC.md"),
    files.map((file) => ({ file, text: read(file) })),
  );
}

/**
 * Rules without a test, rules whose tests assert nothing, ids of several rules, and ids in titles that no rule has; null if there are
 * none. An id counts anywhere in a title.
 * @param {string} specification
 * @param {readonly { readonly file: string, readonly text: string }[]} files
 */
export function compareRules(specification, files) {
  const ids = Array.from(specification.matchAll(RULE), ([, id]) => id);
  const tests = files.flatMap(({ file, text }) => testsIn(file, text));
  const named = new Set(tests.flatMap((test) => test.ids));
  const verified = new Set(tests.filter(({ hasAssertion }) => hasAssertion).flatMap((test) => test.ids));
  const problems = {
    "rules without a test": ids.filter((id) => !named.has(id)),
    "rules whose tests assert nothing": ids.filter((id) => named.has(id) && !verified.has(id)),
    "unknown rules in tests": [...named].filter((id) => !ids.includes(id)),
    "ids of several rules": ids.filter((id, i) => ids.indexOf(id) < i),
  };
  const lines = Object.entries(problems).filter(([, found]) => found.length > 0);
  return lines.length === 0 ? null : lines.map(([problem, found]) => `${problem}: ${found.join(" ")}`).join("\n");
}

/** The tests of a file whose titles name rules. */
function testsIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const functions = functionsIn(source);
  const tests = [];
  forEachNode(source, (node) => {
    if (!ts.isCallExpression(node) || !TEST_FUNCTION.test(nameOfTestFunction(node.expression))) return;
    const [titleNode, ...rest] = node.arguments;
    if (!titleNode || !(ts.isStringLiteralLike(titleNode) || ts.isTemplateExpression(titleNode))) return;
    const ids = (titleNode.getText().match(ID) ?? []).filter((id) => !OTHER_WORDS.has(id));
    if (ids.length > 0) tests.push({ ids, hasAssertion: rest.some((argument) => hasAssertion(argument, functions)) });
  });
  return tests;
}

/** `it.each` for `it.each(rows)` and it.each`table`. */
function nameOfTestFunction(node) {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return `${nameOfTestFunction(node.expression)}.${node.name.text}`;
  if (ts.isCallExpression(node)) return nameOfTestFunction(node.expression);
  return ts.isTaggedTemplateExpression(node) ? nameOfTestFunction(node.tag) : "";
}

/** The functions of a file by their name. */
function functionsIn(source) {
  const functions = new Map();
  const add = ({ text }, node) => functions.set(text, [...(functions.get(text) ?? []), node]);
  forEachNode(source, (node) => {
    if (ts.isFunctionDeclaration(node) && node.name) add(node.name, node);
    const value = ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer;
    if (value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))) add(node.name, value);
  });
  return functions;
}

/**
 * Whether the code calls a function whose name begins with `expect` or `assert`, or names a function of the same file that does.
 * An imported helper that asserts has such a name.
 */
function hasAssertion(code, functions, visited = new Set()) {
  let isFound = false;
  forEachNode(code, (node) => {
    if (isFound) return;
    if (ts.isCallExpression(node) && isAssertion(node.expression)) isFound = true;
    else if (ts.isIdentifier(node) && !visited.has(node.text)) {
      visited.add(node.text);
      isFound = (functions.get(node.text) ?? []).some((helper) => hasAssertion(helper, functions, visited));
    }
  });
  return isFound;
}

function isAssertion(callee) {
  if (ts.isIdentifier(callee)) return ASSERTION.test(callee.text);
  if (!ts.isPropertyAccessExpression(callee)) return false;
  const { expression, name } = callee;
  const isMethodOfExpect = ts.isIdentifier(expression) && expression.text === "expect";
  return isMethodOfExpect ? ASSERTING_METHODS.has(name.text) : ASSERTION.test(name.text);
}

function forEachNode(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => forEachNode(child, visit));
}
