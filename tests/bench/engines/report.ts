import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";

/** A line of the table: a goal beside the worst figure of all runs. */
export type ReportRow = {
  readonly scenario: string;
  readonly goal: string;
  readonly worst: string;
  readonly isMet: boolean;
  /** Of the run with the worst figure. */
  readonly machine: string;
};

const FILE = fileURLToPath(new URL("../../../BENCH.md", import.meta.url));
const BEGIN = "<!-- bench:engines -->";
const END = "<!-- /bench:engines -->";

export function formatReport(rows: readonly ReportRow[], versions: readonly string[]): string {
  return formatTable(rows.map(formatRow), versions);
}

function formatTable(lines: readonly string[], versions: readonly string[]): string {
  return [
    `${describeMachine()}; ${versions.join(", ")}`,
    "",
    "| scenario | goal | worst run | met | in that run |",
    "|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}

function formatRow({ scenario, goal, worst, isMet, machine }: ReportRow): string {
  const date = new Date().toISOString().slice(0, 10);
  return `| ${scenario} | ${goal} | ${worst} | ${isMet ? "yes" : "no"} | ${date}, ${machine} |`;
}

function describeMachine(): string {
  const [first] = cpus();
  return `${first?.model.trim() ?? "unknown CPU"}, ${cpus().length} cores, ${readSystemName()}`;
}

function readSystemName(): string {
  const file = "/etc/os-release";
  const name = existsSync(file) ? /^PRETTY_NAME="(.*)"$/m.exec(readFileSync(file, "utf8"))?.[1] : undefined;
  return name ?? process.platform;
}

/** Replaces the rows of these scenarios in the table of this bench in BENCH.md, and keeps those of others. */
export function writeReport(rows: readonly ReportRow[], versions: readonly string[]): void {
  const text = existsSync(FILE) ? readFileSync(FILE, "utf8") : "# Benchmarks\n";
  const [before, rest] = text.split(BEGIN);
  const [table = "", after] = rest?.split(END) ?? [];
  const isReplaced = (line: string) => rows.some(({ scenario }) => line.startsWith(`| ${scenario} |`));
  const kept = table
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| scenario |") && !isReplaced(line));
  const next = formatTable([...kept, ...rows.map(formatRow)], mergeVersions(table, versions));
  const section = `${BEGIN}\n${next}\n${END}`;
  writeFileSync(FILE, after === undefined ? `${text.trimEnd()}\n\n${section}\n` : `${before}${section}${after}`);
}

/** The versions of this run, and those of engines that are only in the table so far, such as `firefox 153.7.0`. */
function mergeVersions(table: string, versions: readonly string[]): readonly string[] {
  const earlier = table.match(/\b(?:chromium|firefox|webkit) [\d.]+/g) ?? [];
  const nameOf = (version: string) => version.split(" ")[0];
  const kept = earlier.filter((version) => !versions.some((other) => nameOf(other) === nameOf(version)));
  return [...new Set([...kept, ...versions])].sort();
}
