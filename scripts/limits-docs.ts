// `npm run docs`: writes docs/limits.md from scripts/limits-table.ts. With `--check` it fails if the page is out of date. Either
// way it fails if a file, a test or a table that the page names does not exist, or if it lacks a table.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RATE_LIMIT_WAITS_MS } from "#app/domain/rate-limit-waits.ts";
import { MINUTE_MS } from "#app/domain/units.ts";
import { listProjectFiles } from "#scripts/checks/project-files.mjs";
import { ROOT } from "#scripts/project.mjs";
import { RATE_LIMITS } from "#workers/rate-limits/rate-limit.ts";
import { LIMITS, type Limit, RETENTION } from "./limits-table.ts";

const FILE = join(ROOT, "docs/limits.md");

const INTRODUCTION = `# Limits

Everything of which a person can make many, and what bounds it. \`npm run docs\` writes this page from
\`scripts/limits-table.ts\`, whose numbers are the constants of \`app/domain/*/*-limits.ts\`; \`npm run check\` fails if a file or a test
that is named here does not exist, or if a table of the database is missing. The sizes of texts and lists within a call are those of the
functions' schemas ([functions.md](functions.md)).

A call that exceeds a limit is refused with a code and a text. "The latest" means that the oldest are deleted instead.

${RETENTION}
`;

const COLUMNS = ["person", "address", "room", "server"] as const;

function page(): string {
  const sections = Object.entries(LIMITS).map(([heading, limits]) =>
    [
      `## ${heading}\n`,
      "| | per person | per address | per room | per server | enforced in | test |",
      "|---|---|---|---|---|---|---|",
      ...limits.map(toRow),
      "",
    ].join("\n"),
  );
  return [INTRODUCTION, ...sections, rateLimits()].join("\n");
}

function toRow({ what, where, test, ...scopes }: Limit): string {
  const files = where.map((file) => `\`${file}\``).join(", ");
  const held = `\`${test[0]}\`: ${test[1]}`;
  return `| ${[what, ...COLUMNS.map((scope) => scopes[scope] ?? "–"), files, held].join(" | ")} |`;
}

function rateLimits(): string {
  const rows = Object.entries(RATE_LIMITS).map(
    ([name, { max, window }]) => `| ${name} | ${max.toLocaleString("en-US")} | ${RATE_LIMIT_WAITS_MS[window] / MINUTE_MS} |`,
  );
  return `## Rate limits

Each counts the attempts of one subject: the part behind the slash. The counters are in D1 (\`workers/rate-limits/rate-limit.ts\`).

| | at most | within, minutes |
|---|---|---|
${rows.join("\n")}
`;
}

function findMistakes(limits: readonly Limit[]): readonly string[] {
  const read = (file: string) => (existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), "utf8") : null);
  const files = limits.flatMap(({ where }) => where).filter((file) => read(file) === null);
  const tests = limits.flatMap(({ test }) => (read(test[0])?.includes(`"${test[1]}"`) ? [] : [test.join(": ")]));
  const named = limits.flatMap(({ tables = [] }) => tables);
  const tables = listTables();
  return [
    ...files.map((file) => `no such file: ${file}`),
    ...tests.map((test) => `no such test: ${test}`),
    ...named.filter((table) => !tables.has(table)).map((table) => `no such table: ${table}`),
    ...[...tables]
      .filter((table) => !named.includes(table))
      .map((table) => `scripts/limits-table.ts has no limit of the table ${table}`),
  ];
}

/** The tables of D1 and of the objects. */
function listTables(): ReadonlySet<string> {
  const files: readonly string[] = listProjectFiles();
  const sources = files.filter((file) => /^(?:db\/schema|workers\/\w+-object)\/.*\.ts$/.test(file));
  const pattern = /sqliteTable\(\s*"(\w+)"|CREATE TABLE IF NOT EXISTS (\w+)/g;
  const names = sources.flatMap((file) =>
    Array.from(readFileSync(join(ROOT, file), "utf8").matchAll(pattern), ([, inD1, inObject]) => inD1 ?? inObject ?? ""),
  );
  return new Set(names);
}

const mistakes = [...findMistakes(Object.values(LIMITS).flat())];
const isCheck = process.argv.includes("--check");
if (!isCheck) writeFileSync(FILE, page());
else if (!existsSync(FILE) || readFileSync(FILE, "utf8") !== page())
  mistakes.push("docs/limits.md is out of date. Run: npm run docs");
if (mistakes.length > 0) {
  console.error(mistakes.join("\n"));
  process.exit(1);
}
