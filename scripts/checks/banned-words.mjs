// Refuses words that docs/glossary.md bans, in file names, identifiers, comments, documents and test titles.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "#scripts/project.mjs";
import { listProjectFiles } from "./project-files.mjs";

const GLOSSARY = "docs/glossary.md";
const CODE = /\.(ts|tsx|mjs|cjs)$/;
const DOCUMENT = /\.(md|css|toml)$/;
/** The titles of tests are checked. Other string literals, such as the texts on screen, are not. */
const TEST_FUNCTION = /^(it|test|describe)\b/;

/** The uses of banned words, one line each; null if there are none. */
export function findBannedWords() {
  const banned = readBannedWords();
  const found = listProjectFiles().flatMap((file) => {
    const inName = wordsOf(file).filter((word) => banned.names.has(word));
    const uses = inName.map((word) => `${file}: "${word}" in the file name`);
    if (CODE.test(file)) return [...uses, ...checkCode(file, banned)];
    if (DOCUMENT.test(file) && file !== GLOSSARY) return [...uses, ...checkSentences(file, read(file), banned)];
    return uses;
  });
  return found.length === 0 ? null : [...new Set(found)].join("\n");
}

/** The glossary lists the words in backticks, in the paragraphs that begin with "Banned in names:" and "Banned in sentences:". */
function readBannedWords() {
  const text = read(GLOSSARY);
  const list = (heading) => {
    const [, paragraph = ""] = new RegExp(`${heading}:([^]*?)(?:\\n\\n|$)`).exec(text) ?? [];
    return Array.from(paragraph.matchAll(/`([^`]+)`/g), ([, word]) => word);
  };
  return {
    names: new Set(list("Banned in names")),
    sentences: list("Banned in sentences").map((phrase) => new RegExp(`\\b${phrase}\\b`, "i")),
  };
}

function checkCode(file, banned) {
  const text = read(file);
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const place = (position) => `${file}:${source.getLineAndCharacterOfPosition(position).line + 1}`;
  const found = [];
  const comments = new Map();
  const visit = (node) => {
    if (ts.isIdentifier(node)) {
      const words = wordsOf(node.text).filter((word) => banned.names.has(word));
      found.push(...words.map((word) => `${place(node.getStart())}: "${word}" in ${node.text}`));
    }
    if (isTestTitle(node)) found.push(...checkSentences(place(node.getStart()), node.text, banned));
    if (!ts.isJsxText(node)) for (const range of commentRanges(text, node)) comments.set(range.pos, range.end);
    for (const child of node.getChildren()) visit(child);
  };
  visit(source);
  for (const [pos, end] of comments) {
    found.push(...checkComment(place(pos), text.slice(pos, end), banned));
  }
  return found;
}

function commentRanges(text, node) {
  return [...(ts.getLeadingCommentRanges(text, node.pos) ?? []), ...(ts.getTrailingCommentRanges(text, node.end) ?? [])];
}

function checkComment(place, comment, banned) {
  const found = checkSentences(place, comment, banned);
  return /^[\s/*]*What\b/.test(comment) ? [...found, `${place}: a comment that begins with "What"`] : found;
}

function checkSentences(place, text, { sentences }) {
  return sentences.flatMap((pattern) => {
    const [phrase] = pattern.exec(text) ?? [];
    return phrase ? [`${place}: "${phrase}"`] : [];
  });
}

function isTestTitle(node) {
  const call = node.parent;
  if (!ts.isStringLiteralLike(node) || !call || !ts.isCallExpression(call) || call.arguments[0] !== node) return false;
  return TEST_FUNCTION.test(call.expression.getText());
}

function wordsOf(name) {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
}

function read(file) {
  return readFileSync(join(ROOT, file), "utf8");
}
